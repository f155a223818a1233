//! Tasks of the API: `api` writes its document and declarations, `fuzz-api` compares a server with the document.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::{env, fs};

use crate::cargo::{cargo, cargo_with};

const SETTINGS: &str = "crates/parlor-web/api-fuzz";
/// Virtual environment of schemathesis, and the data of the server.
const FOLDER: &str = "target/api-fuzz";
const SCHEMATHESIS: &str = "schemathesis>=4.32,<5";

/// Writes openapi.json and the page's declarations. A test does it, because only the crate itself sees the types.
pub(crate) fn write() -> ExitCode {
    let test = ["test", "--quiet", "--package", "parlor-web", "--lib", "api_document::"];
    cargo_with("api", &test, &[("PARLOR_WRITE_API", "1")])
}

/// Runs schemathesis against a server, with more of its options if given.
pub(crate) fn fuzz(options: &[&str]) -> ExitCode {
    if cargo("fuzz-api", &["build", "--quiet", "--package", "parlor-web", "--example", "serve"]) == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    let result = install().and_then(|program| {
        let mut server = start_server()?;
        let result = run(&program, &server.address, options);
        // The server keeps nothing that matters after the run.
        let _ = server.process.kill();
        let _ = server.process.wait();
        result
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("== fuzz-api: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Installs schemathesis into its virtual environment, unless it is installed; returns its path.
fn install() -> Result<PathBuf, String> {
    let environment = Path::new(FOLDER).join("venv");
    let program = environment.join("bin/schemathesis");
    if program.exists() {
        return Ok(program);
    }
    println!("== fuzz-api: pip install \"{SCHEMATHESIS}\"");
    let has_succeeded = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let is_installed = has_succeeded(Command::new("python3").args(["-m", "venv"]).arg(&environment))
        && has_succeeded(Command::new(environment.join("bin/pip")).args(["install", "--quiet", SCHEMATHESIS]));
    if is_installed { Ok(program) } else { Err("schemathesis could not be installed; it needs Python 3".to_owned()) }
}

/// Running server.
struct Server {
    process: Child,
    /// URL without a slash at the end.
    address: String,
}

fn start_server() -> Result<Server, String> {
    let data = Path::new(FOLDER).join("data");
    let _ = fs::remove_dir_all(&data);
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let mut process = Command::new(target.join("debug/examples/serve"))
        .arg("0")
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the server did not start: {error}"))?;
    let mut address = String::new();
    if let Some(output) = process.stdout.take() {
        let _ = BufReader::new(output).read_line(&mut address);
    }
    Ok(Server { process, address: address.trim().trim_end_matches('/').to_owned() })
}

/// Runs schemathesis; returns whether it found no failure.
fn run(program: &Path, address: &str, options: &[&str]) -> Result<bool, String> {
    let root = env::current_dir().map_err(|error| error.to_string())?;
    let settings = root.join(SETTINGS);
    let status = Command::new(root.join(program))
        .arg("--config-file")
        .arg(settings.join("schemathesis.toml"))
        .args(["run", &format!("{address}/api/openapi.json"), "--checks", "all"])
        .args(options)
        .env("SCHEMATHESIS_HOOKS", settings.join("hooks.py"))
        .env("PARLOR_URL", address)
        // Schemathesis keeps a cache in the current folder.
        .current_dir(FOLDER)
        .status()
        .map_err(|error| format!("schemathesis did not start: {error}"))?;
    Ok(status.success())
}
