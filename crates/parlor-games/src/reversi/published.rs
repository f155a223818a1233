//! Published positions: `BOARD SIDE; MOVE:MARGIN; ...` on a line, the best move first, as published endgame
//! sets (OBF) are written, or a margin alone in place of the moves.

use parlor_core::{AnyGame, PositionLine, PublishedPositions, Value};

pub(super) const PUBLISHED: PublishedPositions = PublishedPositions { read_line, score };

fn read_line(line: &str) -> PositionLine {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default().to_owned();
    let best = parts.next().filter(|part| !part.is_empty());
    PositionLine { position, score: best.and_then(|best| best.rsplit(':').next()).map(str::to_owned), name: None }
}

fn score(_: &dyn AnyGame, value: Value) -> Option<i32> {
    value.is_exact().then_some(value.at_least)?.margin()
}
