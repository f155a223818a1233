//! Generator of the test sets in `tests/sets`: `cargo run -p parlor-games --example make_test_sets`.
//!
//! A plain checkout tests the solvers with these sets. The published sets, which are not part of the repository, are
//! tested in addition where they are available.

use std::fs;
use std::path::Path;

use parlor_core::{Game, Player, SplitMix64};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::Solver;
use parlor_games::reversi::Reversi;

/// Discs on the board of the Four in a Row positions; fewer would take a test too long.
const DISCS: std::ops::Range<u32> = 12..37;
const POSITIONS_PER_DISCS: usize = 8;
/// Positions that are decided sooner are too easy.
const LEAST_PLIES_LEFT: u32 = 5;

/// Empty cells of the Reversi positions; more would take plain negamax too long.
const EMPTIES: std::ops::Range<u32> = 1..11;
const POSITIONS_PER_EMPTIES: usize = 5;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("four-in-a-row.txt"), four_in_a_row())?;
    fs::write(folder.join("reversi.txt"), reversi())
}

/// Moves of a random game until `is_reached`, and the position there; `None` if the game was over before.
fn random_game<G: Game>(start: G, random: &mut SplitMix64, is_reached: impl Fn(&G) -> bool) -> Option<(String, G)> {
    let (mut position, mut moves) = (start, String::new());
    while !is_reached(&position) {
        let legal: Vec<G::Move> = position.legal_moves().collect();
        let m = *random.choose(&legal)?;
        moves += &m.to_string();
        position.play_unchecked(m);
    }
    position.outcome().is_none().then_some((moves, position))
}

/// Lines of columns and score, by the exact solver.
fn four_in_a_row() -> String {
    let mut lines = vec!["# Moves from the empty board, and the score by the solver (make_test_sets.rs).".to_owned()];
    let mut random = SplitMix64::new(1);
    let mut solver = Solver::new(64);
    for discs in DISCS {
        let games =
            std::iter::repeat_with(|| random_game(FourInARow::<7, 6>::default(), &mut random, |p| p.plies() == discs));
        let scored = games.flatten().map(|(moves, position)| (moves, solver.score(&position)));
        let hard = scored.filter(|(_, score)| score.plies_left(discs) >= LEAST_PLIES_LEFT);
        for (moves, score) in hard.take(POSITIONS_PER_DISCS) {
            lines.push(format!("{moves} {}", score.number()));
        }
    }
    lines.join("\n") + "\n"
}

/// Lines of moves and margin for the side to move, by plain negamax.
fn reversi() -> String {
    let mut lines = vec![
        "# Moves from the start, and the mover's margin in discs by plain negamax (make_test_sets.rs).".to_owned(),
    ];
    let mut random = SplitMix64::new(2);
    for empties in EMPTIES {
        let games = std::iter::repeat_with(|| random_game(Reversi::default(), &mut random, |p| p.empties() == empties));
        for (moves, position) in games.flatten().take(POSITIONS_PER_EMPTIES) {
            lines.push(format!("{moves} {}", negamax(&position)));
        }
    }
    lines.join("\n") + "\n"
}

fn negamax(position: &Reversi) -> i32 {
    position.legal_moves().map(|m| -negamax(&position.after(m))).max().unwrap_or_else(|| margin(position))
}

/// Difference of discs at the end, for the side to move; the winner gets the empty cells.
fn margin(position: &Reversi) -> i32 {
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones().cast_signed());
    let difference = black - white + (black - white).signum() * (64 - black - white);
    if position.turn() == Player::First { difference } else { -difference }
}
