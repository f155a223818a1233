//! Task `results`: measures the rows of `docs/results.toml` and writes the page `docs/results.md` from it, with the rows
//! that others print beside ours, and the table of the README.

mod measure;
mod page;

use std::fs;
use std::process::ExitCode;

use serde::Deserialize;

const DATA: &str = "docs/results.toml";
const PAGE: &str = "docs/results.md";
const README: &str = "README.md";
const USAGE: &str = "usage: cargo xtask results [--sets FOLDER] [ROW ...]
  without rows   write docs/results.md and the table of the README from docs/results.toml
  ROW            measure this row first; all: every row that takes less than two minutes
  --sets FOLDER  published sets, whole ones instead of those in crates/parlor-games/tests/sets";

/// The data of the page.
#[derive(Deserialize)]
struct Results {
    machine: Vec<Machine>,
    section: Vec<Section>,
}

/// A machine of ours; rows name it.
#[derive(Deserialize)]
struct Machine {
    name: String,
    is: String,
}

#[derive(Deserialize)]
struct Section {
    title: String,
    text: String,
    /// What stands behind the rows.
    #[serde(default)]
    more: String,
    row: Vec<Row>,
}

/// One piece of work: what Parlor takes for it, and what others print.
#[derive(Deserialize)]
struct Row {
    id: String,
    what: String,
    /// As a person types it in the root of the repository, with `parlor` for the built program.
    command: String,
    read: Reader,
    /// For a reader of tables: how the line begins.
    #[serde(default)]
    line: String,
    /// Takes more than two minutes, so it is measured only where it is named.
    #[serde(default)]
    is_long: bool,
    /// What the README calls it, if it is one of its rows.
    readme: Option<String>,
    measured: Measured,
    #[serde(default)]
    peer: Vec<Peer>,
}

/// How the output of a command is read.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Reader {
    /// Totals of `parlor solve --file`, shown as a mean per position.
    Mean,
    /// The same, shown as a sum.
    Sum,
    /// Nodes and seconds on the clock of `parlor bench --proofs`.
    Proofs,
    /// Leaves a second of `parlor perft`.
    Perft,
    /// Random games a second of `parlor bench`.
    Playouts,
    /// Steps a second of `cargo xtask python bench`.
    Steps,
    /// A sentence that a person writes, because no command prints it whole.
    Text,
}

/// A measurement: numbers, or a text.
#[derive(Deserialize, Default)]
struct Measured {
    positions: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    rate: Option<f64>,
    text: Option<String>,
    machine: String,
    date: String,
    commit: String,
}

/// What another program takes.
#[derive(Deserialize)]
struct Peer {
    program: String,
    figure: String,
    machine: String,
    source: String,
}

impl Results {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.section.iter().flat_map(|section| &section.row)
    }
}

pub(crate) fn run(words: &[&str]) -> ExitCode {
    let (sets, rows) = match words {
        ["--sets", folder, rows @ ..] => (*folder, rows),
        rows => (measure::SETS, rows),
    };
    if rows.iter().any(|row| row.starts_with('-')) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    match measure::measure(rows, sets).and_then(|()| write()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("== results: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), String> {
    let results = read()?;
    save(PAGE, &page::page(&results))?;
    let readme = load(README)?;
    save(README, &page::with_table(&readme, &results))
}

fn read() -> Result<Results, String> {
    toml::from_str(&load(DATA)?).map_err(|error| format!("{DATA}: {error}"))
}

fn load(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn save(path: &str, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the folder of their package.
    fn load_from_root(path: &str) -> String {
        load(&format!("../{path}")).unwrap()
    }

    #[test]
    fn page_and_readme_show_the_data() {
        let results: Results = toml::from_str(&load_from_root(DATA)).unwrap();
        assert!(load_from_root(PAGE) == page::page(&results), "run cargo xtask results");
        let readme = load_from_root(README);
        assert!(readme == page::with_table(&readme, &results), "run cargo xtask results");
    }

    #[test]
    fn rows_have_names_of_their_own_and_known_machines() {
        let results: Results = toml::from_str(&load_from_root(DATA)).unwrap();
        let mut ids: Vec<&str> = results.rows().map(|row| &*row.id).collect();
        ids.sort_unstable();
        assert!(ids.is_sorted_by(|one, two| one < two), "{ids:?}");
        for row in results.rows() {
            assert!(results.machine.iter().any(|machine| machine.name == row.measured.machine), "{}", row.id);
        }
    }
}
