//! Tests of the site in a real Chromium, driven by `browser/test.mjs`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use parlor_test_tools::{CHROMIUM, NODE, missing};

#[test]
fn site_works_in_chromium() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chromium = env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| CHROMIUM.require());
    let (Some(chromium), Some(node)) = (chromium, NODE.require()) else { return };
    let packages = ["axe-core", "pixelmatch", "playwright-core", "pngjs"];
    if let Some(package) = packages.into_iter().find(|package| !root.join("node_modules").join(package).exists()) {
        return missing(package, "run `npm ci` in crates/parlor-web");
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
    let status = Command::new(node).arg(root.join("browser/test.mjs")).arg(url).env("CHROMIUM", chromium).status();
    drop(stop);
    server.join().unwrap().unwrap();
    assert!(status.unwrap().success(), "some cases failed; see the lines that begin with FAIL");
}
