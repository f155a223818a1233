//! Pictures of the site for the README and the book: `pictures FOLDER MOVING-PICTURE [moving]`, or `cargo xtask
//! screenshots`. Starts a server and runs two scripts in Chromium: `browser/pictures.mjs` takes the pictures, and
//! `browser/moving-picture.mjs` the frames of the moving one. With the word `moving` it makes the moving one alone.

mod animation;

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, moving_picture, takes_all) = match arguments.as_slice() {
        [folder, picture] => (folder, picture, true),
        [folder, picture, word] if word == "moving" => (folder, picture, false),
        _ => {
            eprintln!("usage: pictures FOLDER MOVING-PICTURE [moving]");
            return ExitCode::from(2);
        }
    };
    let temporary = tempfile::tempdir().expect("a folder for the matches and the frames");
    let frames = temporary.path().join("frames");
    let is_successful = with_server(&temporary.path().join("data"), |address| {
        let has_taken_all = !takes_all || run_script("pictures.mjs", address, folder.as_ref());
        has_taken_all && run_script("moving-picture.mjs", address, frames.as_ref())
    });
    if !is_successful {
        return ExitCode::FAILURE;
    }
    match animation::write(&frames, Path::new(moving_picture)) {
        Ok(size) => {
            println!("{moving_picture}: {} kB", size / 1000);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{moving_picture}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a function while a server is up.
fn with_server(data: &Path, act: impl FnOnce(SocketAddr) -> bool) -> bool {
    let catalog = std::sync::Arc::new(parlor_games::catalog());
    let config = parlor_web::Config::new(catalog, ([127, 0, 0, 1], 0).into(), data);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (started, address) = std::sync::mpsc::channel();
    let server = std::thread::spawn(move || {
        parlor_web::serve(&config, |address| started.send(address).unwrap_or_default(), async { drop(stopped.await) })
    });
    let is_successful = address.recv().is_ok_and(act);
    drop(stop);
    let _ = server.join();
    is_successful
}

fn run_script(name: &str, address: SocketAddr, folder: &OsStr) -> bool {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser").join(name);
    let status = Command::new("node").arg(script).arg(format!("http://{address}/")).arg(folder).status();
    status.is_ok_and(|status| status.success())
}
