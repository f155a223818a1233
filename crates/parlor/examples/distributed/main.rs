//! Measures competitions on many machines, with a NATS server on loopback: `cargo xtask distributed speed` and
//! `cargo xtask distributed load [CONNECTIONS SECONDS]`.

mod load;
#[path = "../../../parlor-distributed/tests/all/server.rs"]
mod server;
mod simulation;
mod speed;

const USAGE: &str = "usage: distributed speed | distributed load [CONNECTIONS SECONDS]";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u32>().expect(USAGE);
    match words.as_slice() {
        ["speed"] => speed::measure(),
        ["load"] => load::measure(1000, 60),
        ["load", connections, seconds] => load::measure(number(connections) as usize, number(seconds)),
        // The process of the simulated workers, started by `load`.
        ["workers", url, connections] => simulation::run_workers(url, number(connections) as usize),
        _ => eprintln!("{USAGE}"),
    }
}
