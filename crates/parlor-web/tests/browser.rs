//! The site in a real Chromium: `browser/test.mjs` drives it against a server of this test. Skipped, loudly, where
//! there is no Chromium or no `npm ci` was run here; `cargo xtask ci` sees to both.

use std::path::Path;
use std::process::Command;

#[test]
fn people_play_in_a_real_browser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let has_chromium = std::env::var_os("CHROMIUM").is_some() || places.iter().any(|place| Path::new(place).exists());
    if !has_chromium {
        return skip("no chromium");
    }
    if !root.join("node_modules/playwright-core").exists() {
        return skip("no playwright-core; run `npm ci` in crates/parlor-web");
    }
    let data = tempfile::tempdir().unwrap();
    let (started, address) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let config =
        parlor_web::Config { address: ([127, 0, 0, 1], 0).into(), data: data.path().to_owned(), names: Vec::new() };
    let server = std::thread::spawn(move || {
        parlor_web::serve(&config, |address| started.send(address).unwrap(), async { drop(stopped.await) })
    });
    let url = format!("http://{}/", address.recv().unwrap());
    let status = Command::new("node").arg(root.join("browser/test.mjs")).arg(url).status();
    drop(stop);
    server.join().unwrap().unwrap();
    match status {
        Ok(status) => assert!(status.success(), "see the lines that begin with FAIL"),
        Err(_) => skip("no node"),
    }
}

/// Past the harness's capture, so that nobody takes a skipped test for a passed one.
fn skip(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
