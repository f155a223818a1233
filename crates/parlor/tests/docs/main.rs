//! The front page and the book: their links lead somewhere, and their commands do what the page says.

#![cfg(unix)]

mod commands;
mod inline;
mod links;
mod markdown;
mod scratch;

use std::fs;
use std::path::{Path, PathBuf};

use markdown::Page;

/// Root of the repository.
fn repository() -> &'static Path {
    static ROOT: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    ROOT.get_or_init(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap())
}

/// The front page and all pages of the book.
fn book() -> Vec<Page> {
    let mut paths = vec![PathBuf::from("README.md")];
    paths.extend(markdown_files("docs"));
    paths.iter().map(|path| Page::read(path)).collect()
}

/// All Markdown files of a folder and its subfolders, relative to the repository.
fn markdown_files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let folder = folder.as_ref();
    let mut paths: Vec<PathBuf> = fs::read_dir(repository().join(folder))
        .unwrap()
        .map(|entry| folder.join(entry.unwrap().file_name()))
        .filter(|path| !["target", "node_modules", ".git"].iter().any(|name| path.ends_with(name)))
        .collect();
    paths.sort();
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let files = paths
        .into_iter()
        .flat_map(|path| if repository().join(&path).is_dir() { markdown_files(path) } else { vec![path] });
    files.filter(|path| is_page(path)).collect()
}

/// Fails with all problems at once, one a line.
#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// A reader finishes the front page; more belongs into the book.
#[test]
fn the_front_page_is_short() {
    let text = fs::read_to_string(repository().join("README.md")).unwrap();
    let (lines, words) = (text.lines().count(), text.split_whitespace().count());
    assert!(lines <= 130 && words <= 1200, "README.md has {lines} lines and {words} words, more than 130 and 1,200");
}

#[test]
fn the_front_page_names_the_tests_that_ci_runs() {
    let script = fs::read_to_string(repository().join(".ci/run")).unwrap();
    let command = script.lines().last().unwrap().trim_start_matches("exec ");
    let page = Page::read(Path::new("README.md"));
    let is_named = page.blocks.iter().any(|block| block.has_mark("ci") && block.text.trim() == command);
    assert!(
        is_named,
        "README.md has no block with the mark ci and the command \"{command}\", the last line of .ci/run"
    );
}
