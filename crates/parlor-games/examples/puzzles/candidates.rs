//! Candidate positions: from games of random and greedy moves, or from random mazes.

use std::ops::RangeInclusive;

use parlor_core::{AnyGame, Catalog, EngineSpec, GameEntry, Limits, PuzzleKind, Setup, SplitMix64};

use crate::mazes::random_maze;

/// Options of a game, and how many moves its candidates are from the start.
pub(crate) struct Variant {
    options: &'static [(&'static str, &'static str)],
    plies: RangeInclusive<usize>,
}

/// Where the candidates of a game come from, and which puzzles it has.
pub(crate) struct Recipe {
    pub(crate) kinds: &'static [PuzzleKind],
    /// Empty for a game whose candidates are mazes.
    variants: Vec<Variant>,
}

pub(crate) fn recipe(game: &str) -> Option<Recipe> {
    use PuzzleKind::{HoldDraw, OnlyMove, ShortestPlan, WinIn};
    let variant = |options, plies| Variant { options, plies };
    let (kinds, variants): (&[PuzzleKind], Vec<Variant>) = match game {
        "four-in-a-row" => (&[WinIn, OnlyMove, HoldDraw], vec![variant(&[], 10..=32)]),
        "tic-tac-toe" => (
            &[WinIn, OnlyMove, HoldDraw],
            vec![
                variant(&[("size", "3"), ("win-streak", "3")], 2..=6),
                variant(&[("size", "4"), ("win-streak", "3")], 2..=6),
                variant(&[("size", "4"), ("win-streak", "4")], 5..=12),
                variant(&[("size", "5"), ("win-streak", "4")], 5..=14),
            ],
        ),
        "knights" => (
            &[WinIn, OnlyMove],
            vec![
                variant(&[("size", "6")], 6..=22),
                variant(&[], 12..=36),
                variant(&[("size", "6"), ("path", "leap")], 8..=24),
                variant(&[("path", "leap")], 24..=44),
            ],
        ),
        "reversi" => (&[OnlyMove, HoldDraw], vec![variant(&[("size", "6")], 18..=27), variant(&[], 46..=54)]),
        "pacman" => (&[ShortestPlan], Vec::new()),
        _ => return None,
    };
    Some(Recipe { kinds, variants })
}

impl Recipe {
    /// A position that is not over; `None` if this attempt made none.
    pub(crate) fn candidate(
        &self,
        catalog: &Catalog,
        entry: &GameEntry,
        random: &mut SplitMix64,
    ) -> Option<Box<dyn AnyGame>> {
        let Some(variant) = random.choose(&self.variants) else {
            return entry.start(entry.default_setup().with_position(random_maze(random))).ok();
        };
        let setup =
            variant.options.iter().fold(Setup::new(&entry.name), |setup, (name, value)| setup.with_option(name, value));
        let mut game = entry.start(setup.clone()).ok()?;
        let mut greedy = catalog.engine(&*game, &EngineSpec::new("greedy")).ok()?;
        let plies = variant.plies.start() + random.below(variant.plies.end() - variant.plies.start() + 1);
        for _ in 0..plies {
            let mut chosen = random.choose(&game.legal_moves())?.clone();
            // Games of random moves alone look like nothing that people play.
            if random.below(2) == 0 {
                greedy.search(&*game, &Limits::depth(1), &mut |info| chosen = info.best).ok()?;
            }
            game.play(&chosen).ok()?;
        }
        // The puzzle starts at this position, without the moves before it.
        let game = entry.start(setup.with_position(game.position())).ok()?;
        game.outcome().is_none().then_some(game)
    }
}
