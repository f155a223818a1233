//! Every link inside the repository leads to a file that exists, and to a heading that the file has.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::markdown::Page;
use crate::{assert_none, markdown_files, repository};

#[test]
fn every_link_leads_somewhere() {
    let pages: Vec<Page> = markdown_files("").iter().map(|path| Page::read(path)).collect();
    assert!(pages.len() > 20, "the pages were found");
    let problems: Vec<String> = pages.iter().flat_map(|page| broken_links(page, &pages)).collect();
    assert_none(&problems);
}

fn broken_links(page: &Page, pages: &[Page]) -> Vec<String> {
    let problem = |target: &str| {
        let is_external = ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme));
        if is_external { None } else { problem_of(target, page, pages) }
    };
    let links = page.links.iter();
    links
        .filter_map(|link| problem(&link.value).map(|problem| format!("{}: {problem}", page.place(link.line))))
        .collect()
}

fn problem_of(target: &str, page: &Page, pages: &[Page]) -> Option<String> {
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { page.path.clone() } else { resolve(&page.path, file) };
    if !repository().join(&path).exists() {
        return Some(format!("\"{target}\" leads to {}, which does not exist", path.display()));
    }
    let anchor = anchor?;
    match pages.iter().find(|page| page.path == path) {
        Some(page) if page.anchors.contains(anchor) => None,
        Some(_) => Some(format!("\"{target}\": {} has no heading of that name", path.display())),
        None => Some(format!("\"{target}\": {} is no page with headings", path.display())),
    }
}

/// A path relative to a page as one relative to the repository.
fn resolve(page: &Path, relative: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(relative).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// mdBook leaves out pages that its summary does not list.
#[test]
fn the_summary_lists_every_page_once() {
    let summary = Page::read(Path::new("docs/SUMMARY.md"));
    let listed: Vec<PathBuf> = summary.links.iter().map(|link| resolve(&summary.path, &link.value)).collect();
    let pages: BTreeSet<PathBuf> = markdown_files("docs").into_iter().filter(|path| *path != summary.path).collect();
    let problems: Vec<String> = pages
        .iter()
        .map(|page| (page, listed.iter().filter(|listed| *listed == page).count()))
        .filter(|(_, count)| *count != 1)
        .map(|(page, count)| format!("docs/SUMMARY.md lists {} {count} times", page.display()))
        .collect();
    assert_none(&problems);
}
