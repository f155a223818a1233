//! Genius: perfect where that can be proved, and among equal moves the one that leaves the opponent most room to go
//! wrong. On boards up to 4x4 both are known exactly; on larger ones proofs have a limit of positions and the room is
//! estimated by playing on. What it answers depends on the position alone, so one genius serves any number of games at
//! once.

mod playouts;
mod solved;

use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};

use parlor_core::{Game, Keyed, Limits};
use parlor_engines::Budget;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::prover::Prover;
use super::rules::{Square, TicTacToe};
use super::word::Word;
use playouts::sum_of_results;
use solved::Solved;

/// Positions looked at to find a win for the side to move.
const NODES_FOR_A_WIN: u64 = 10_000;
/// Positions looked at to find which moves lose, all together.
const NODES_FOR_SAFETY: u64 = 20_000;
/// Cells filled by play-outs in one move, all together, so that large boards take no longer.
const PLAYED_CELLS: u32 = 150_000;
const TABLE_MIB: u32 = 4;
/// Answers kept; later ones are worked out anew.
const MOST_ANSWERS: usize = 1 << 20;

#[derive(Debug)]
pub struct Genius<W: Word, const N: u32> {
    streak: u32,
    solved: OnceLock<Solved<W, N>>,
    answers: RwLock<HashMap<TicTacToe<W, N>, Square>>,
}

impl<W: Word, const N: u32> Genius<W, N> {
    pub fn new(streak: u32) -> Self {
        Genius { streak, solved: OnceLock::new(), answers: RwLock::default() }
    }

    /// `None` when the game is over.
    pub fn choose(&self, position: &TicTacToe<W, N>) -> Option<Square> {
        if N <= solved::LARGEST {
            return self.solved.get_or_init(|| Solved::new(self.streak)).best(position);
        }
        // A poisoned lock only means that somebody else failed; answers are whole either way.
        let known = self.answers.read().ok().and_then(|answers| answers.get(position).copied());
        if known.is_some() {
            return known;
        }
        let square = think(position)?;
        if let Ok(mut answers) = self.answers.write()
            && answers.len() < MOST_ANSWERS
        {
            answers.insert(*position, square);
        }
        Some(square)
    }
}

/// One of the moves, as far as it is understood.
struct Candidate<W: Word, const N: u32> {
    square: Square,
    next: TicTacToe<W, N>,
    chances: i32,
}

fn think<W: Word, const N: u32>(position: &TicTacToe<W, N>) -> Option<Square> {
    let [mover, other] = position.sides();
    let first = |cells: W| cells.ones().next().map(TicTacToe::<W, N>::square);
    let forced = |cells: W| if cells.count_ones() == 1 { first(cells) } else { None };
    if let Some(square) = first(position.completing(mover)).or_else(|| forced(position.completing(other))) {
        return Some(square);
    }
    let me = position.turn();
    let mut prover = Prover::new(TABLE_MIB);
    let win = prover.wins(position, me, &mut Budget::new(&Limits::nodes(NODES_FOR_A_WIN)));
    if let Some(win) = win.filter(|win| win.wins) {
        return Some(win.best);
    }
    safest(&candidates(position), &mut prover)
}

/// The moves worth a thought, the most promising first.
fn candidates<W: Word, const N: u32>(position: &TicTacToe<W, N>) -> Vec<Candidate<W, N>> {
    let mut dice = SmallRng::seed_from_u64(position.key());
    // Where a win must be stopped, only the moves that stop it count.
    let cells = position.clever_cells();
    let cells_left = position.free_cells().count_ones();
    let times = (PLAYED_CELLS / (cells.count_ones() * cells_left).max(1)).max(1);
    let mut candidates: Vec<Candidate<W, N>> = cells
        .ones()
        .map(|bit| {
            let square = TicTacToe::<W, N>::square(bit);
            let next = position.after(square);
            Candidate { square, next, chances: sum_of_results(&next, position.turn(), times, &mut dice) }
        })
        .collect();
    candidates.sort_by_key(|candidate| -candidate.chances);
    candidates
}

/// The first that is proved not to lose, else the first that is not proved to lose, else the first.
fn safest<W: Word, const N: u32>(candidates: &[Candidate<W, N>], prover: &mut Prover<W, N>) -> Option<Square> {
    let mut budget = Budget::new(&Limits::nodes(NODES_FOR_SAFETY));
    let mut open = None;
    for candidate in candidates {
        if candidate.next.outcome().is_some() {
            return Some(candidate.square);
        }
        let share = budget.rest(None).nodes.map(|nodes| nodes / 2);
        let mut part = Budget::new(&Limits { nodes: share, ..Limits::none() });
        let opponent = candidate.next.turn();
        let verdict = prover.wins(&candidate.next, opponent, &mut part);
        budget.charge(part.nodes());
        match verdict {
            Some(verdict) if verdict.wins => {}
            Some(_) => return Some(candidate.square),
            None => open = open.or(Some(candidate.square)),
        }
    }
    open.or_else(|| candidates.first().map(|candidate| candidate.square))
}
