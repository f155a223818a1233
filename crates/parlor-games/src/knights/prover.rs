//! Win/loss solver of Knights: depth-first negamax over two values, with a transposition table, and the move that leaves
//! the fewest replies first. It needs a fifth to a tenth of the nodes of proof-number search, because the move with the
//! fewest replies is nearly always best and transpositions are frequent.

use parlor_core::{EngineEntry, EngineInfo, Game, OptionSpec, Options};
use parlor_engines::{Budget, Perfect, Proof, Prover, options, perfect};

use super::evaluator::TerritoryEvaluator;
use super::longest_path::{MAX_MOVES, wins_separated};
use super::reachability::is_separated;
use super::rules::{Knights, Move};
use super::solved_positions::SolvedPositions;
use super::symmetry::is_lost_by_rotation;

/// The default is small because that is faster: more of the table stays in the caches, and few positions are lost.
const TABLE_MIB: OptionSpec = options::table_mib(1, 1 << 16, 16);

const OPTIONS: &[OptionSpec] = &[TABLE_MIB];

/// Engine `perfect` of Knights.
pub type PerfectKnights = Perfect<Knights, TerritoryEvaluator, KnightsProver>;

pub(super) fn entry() -> EngineEntry<Knights> {
    let info = EngineInfo::new(perfect::NAME, perfect::ABOUT, OPTIONS);
    EngineEntry::new(info, |options| Perfect::new(KnightsProver::new(options.integer(&TABLE_MIB)), TerritoryEvaluator))
}

/// Win/loss solver with its transposition table.
#[derive(Debug)]
pub struct KnightsProver {
    solved: SolvedPositions,
}

impl Default for KnightsProver {
    fn default() -> KnightsProver {
        KnightsProver::new(Options::default().integer(&TABLE_MIB))
    }
}

impl KnightsProver {
    pub fn new(table_mib: u32) -> KnightsProver {
        KnightsProver { solved: SolvedPositions::new(table_mib) }
    }

    /// Whether the side to move wins, and the winning move. In a lost position the move is the one whose refutation took
    /// the most nodes, if any. `None` if the budget ran out.
    fn winning_move(&mut self, position: &Knights, budget: &mut Budget) -> Option<(bool, Option<Move>)> {
        if is_lost_by_rotation(position) {
            return Some((false, None));
        }
        let image = position.legal_moves().find(|m| is_lost_by_rotation(&position.after(*m)));
        if image.is_some() {
            return Some((true, image));
        }
        let (mut most_work, mut hardest) = (0, None);
        for m in OrderedMoves::new(position) {
            let before = budget.nodes();
            if !self.wins(&position.after(m), budget)? {
                return Some((true, Some(m)));
            }
            let work = budget.nodes() - before;
            if work > most_work {
                (most_work, hardest) = (work, Some(m));
            }
        }
        Some((false, hardest))
    }

    /// Whether the side to move wins; `None` if the budget ran out.
    fn wins(&mut self, position: &Knights, budget: &mut Budget) -> Option<bool> {
        if !budget.spend() {
            return None;
        }
        // Results that need no search are not stored.
        let moves = OrderedMoves::new(position);
        if moves.has_immediate_win() {
            return Some(true);
        }
        if moves.is_empty() || is_lost_by_rotation(position) {
            return Some(false);
        }
        if let Some(wins) = self.solved.find(position) {
            return Some(wins);
        }
        let wins = if is_separated(position) {
            wins_separated(position, budget)?
        } else {
            self.has_winning_move(position, moves, budget)?
        };
        self.solved.store(position, wins);
        Some(wins)
    }

    fn has_winning_move(&mut self, position: &Knights, moves: OrderedMoves, budget: &mut Budget) -> Option<bool> {
        for m in moves {
            if !self.wins(&position.after(m), budget)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

impl Prover<Knights> for KnightsProver {
    const SHORT_SEARCH_NODES: u64 = 10_000;

    type ShortSearchEvaluator = TerritoryEvaluator;

    fn prove(&mut self, position: &Knights, budget: &mut Budget) -> Proof<Move> {
        // Every move closes a cell, so the number of free cells bounds the distance.
        let max_plies = position.free().count_ones();
        match self.winning_move(position, budget) {
            Some((true, best)) => Proof::win(max_plies, best),
            Some((false, best)) => Proof::loss(max_plies, best),
            None => Proof::nothing(),
        }
    }

    fn reset(&mut self) {
        self.solved.clear();
    }
}

/// Legal moves by increasing number of replies, then by decreasing mobility of the mover.
pub(super) struct OrderedMoves {
    ranked: [(u32, Option<Move>); MAX_MOVES],
    yielded: usize,
    count: usize,
}

impl OrderedMoves {
    pub(super) fn new(position: &Knights) -> OrderedMoves {
        let me = position.turn();
        let mut moves = OrderedMoves { ranked: [(0, None); MAX_MOVES], yielded: 0, count: 0 };
        for (slot, m) in moves.ranked.iter_mut().zip(position.legal_moves()) {
            let next = position.after(m);
            let (theirs, mine) = (next.mobility(!me), next.mobility(me));
            *slot = (if theirs == 0 { 0 } else { theirs * 32 + 31 - mine }, Some(m));
            moves.count += 1;
        }
        moves
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether one of the moves leaves no reply.
    fn has_immediate_win(&self) -> bool {
        self.ranked[..self.count].iter().any(|(rank, _)| *rank == 0)
    }
}

impl Iterator for OrderedMoves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = &mut self.ranked[self.yielded..self.count];
        let best = (0..rest.len()).min_by_key(|&index| rest[index].0)?;
        rest[..=best].rotate_right(1);
        self.yielded += 1;
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

    fn negamax(position: &Knights, solved: &mut HashMap<Knights, bool>) -> bool {
        if let Some(wins) = solved.get(position) {
            return *wins;
        }
        let moves: Vec<Move> = position.legal_moves().collect();
        let wins = moves.into_iter().any(|m| !negamax(&position.after(m), solved));
        solved.insert(*position, wins);
        wins
    }

    /// A random 5x5 position with few free cells in the middle row, so that the knights are often separated.
    fn random_position(rules: Rules, seed: u64) -> Option<Knights> {
        let letter = |row: u8, column: u8| match (row, column, mix(seed * 64 + u64::from(row * 8 + column)) % 8) {
            (0, 1, _) => 'X',
            (4, 3, _) => 'O',
            (2, _, 0..6) | (_, _, 0..2) => '*',
            _ => '-',
        };
        let size = rules.size();
        let rows: Vec<String> = (0..size).map(|row| (0..size).map(|column| letter(row, column)).collect()).collect();
        Knights::new(rules).parse_position(&format!("{} X", rows.join("/"))).ok()
    }

    /// Tests the prover alone: the alpha-beta search that the engine runs first would solve most of these positions.
    #[test]
    fn agrees_with_negamax_on_separated_and_joined_positions() {
        let all = [Path::TwoOne, Path::OneTwo, Path::Either, Path::Leap]
            .map(|path| [Trail::Origin, Trail::Path].map(|trail| (path, trail)));
        for (path, trail) in all.into_iter().flatten() {
            let Some(rules) = Rules::new(5, path, trail) else { continue };
            let (mut separated, mut joined) = (0, 0);
            for seed in 0..400 {
                let position = random_position(rules, seed).unwrap();
                let mut budget = Budget::new(&Limits::none());
                let wins = KnightsProver::new(1).wins(&position, &mut budget);
                assert_eq!(wins, Some(negamax(&position, &mut HashMap::new())), "{path:?} {trail:?} {position}");
                if position.outcome() != Some(Outcome::Win(!position.turn())) {
                    *(if is_separated(&position) { &mut separated } else { &mut joined }) += 1;
                }
            }
            assert!(separated >= 10 && joined >= 10, "{path:?} {trail:?}: {separated} separated, {joined} joined");
        }
    }
}
