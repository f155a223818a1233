//! Parlor with one game more.

fn main() -> std::process::ExitCode {
    let catalog = parlor_games::catalog().with_game(own_game::breakthrough());
    parlor::run(&catalog, std::env::args_os())
}
