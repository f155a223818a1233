//! The engine `perfect` of this game: it says what a position is worth only when that is proved. It first deepens a
//! little with alpha-beta, which gives distances and settles what is near the end, and then asks two questions:
//! does the side to move win, and if not, does the other?

mod dfpn;
mod geometry;
mod memory;
mod pairing;
mod siege;

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, Options, Player, Score, SearchInfo, Value};
use parlor_engines::options::TABLE_MIB;
use parlor_engines::{AlphaBeta, Budget, NullEvaluator, Report};

use super::rules::{Square, TicTacToe};
use super::word::Word;
use dfpn::{Answer, Search};
use geometry::Geometry;
use siege::Siege;

pub const INFO: EngineInfo = EngineInfo {
    name: "perfect",
    about: "who wins, proved by threats and pairings; without a limit, however long that takes",
    options: &[TABLE_MIB],
};

pub fn entry<W: Word, const N: u32>() -> EngineEntry<TicTacToe<W, N>> {
    EngineEntry { info: INFO, build: |options| Box::new(Perfect::new(options)) }
}

/// What alpha-beta may use before the questions are asked.
const NODES_FOR_DISTANCES: u64 = 30_000;

/// Answers who wins, and remembers what it found on the way.
#[derive(Debug)]
pub struct Prover<W, const N: u32> {
    table_mib: u32,
    /// For the streak asked about last.
    search: Option<(u32, Search<W>)>,
}

/// Whether a player wins, and the move for it if it is the one that the side to move wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub wins: bool,
    /// The move that brings it about, or the most stubborn one.
    pub best: Square,
}

impl<W: Word, const N: u32> Prover<W, N> {
    pub fn new(table_mib: u32) -> Self {
        Prover { table_mib, search: None }
    }

    pub fn forget(&mut self) {
        if let Some((_, search)) = &mut self.search {
            search.forget();
        }
    }

    /// Does this player win from here, where the game is not over? `None` out of budget.
    pub fn wins(&mut self, position: &TicTacToe<W, N>, player: Player, budget: &mut Budget) -> Option<Verdict> {
        let [mover, other] = position.sides();
        let attacker_moves = position.turn() == player;
        let (attacker, defender) = if attacker_moves { (mover, other) } else { (other, mover) };
        let siege = Siege::new(attacker, defender, position.free_cells(), attacker_moves);
        let Answer { attacker_wins, cell } = self.search(position.streak()).ask(&siege, budget)?;
        Some(Verdict { wins: attacker_wins, best: TicTacToe::<W, N>::square(cell.ones().next()?) })
    }

    fn search(&mut self, streak: u32) -> &mut Search<W> {
        // Sieges do not know their streak, so one table serves one streak.
        let search = self.search.take().filter(|(known, _)| *known == streak);
        let table_mib = self.table_mib;
        let new = || (streak, Search::new(Geometry::new::<N>(streak), table_mib));
        &mut self.search.insert(search.unwrap_or_else(new)).1
    }

    /// What the position is worth, as far as the budget goes, and a move that keeps it.
    fn prove(&mut self, position: &TicTacToe<W, N>, budget: &mut Budget) -> (Value, Option<Square>) {
        let open = Value::estimate(Score::DRAW);
        let me = position.turn();
        // A line of the side to move ends the game after an odd number of moves, one of the other after an even one.
        let free = position.free_cells().count_ones();
        let Some(win) = self.wins(position, me, budget) else { return (open, None) };
        if win.wins {
            let score = Score::win_in(free - (free + 1) % 2);
            return (Value { estimate: score, at_least: score, ..open }, Some(win.best));
        }
        match self.wins(position, !me, budget) {
            None => (Value { at_most: Score::DRAW, ..open }, None),
            Some(loss) if loss.wins => {
                let score = Score::loss_in(free - free % 2);
                (Value { estimate: score, at_most: score, ..open }, None)
            }
            Some(draw) => (Value::exact(Score::DRAW), Some(draw.best)),
        }
    }
}

#[derive(Debug)]
pub struct Perfect<W: Word, const N: u32> {
    deepening: AlphaBeta<TicTacToe<W, N>, NullEvaluator>,
    prover: Prover<W, N>,
}

impl<W: Word, const N: u32> Perfect<W, N> {
    pub fn new(options: &Options) -> Self {
        Perfect {
            deepening: AlphaBeta::new(&Options::default(), NullEvaluator),
            prover: Prover::new(options.whole(&TABLE_MIB)),
        }
    }
}

fn for_distances(limits: &Limits) -> Limits {
    if limits.depth.is_some() {
        return limits.clone();
    }
    // At most half of what there is: the questions want some too.
    let half = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)), ..limits.clone() };
    half.at_most_nodes(NODES_FOR_DISTANCES)
}

impl<W: Word, const N: u32> Engine<TicTacToe<W, N>> for Perfect<W, N> {
    /// A value that is not decided says that nothing could be proved within the limits. With a limit of depth it
    /// proves what can be proved within that depth.
    fn search(
        &mut self,
        position: &TicTacToe<W, N>,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<Square>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Report::begin(limits, first, better);
        let mut budget = Budget::new(limits);
        let mut last = None;
        self.deepening.search(position, &for_distances(limits), &mut |thought| {
            report.say(thought.clone());
            last = Some(thought);
        })?;
        if let Some(last) = last.filter(|last| !last.value.is_exact() && limits.depth.is_none()) {
            budget.charge(last.nodes);
            let (value, best) = self.prover.prove(position, &mut budget);
            let line = best.map_or(last.line, |best| vec![best]);
            if value != Value::estimate(Score::DRAW) {
                let (best, nodes) = (best.unwrap_or(last.best), budget.nodes());
                report.say(SearchInfo { best, value, line, depth: last.depth, nodes });
            }
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &TicTacToe<W, N>, limits: &Limits, report: &mut dyn FnMut(Square, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        let mut open: Vec<Square> = position.legal_moves().collect();
        let deepened = self.deepening.analyze(position, &for_distances(limits), &mut |m, value| {
            open.retain(|other| *other != m || !value.is_exact());
            report(m, value);
        });
        budget.charge(deepened);
        if limits.depth.is_some() {
            return budget.nodes();
        }
        for m in open {
            let (value, _) = self.prover.prove(&position.after(m), &mut budget);
            if value == Value::estimate(Score::DRAW) {
                break;
            }
            report(m, value.one_ply_before());
        }
        budget.nodes()
    }

    fn forget(&mut self) {
        self.deepening.forget();
        self.prover.forget();
    }
}
