//! Tests of the site in a real Chromium, driven by `browser/test.mjs`. They are skipped with a message on stderr if
//! Chromium or the node packages are missing; `cargo xtask ci` installs both.

use std::path::Path;
use std::process::Command;

#[test]
fn site_works_in_chromium() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let has_chromium = std::env::var_os("CHROMIUM").is_some() || paths.iter().any(|path| Path::new(path).exists());
    if !has_chromium {
        return skip("Chromium is not installed");
    }
    let packages = ["axe-core", "pixelmatch", "playwright-core", "pngjs"];
    if !packages.iter().all(|package| root.join("node_modules").join(package).exists()) {
        return skip("node packages are not installed; run `npm ci` in crates/parlor-web");
    }
    let data = tempfile::tempdir().unwrap();
    let (started, address) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let config =
        parlor_web::Config::new(std::sync::Arc::new(parlor_games::catalog()), ([127, 0, 0, 1], 0).into(), data.path());
    let server = std::thread::spawn(move || {
        parlor_web::serve(&config, |address| started.send(address).unwrap(), async { drop(stopped.await) })
    });
    let url = format!("http://{}/", address.recv().unwrap());
    let status = Command::new("node").arg(root.join("browser/test.mjs")).arg(url).status();
    drop(stop);
    server.join().unwrap().unwrap();
    match status {
        Ok(status) => assert!(status.success(), "some cases failed; see the lines that begin with FAIL"),
        Err(_) => skip("node is not installed"),
    }
}

/// Reports a skipped test. Writes to stderr directly, because the test harness captures `eprintln!`.
fn skip(reason: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}
