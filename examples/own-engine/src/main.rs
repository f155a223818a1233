//! Parlor with one engine more.

fn main() -> std::process::ExitCode {
    parlor::run(&own_engine::catalog(), std::env::args_os())
}
