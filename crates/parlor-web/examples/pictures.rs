//! Screenshots of the site for the README: `pictures FOLDER`, or `cargo xtask screenshots`. Starts a server and runs
//! `browser/pictures.mjs`, which takes them with Chromium.

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: pictures FOLDER");
        return ExitCode::from(2);
    };
    let data = std::env::temp_dir().join(format!("parlor-pictures-{}", std::process::id()));
    let config =
        parlor_web::Config::new(std::sync::Arc::new(parlor_games::catalog()), ([127, 0, 0, 1], 0).into(), data.clone());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (started, address) = std::sync::mpsc::channel();
    let server = std::thread::spawn(move || {
        parlor_web::serve(&config, |address| started.send(address).unwrap_or_default(), async { drop(stopped.await) })
    });
    let is_successful = address.recv().is_ok_and(|address| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser/pictures.mjs");
        let status = Command::new("node").arg(script).arg(format!("http://{address}/")).arg(&folder).status();
        status.is_ok_and(|status| status.success())
    });
    drop(stop);
    let _ = server.join();
    let _ = std::fs::remove_dir_all(&data);
    if is_successful { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
