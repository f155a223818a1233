//! Runs the commands of rows and stores what they print in the data.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::{DATA, Measured, Reader, Row, load, read, save};
use crate::cargo::cargo;

/// The sets of the repository, as the commands name them.
pub(super) const SETS: &str = "crates/parlor-games/tests/sets";
/// Runs of a row, of which the quickest counts, if one takes less than so many seconds.
const RUNS: usize = 3;
const SHORT: f64 = 20.0;

/// Measures rows by their names, one after the other, each stored when it is done.
pub(super) fn measure(names: &[&str], sets: &str) -> Result<(), String> {
    let results = read()?;
    if let Some(unknown) = names.iter().find(|name| **name != "all" && !results.rows().any(|row| row.id == **name)) {
        let known: Vec<&str> = results.rows().map(|row| &*row.id).collect();
        return Err(format!("there is no row \"{unknown}\"; there are all, {}", known.join(", ")));
    }
    let is_chosen = |row: &&Row| names.contains(&&*row.id) || names.contains(&"all") && !row.is_long;
    let rows: Vec<&Row> = results.rows().filter(is_chosen).filter(|row| row.read != Reader::Text).collect();
    if rows.iter().any(|row| row.command.starts_with("parlor ")) {
        build()?;
    }
    let mut outputs = HashMap::new();
    for row in rows {
        println!("== {}: {}", row.id, row.command);
        let measured = best_of(row, sets, &mut outputs)?;
        store(&row.id, &measured)?;
    }
    Ok(())
}

fn build() -> Result<(), String> {
    let words = ["build", "--release", "--locked", "--package", "parlor"];
    if cargo("results", &words) == ExitCode::SUCCESS { Ok(()) } else { Err("the program was not built".to_owned()) }
}

fn best_of(row: &Row, sets: &str, outputs: &mut HashMap<String, String>) -> Result<Measured, String> {
    let mut best = Measured { seconds: Some(f64::MAX), ..Measured::default() };
    // Steps are measured by a program that repeats them itself, for all rows at once.
    let runs = if row.read == Reader::Steps { 1 } else { RUNS };
    for _ in 0..runs {
        if row.read != Reader::Steps {
            outputs.clear();
        }
        if !outputs.contains_key(&row.command) {
            outputs.insert(row.command.clone(), output(&row.command, sets)?);
        }
        let found = numbers(row, &outputs[&row.command])
            .ok_or_else(|| format!("{} printed something else: {}", row.command, outputs[&row.command]))?;
        let is_better = found.rate > best.rate || found.seconds < best.seconds;
        let is_short = found.seconds.is_none_or(|seconds| seconds < SHORT);
        if is_better {
            best = found;
        }
        if !is_short {
            break;
        }
    }
    Ok(Measured { machine: "shared".to_owned(), date: line_of("date", &["+%Y-%m-%d"])?, commit: commit()?, ..best })
}

/// What a command prints on both outputs.
fn output(command: &str, sets: &str) -> Result<String, String> {
    let command = command.replace(SETS, sets);
    let program = command.strip_prefix("parlor ").map(|rest| format!("target/release/parlor {rest}"));
    let script = format!("{} 2>&1", program.unwrap_or(command.clone()));
    let missing = command.split(' ').find(|word| word.starts_with(sets) && !Path::new(word).exists());
    if let Some(missing) = missing {
        return Err(format!("{missing} is not here: name the folder of the published sets with --sets"));
    }
    let output = Command::new("sh").args(["-c", &script]).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("{command} failed: {text}")) }
}

/// The numbers in the output of a row's command.
fn numbers(row: &Row, text: &str) -> Option<Measured> {
    let mut found = Measured::default();
    match row.read {
        Reader::Mean | Reader::Sum => {
            let line = text.lines().find(|line| line.starts_with("positions "))?;
            let words: Vec<&str> = line.split(' ').collect();
            let number = |name: &str| words[words.iter().position(|word| *word == name)? + 1].parse::<f64>().ok();
            let positions = number("positions").filter(|_| number("wrong") == Some(0.0))?;
            found.positions = Some(whole(positions));
            found.nodes = Some(whole(number("mean_nodes")? * positions));
            found.seconds = Some(number("mean_us")? * positions / 1e6);
        }
        Reader::Proofs => {
            let words = words_after(row, text)?;
            let [.., nodes, seconds] = words[..] else { return None };
            (found.nodes, found.seconds) = (Some(nodes.parse().ok()?), Some(seconds.parse().ok()?));
        }
        Reader::Perft => found.rate = text.lines().find_map(|line| line.strip_suffix(" leaves/s"))?.parse().ok(),
        Reader::Playouts => found.rate = Some(words_after(row, text)?.last()?.parse().ok()?),
        Reader::Steps => {
            let words = words_after(row, text)?;
            found.rate = Some(words.first()?.parse::<f64>().ok()? * 1e6);
        }
        Reader::Text => return None,
    }
    Some(found)
}

fn words_after<'a>(row: &Row, text: &'a str) -> Option<Vec<&'a str>> {
    Some(text.lines().find_map(|line| line.strip_prefix(&*row.line))?.split_whitespace().collect())
}

#[expect(clippy::cast_sign_loss, reason = "counts")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

fn commit() -> Result<String, String> {
    line_of("git", &["rev-parse", "--short=7", "HEAD"])
}

fn line_of(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Replaces the line of a row's measurement in the data; the other lines stay as a person wrote them.
fn store(id: &str, measured: &Measured) -> Result<(), String> {
    let text = load(DATA)?;
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let start = lines.iter().position(|line| *line == format!("id = \"{id}\""));
    let line = start.and_then(|start| (start..lines.len()).find(|at| lines[*at].starts_with("measured = ")));
    lines[line.ok_or_else(|| format!("{DATA}: row {id} has no line \"measured = \""))?] = line_text(measured);
    save(DATA, &(lines.join("\n") + "\n"))
}

fn line_text(measured: &Measured) -> String {
    let mut words = Vec::new();
    words.extend(measured.positions.map(|number| format!("positions = {number}")));
    words.extend(measured.nodes.map(|number| format!("nodes = {number}")));
    words.extend(measured.seconds.filter(|seconds| *seconds < f64::MAX).map(|number| format!("seconds = {number:.6}")));
    words.extend(measured.rate.map(|number| format!("rate = {number:.1}")));
    for (name, value) in [("machine", &measured.machine), ("date", &measured.date), ("commit", &measured.commit)] {
        words.push(format!("{name} = \"{value}\""));
    }
    format!("measured = {{ {} }}", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_data_is_read_again() {
        let text = line_text(&Measured {
            nodes: Some(5),
            seconds: Some(0.25),
            date: "2026-01-02".into(),
            ..Measured::default()
        });
        assert!(text.starts_with("measured = { nodes = 5, seconds = 0.250000, machine = \"\", date = \"2026-01-02\""));
    }
}
