//! Published positions: a board on a line, or a record with `name` and `board`, as in JSON lines and in JSON
//! lists with one board on a line. The score is the length of a plan.

use parlor_core::{AnyGame, PositionLine, PublishedPositions, Value};

pub(super) const PUBLISHED: PublishedPositions = PublishedPositions { read_line, score };

fn read_line(line: &str) -> PositionLine {
    let line = line.trim_end_matches(',');
    // The first and the last line of a list hold no board.
    let position = if matches!(line, "[" | "]") { "" } else { line };
    let name = serde_json::from_str(line)
        .ok()
        .and_then(|record: serde_json::Value| Some(record.get("name")?.as_str()?.to_owned()));
    PositionLine { name, ..PositionLine::of_position(position) }
}

fn score(_: &dyn AnyGame, value: Value) -> Option<i32> {
    let plies = value.at_least.is_win().then_some(value.at_least)?.plies()?;
    i32::try_from(plies).ok()
}
