//! The `parlor` program, with the games of this repository.

fn main() -> std::process::ExitCode {
    parlor::run(&parlor_games::catalog(), std::env::args_os())
}
