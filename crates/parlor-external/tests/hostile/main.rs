//! Misbehaving bots in containment. This program is also the launcher of the bots.

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod cases;
#[cfg(target_os = "linux")]
mod support;

fn main() {
    #[cfg(target_os = "linux")]
    cases::main();
    #[cfg(not(target_os = "linux"))]
    println!("There is no containment on this system, so nothing was tested.");
}
