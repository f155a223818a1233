//! Task `lines`: lines of the product, by crate: Rust of `src` without tests, scripts and style sheets of the
//! pages, modules of the Python package. Comments and blank lines count; generated declarations, data and
//! texts do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, ExitCode};

/// Only tests use it.
const NO_PRODUCT: &str = "crates/parlor-test-tools/";

/// Prints the lines of the working tree, and with `--since COMMIT` how many more they are than there.
pub(crate) fn print(arguments: &[&str]) -> ExitCode {
    let counted = match arguments {
        [] => count(None).map(|now| (now, None)),
        ["--since", commit] => count(None).and_then(|now| Ok((now, Some(count(Some(commit))?)))),
        _ => Err("the arguments are none, or --since COMMIT".to_owned()),
    };
    match counted {
        Ok((now, before)) => {
            print_table(&now, before.as_ref());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("== lines: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Lines by crate.
type Lines = BTreeMap<String, usize>;

fn print_table(now: &Lines, before: Option<&Lines>) {
    let names: BTreeSet<&String> = now.keys().chain(before.into_iter().flat_map(BTreeMap::keys)).collect();
    let row = |name: &str, now: usize, before: Option<usize>| match before {
        Some(before) => println!("{name:<22} {now:>7} {:>+7}", now.cast_signed() - before.cast_signed()),
        None => println!("{name:<22} {now:>7}"),
    };
    for name in names {
        let of = |lines: &Lines| lines.get(name).copied().unwrap_or_default();
        row(name, of(now), before.map(of));
    }
    row("sum", now.values().sum(), before.map(|before| before.values().sum()));
}

/// Counts the lines of a commit, or of the working tree.
fn count(commit: Option<&str>) -> Result<Lines, String> {
    let listed = match commit {
        Some(commit) => git(&["ls-tree", "-r", "--name-only", commit, "--", "crates"])?,
        None => git(&["ls-files", "--cached", "--others", "--exclude-standard", "--", "crates"])?,
    };
    let mut files = BTreeMap::new();
    for path in listed.lines().filter(|path| is_product(path)) {
        let text = match commit {
            Some(commit) => git(&["show", &format!("{commit}:{path}")])?,
            // A file that was deleted is listed until the deletion is staged.
            None => fs::read_to_string(path).unwrap_or_default(),
        };
        files.insert(path, text);
    }
    Ok(count_files(&files))
}

fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).output().map_err(|error| format!("git did not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    String::from_utf8(output.stdout).map_err(|_| format!("git {arguments:?} gave no UTF-8"))
}

/// Whether the lines of a file count, given its path from the repository root.
fn is_product(path: &str) -> bool {
    let Some((_, inside)) = path.strip_prefix("crates/").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let has = |folder: &str, extensions: &[&str]| inside.starts_with(folder) && extensions.contains(&extension(path));
    !path.starts_with(NO_PRODUCT)
        && (has("src/", &["rs", "js", "css"]) || has("page/", &["js", "css"]) || has("python/", &["py"]))
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn count_files(files: &BTreeMap<&str, String>) -> Lines {
    let mut lines = Lines::new();
    let mut test_modules = Vec::new();
    for (path, text) in files {
        let name = path.split('/').nth(1).unwrap_or_default().to_owned();
        let (product, modules) =
            if extension(path) == "rs" { product_lines(text) } else { (text.lines().count(), vec![]) };
        *lines.entry(name).or_default() += product;
        let folder = module_folder(path);
        test_modules
            .extend(modules.iter().flat_map(|module| [format!("{folder}{module}.rs"), format!("{folder}{module}/")]));
    }
    for (path, text) in files {
        // A test module is counted above because its parent may come later.
        if test_modules.iter().any(|module| path.starts_with(module.as_str())) {
            let name = path.split('/').nth(1).unwrap_or_default();
            *lines.entry(name.to_owned()).or_default() -= product_lines(text).0;
        }
    }
    lines
}

/// The folder in which the modules of a file lie, with a slash at its end.
fn module_folder(path: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match file.strip_suffix(".rs") {
        Some("mod" | "lib" | "main") | None => format!("{folder}/"),
        Some(module) => format!("{folder}/{module}/"),
    }
}

/// Counts the lines of a Rust file outside its `#[cfg(test)]` items, and names its test modules that are
/// files of their own. rustfmt indents the end of an item as its beginning, so no parser is needed.
fn product_lines(text: &str) -> (usize, Vec<String>) {
    let mut product = 0;
    let mut modules = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            product += 1;
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut item = lines.by_ref().skip_while(|line| line.trim_start().starts_with("#["));
        let first = item.next().unwrap_or_default();
        if let Some((_, module)) = first.strip_suffix(';').and_then(|line| line.rsplit_once("mod ")) {
            modules.push(module.to_owned());
        }
        let ends = |line: &str| line.strip_prefix(indent).is_some_and(|line| line.starts_with(['}', ')']));
        let is_whole = first.ends_with(';') || first.ends_with('}') || first.ends_with(',');
        if !is_whole {
            item.find(|line| ends(line));
        }
    }
    (product, modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_their_modules_are_left_out() {
        let parent = "//! A.\n\n#[cfg(test)]\nmod inside;\nmod used;\n\nimpl A {\n    #[cfg(test)]\n    #[must_use]\n    \
            fn only_tests() {\n        call(|| {});\n    }\n\n    fn product() {}\n}\n\n#[cfg(test)]\nmod tests {\n    \
            fn test() {}\n}\n";
        assert_eq!(product_lines(parent), (9, vec!["inside".to_owned(),]));
        let files = BTreeMap::from([
            ("crates/a/src/b.rs", parent.to_owned()),
            ("crates/a/src/b/inside.rs", "1\n2\n".to_owned()),
            ("crates/a/src/b/inside/deeper.rs", "1\n".to_owned()),
            ("crates/a/src/b/used.rs", "1\n2\n3\n".to_owned()),
            ("crates/c/page/main.js", "1\n".to_owned()),
        ]);
        assert_eq!(count_files(&files), Lines::from([("a".to_owned(), 12), ("c".to_owned(), 1)]));
    }

    #[test]
    fn only_product_files_count() {
        for path in ["crates/a/src/b/c.rs", "crates/a/page/board/d.css", "crates/a/python/p/q.py"] {
            assert!(is_product(path), "{path}");
        }
        for path in
            ["crates/a/tests/all.rs", "crates/a/page/api-types.d.ts", "crates/a/src/boards.txt", "crates/a/x.rs"]
        {
            assert!(!is_product(path), "{path}");
        }
    }
}
