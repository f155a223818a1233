//! Generator of the opening book; `cargo xtask book` runs it. It solves all positions of a ply until the time is up,
//! and continues from its checkpoint in the next run.

mod arguments;
mod checkpoint;
mod generator;

use std::process::ExitCode;

use arguments::Arguments;
use checkpoint::Checkpoint;
use generator::Generator;

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("book: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let generator = Generator::resume(arguments)?;
    generator.solve(arguments)?;
    generator.finish(arguments)
}
