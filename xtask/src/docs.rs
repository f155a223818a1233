//! Task `docs`: builds the book of `docs` with mdBook into `target/book`, together with the files of the repository that
//! its pages link to, so that every link works wherever the folder is put. What needs no mdBook, links between the
//! sources and the commands on the pages, is tested by `crates/parlor/tests/docs`, in every `cargo test`.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::cargo::cargo;

const SOURCE: &str = "docs";
const BOOK: &str = "target/book";
/// Folder of the book that holds files of the repository.
const FILES: &str = "repository";
/// Programs that only this repository uses.
const TOOLS: &str = "target/tools";
const VERSION: &str = "0.5.4";

pub(crate) fn run(words: &[&str]) -> ExitCode {
    let is_long = match words {
        [] => false,
        ["--long"] => true,
        _ => {
            eprintln!(
                "usage: cargo xtask docs [--long]\n  --long   run the commands that need a network, a display or minutes, too"
            );
            return ExitCode::from(2);
        }
    };
    if !build() {
        return ExitCode::FAILURE;
    }
    let test = ["test", "--locked", "--package", "parlor", "--test", "docs"];
    let marked = ["--", "--include-ignored"];
    cargo("docs", &[&test[..], if is_long { &marked } else { &[] }].concat())
}

fn build() -> bool {
    let Some(mdbook) = mdbook() else {
        return false;
    };
    let _ = fs::remove_dir_all(BOOK);
    println!("== docs: {} build {SOURCE}", mdbook.display());
    if !Command::new(mdbook).args(["build", SOURCE]).status().is_ok_and(|status| status.success()) {
        eprintln!("== docs: mdBook failed");
        return false;
    }
    match complete_links(Path::new(BOOK)) {
        Ok(problems) if problems.is_empty() => {
            println!("== docs: the book is in {BOOK}, all of its links work");
            true
        }
        Ok(problems) => {
            for problem in problems {
                eprintln!("== docs: {problem}");
            }
            false
        }
        Err(error) => {
            eprintln!("== docs: {error}");
            false
        }
    }
}

/// mdBook of the system, or else one installed under `target`, without the server that it can be.
fn mdbook() -> Option<PathBuf> {
    let own = Path::new(TOOLS).join("bin/mdbook");
    let works = |program: &Path| {
        let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if let Some(program) = [PathBuf::from("mdbook"), own.clone()].into_iter().find(|program| works(program)) {
        return Some(program);
    }
    println!("== docs: installing mdBook {VERSION} into {TOOLS}, which takes minutes");
    let install = ["install", "mdbook", "--version", VERSION, "--no-default-features", "--features", "search"];
    let installed = cargo("docs", &[&install[..], &["--locked", "--quiet", "--root", TOOLS]].concat());
    (installed == ExitCode::SUCCESS).then_some(own)
}

/// Copies the files of the repository that pages link to into the book, and reports links that lead nowhere.
fn complete_links(book: &Path) -> io::Result<Vec<String>> {
    let mut problems = Vec::new();
    for page in pages(book)? {
        let mut html = fs::read_to_string(&page)?;
        for link in links(&html) {
            let file = link.split(['#', '?']).next().unwrap_or_default();
            let target = normalize(&page.parent().unwrap_or(book).join(file));
            if target.starts_with(book) {
                if !target.exists() {
                    problems.push(format!("{}: \"{link}\" leads nowhere", page.display()));
                }
                continue;
            }
            // The sources are one folder below the root, so what leaves the book is relative to that root.
            let outside: PathBuf = file.split('/').skip_while(|part| *part == "..").collect();
            let Some(copied) = copy(&outside, book)? else {
                problems.push(format!("{}: \"{link}\" leads to no file of the repository", page.display()));
                continue;
            };
            let depth = page.strip_prefix(book).map_or(0, |path| path.components().count() - 1);
            let copied = format!("{}{FILES}/{}", "../".repeat(depth), copied.display());
            html = html.replace(&format!("href=\"{link}\""), &format!("href=\"{copied}\""));
        }
        fs::write(&page, html)?;
    }
    Ok(problems)
}

/// Copies a file of the repository into the book; of a folder its README. Returns its path in the repository.
fn copy(path: &Path, book: &Path) -> io::Result<Option<PathBuf>> {
    // mdBook takes every page for one of its own.
    let candidates = [path.join("README.md"), path.with_extension("md"), path.to_path_buf()];
    let Some(path) = candidates.into_iter().find(|path| path.is_file()) else {
        return Ok(None);
    };
    let target = book.join(FILES).join(&path);
    fs::create_dir_all(target.parent().unwrap_or(book))?;
    fs::copy(&path, target)?;
    Ok(Some(path))
}

fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            pages.extend(self::pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(path);
        }
    }
    Ok(pages)
}

/// Relative targets of links and pictures.
fn links(html: &str) -> Vec<String> {
    let attributes = ["href=\"", "src=\""].into_iter().flat_map(|name| html.split(name).skip(1));
    let targets = attributes.filter_map(|rest| rest.split('"').next());
    let is_relative = |target: &&str| !target.contains(':') && !target.starts_with(['#', '/']) && !target.is_empty();
    targets.filter(is_relative).map(str::to_owned).collect()
}

/// Resolves `..` by the names alone.
fn normalize(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
        path
    })
}
