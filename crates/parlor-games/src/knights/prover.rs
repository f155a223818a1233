//! Who wins, and nothing else: depth-first search over wins and losses, the most confining move first, with a
//! table of whole positions. On this game it needs a fifth to a tenth of the nodes of proof-number search, because the
//! fewest replies are nearly always the best move, and positions recur on many ways.

use parlor_core::Game;
use parlor_engines::Budget;

use super::reach::is_split;
use super::rules::{Knights, Move};
use super::symmetry::is_lost_by_rotation;
use super::tour::{MOST_MOVES, walks_longer};
use super::verdicts::Verdicts;

#[derive(Debug)]
pub(super) struct Prover {
    verdicts: Verdicts,
}

impl Prover {
    pub(super) fn new(table_mib: u32) -> Prover {
        Prover { verdicts: Verdicts::new(table_mib) }
    }

    pub(super) fn forget(&mut self) {
        self.verdicts.forget();
    }

    /// Whether the side to move wins; `None` out of budget.
    pub(super) fn wins(&mut self, position: &Knights, budget: &mut Budget) -> Option<bool> {
        if !budget.spend() {
            return None;
        }
        // What is seen at a glance is not worth a place in the table.
        let replies = Replies::new(position);
        if replies.ends_the_game() {
            return Some(true);
        }
        if replies.is_empty() || is_lost_by_rotation(position) {
            return Some(false);
        }
        if let Some(wins) = self.verdicts.find(position) {
            return Some(wins);
        }
        let wins = if is_split(position) {
            walks_longer(position, budget)?
        } else {
            self.has_a_winning_move(position, replies, budget)?
        };
        self.verdicts.store(position, wins);
        Some(wins)
    }

    fn has_a_winning_move(&mut self, position: &Knights, replies: Replies, budget: &mut Budget) -> Option<bool> {
        for m in replies {
            if !self.wins(&position.after(m), budget)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The legal moves, in the order of how few replies they leave, and then of how many moves they keep.
pub(super) struct Replies {
    ranked: [(u32, Option<Move>); MOST_MOVES],
    given: usize,
    count: usize,
}

impl Replies {
    pub(super) fn new(position: &Knights) -> Replies {
        let me = position.turn();
        let mut replies = Replies { ranked: [(0, None); MOST_MOVES], given: 0, count: 0 };
        for (place, m) in replies.ranked.iter_mut().zip(position.legal_moves()) {
            let next = position.after(m);
            let (theirs, mine) = (next.mobility(!me), next.mobility(me));
            *place = (if theirs == 0 { 0 } else { theirs * 32 + 31 - mine }, Some(m));
            replies.count += 1;
        }
        replies
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether one of the moves leaves no reply.
    fn ends_the_game(&self) -> bool {
        self.ranked[..self.count].iter().any(|(rank, _)| *rank == 0)
    }
}

impl Iterator for Replies {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = &mut self.ranked[self.given..self.count];
        let best = (0..rest.len()).min_by_key(|&place| rest[place].0)?;
        rest[..=best].rotate_right(1);
        self.given += 1;
        rest[0].1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use parlor_core::{Limits, Outcome};

    use super::*;
    use crate::bits::mix;
    use crate::knights::rules::{Path, Rules, Trail};

    fn negamax(position: &Knights, known: &mut HashMap<Knights, bool>) -> bool {
        if let Some(wins) = known.get(position) {
            return *wins;
        }
        let moves: Vec<Move> = position.legal_moves().collect();
        let wins = moves.into_iter().any(|m| !negamax(&position.after(m), known));
        known.insert(*position, wins);
        wins
    }

    /// Free cells where the dice say, fewest in the middle row, so that the knights are often apart.
    fn with_holes(rules: Rules, seed: u64) -> Option<Knights> {
        let letter = |row: u8, column: u8| match (row, column, mix(seed * 64 + u64::from(row * 8 + column)) % 8) {
            (0, 1, _) => 'X',
            (4, 3, _) => 'O',
            (2, _, 0..6) | (_, _, 0..2) => '*',
            _ => '-',
        };
        let size = rules.size();
        let rows: Vec<String> = (0..size).map(|row| (0..size).map(|column| letter(row, column)).collect()).collect();
        Knights::new(rules).read(&format!("{} X", rows.join("/"))).ok()
    }

    /// Without the alpha-beta that the engine runs first, and which would settle most of these.
    #[test]
    fn split_or_not_the_verdict_is_that_of_plain_negamax() {
        let all = [Path::TwoOne, Path::OneTwo, Path::Either, Path::Leap]
            .map(|path| [Trail::Origin, Trail::Path].map(|trail| (path, trail)));
        for (path, trail) in all.into_iter().flatten() {
            let Some(rules) = Rules::new(5, path, trail) else { continue };
            let (mut split, mut joined) = (0, 0);
            for seed in 0..400 {
                let position = with_holes(rules, seed).unwrap();
                let mut budget = Budget::new(&Limits::none());
                let wins = Prover::new(1).wins(&position, &mut budget);
                assert_eq!(wins, Some(negamax(&position, &mut HashMap::new())), "{path:?} {trail:?} {position}");
                if position.outcome() != Some(Outcome::Win(!position.turn())) {
                    *(if is_split(&position) { &mut split } else { &mut joined }) += 1;
                }
            }
            assert!(split >= 10 && joined >= 10, "{path:?} {trail:?}: {split} split, {joined} joined");
        }
    }
}
