//! The page and the table of the README, as text.

use std::fmt::Write;

use super::{Measured, Reader, Results, Row, Section};

const HEADING: &str = "# Results

What Parlor's solvers, engines and environments do, beside what others print about theirs. `cargo xtask results` writes this page
from `docs/results.toml`; `cargo xtask results ROW` measures a row again. Times are processor time of one thread unless a row
says otherwise, the smallest of several runs. Figures of others are theirs, on their machines, so compare nodes first. A row of
ours names machine, date and commit.
";
/// The table of the README stands between these lines.
const START: &str = "<!-- cargo xtask results -->";
const END: &str = "<!-- end of results -->";

pub(super) fn page(results: &Results) -> String {
    let mut text = format!("{HEADING}\n| machine | |\n|---|---|\n");
    for machine in &results.machine {
        let _ = writeln!(text, "| {} | {} |", machine.name, machine.is);
    }
    for section in &results.section {
        text += &table(section);
    }
    text
}

fn table(section: &Section) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", section.title, section.text.trim());
    text += "| work | program | figure | where, when |\n|---|---|---|---|\n";
    for row in &section.row {
        let _ = writeln!(text, "| {} | **Parlor** | **{}** | {} |", row.what, figure(row), origin(&row.measured));
        for peer in &row.peer {
            let _ = writeln!(text, "| | {} | {} | {}; {} |", peer.program, peer.figure, peer.machine, peer.source);
        }
    }
    text += "\n| row | command |\n|---|---|\n";
    for row in &section.row {
        let _ = writeln!(text, "| `{}` | `{}` |", row.id, row.command);
    }
    if !section.more.is_empty() {
        let _ = writeln!(text, "\n{}", section.more.trim());
    }
    text
}

fn origin(measured: &Measured) -> String {
    format!("{}, {}, {}", measured.machine, measured.date, measured.commit)
}

/// A README with the table of the rows that it shows; unchanged if it has no place for one.
pub(super) fn with_table(readme: &str, results: &Results) -> String {
    let (Some(start), Some(end)) = (readme.find(START), readme.find(END)) else { return readme.to_owned() };
    let mut text = "\n| what | figure | date | measured with |\n|---|---|---|---|\n".to_owned();
    for row in results.rows() {
        if let Some(name) = &row.readme {
            let _ = writeln!(text, "| {name} | {} | {} | `{}` |", figure(row), row.measured.date, row.command);
        }
    }
    [&readme[..start + START.len()], &text, &readme[end..]].concat()
}

/// A measurement in words.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn figure(row: &Row) -> String {
    let measured = &row.measured;
    if let Some(text) = &measured.text {
        return text.clone();
    }
    if let Some(rate) = measured.rate {
        let unit = match row.read {
            Reader::Perft => "leaves",
            Reader::Playouts => "games",
            _ => "steps",
        };
        return format!("{} {unit}/s", short(rate));
    }
    let (nodes, seconds) = (measured.nodes.unwrap_or_default() as f64, measured.seconds.unwrap_or_default());
    let positions = measured.positions.unwrap_or(1);
    if row.read == Reader::Mean && positions > 1 {
        let count = positions as f64;
        return format!("{}, {} nodes (mean of {positions})", time(seconds / count), short(nodes / count));
    }
    format!("{}, {} nodes", time(seconds), short(nodes))
}

/// A number with three digits and a letter for thousands, millions or thousand millions.
fn short(number: f64) -> String {
    let (scaled, letter) = match number {
        ..1e4 => (number, ""),
        ..1e6 => (number / 1e3, " k"),
        ..1e9 => (number / 1e6, " M"),
        _ => (number / 1e9, " G"),
    };
    format!("{}{letter}", digits(scaled))
}

fn time(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{} us", digits(seconds * 1e6)),
        ..1.0 => format!("{} ms", digits(seconds * 1e3)),
        ..300.0 => format!("{} s", digits(seconds)),
        _ => format!("{} min", digits(seconds / 60.0)),
    }
}

/// Three digits.
fn digits(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_a_unit() {
        assert_eq!([16.0, 9_895.0, 340_960.0, 1.03e9].map(short), ["16.0", "9895", "341 k", "1.03 G"]);
        assert_eq!([1.47e-6, 0.0196, 10.5, 620.0].map(time), ["1.47 us", "19.6 ms", "10.5 s", "10.3 min"]);
    }
}
