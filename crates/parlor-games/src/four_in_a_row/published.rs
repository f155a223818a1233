//! Published positions: `COLUMNS [SCORE]` on a line, with the score in discs, as in the sets of Pascal Pons.

use parlor_core::{AnyGame, ErasedGame, PositionLine, PublishedPositions, Value};

use super::rules::FourInARow;
use super::solver::DiscScore;

pub(super) const PUBLISHED: PublishedPositions = PublishedPositions { read_line, score };

fn read_line(line: &str) -> PositionLine {
    let mut words = line.split_whitespace().map(str::to_owned);
    PositionLine { position: words.next().unwrap_or_default(), score: words.next(), name: None }
}

fn score(game: &dyn AnyGame, value: Value) -> Option<i32> {
    let game: &ErasedGame<FourInARow> = game.as_any().downcast_ref()?;
    let exact = value.is_exact().then_some(value.at_least)?;
    DiscScore::of_plies(exact, game.typed_position().plies()).map(DiscScore::number)
}
