//! An engine for Four in a Row, added to Parlor's catalog from outside: it wins if it can, blocks if it must, and
//! otherwise plays near the center.

use parlor_core::{
    AnyEngineEntry, Catalog, Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Outcome,
    Report, Score, Value,
};
use parlor_games::four_in_a_row::{Column, FourInARow};

/// Column that the engine likes best, counted from 1.
const FAVORITE: OptionSpec = OptionSpec::integer("favorite", "column that it likes best", 1, 7, 4);

const OPTIONS: &[OptionSpec] = &[FAVORITE];

const INFO: EngineInfo = EngineInfo::new("center", "wins, blocks, or plays near the center", OPTIONS);

/// Parlor's catalog with the engine `center` for Four in a Row.
pub fn catalog() -> Catalog {
    let engine = AnyEngineEntry::typed(EngineEntry::new(INFO, Center::new));
    parlor_games::catalog().with_engine("four-in-a-row", engine).expect("Parlor has Four in a Row")
}

/// Engine that looks one move ahead and prefers columns near its favorite.
#[derive(Debug)]
pub struct Center {
    favorite: usize,
}

impl Center {
    pub fn new(options: &Options) -> Center {
        Center { favorite: options.integer(&FAVORITE) as usize - 1 }
    }
}

/// Whether the side to move wins with a disc in this column.
fn wins(position: &FourInARow, column: Column) -> bool {
    position.after(column).outcome().is_some_and(|outcome| outcome != Outcome::Draw)
}

impl Engine<FourInARow> for Center {
    fn search(
        &mut self,
        position: &FourInARow,
        _: &Limits,
        on_report: &mut dyn FnMut(Report<Column>),
    ) -> Result<(), NoMoves> {
        let moves: Vec<Column> = position.legal_moves().collect();
        let allows_win = |m: Column| {
            let next = position.after(m);
            next.legal_moves().any(|reply| wins(&next, reply))
        };
        let winning = moves.iter().copied().find(|m| wins(position, *m));
        let distance = |m: &Column| (allows_win(*m), m.index().abs_diff(self.favorite));
        let best = winning.or_else(|| moves.iter().copied().min_by_key(distance)).ok_or(NoMoves)?;
        // An engine may claim an exact value only if it has proved it.
        let value = if winning.is_some() { Value::exact(Score::win_in(1)) } else { Value::estimate(Score::DRAW) };
        on_report(Report { best, value, line: vec![best], depth: 1, nodes: moves.len() as u64 });
        Ok(())
    }

    /// There is nothing to forget.
    fn reset(&mut self) {}
}
