//! The engine `perfect`, for small games: it says what a position is worth only when that is proved. It first
//! deepens a little with alpha-beta, which gives distances and settles what is near the end, and then asks
//! proof-number search who wins at all. Every table keeps whole positions, so a proof is one.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Keyed, Limits, NoMoves, Options, Player, Score, SearchInfo, Value,
};

use crate::dfpn::{Answer, Dfpn};
use crate::options::TABLE_MIB;
use crate::{AlphaBeta, Budget, NullEvaluator, Report};

pub const INFO: EngineInfo = EngineInfo {
    name: "perfect",
    about: "who wins, proved; without a limit, however long that takes",
    options: &[TABLE_MIB],
};

/// What alpha-beta may use before proof-number search takes over.
const NODES_FOR_DISTANCES: u64 = 50_000;
const MIB_FOR_DISTANCES: u32 = 8;

/// Longer than any game: for wins and losses of unknown length.
const AT_MOST_PLIES: u32 = 50_000;

/// What a game knows of a position without playing on. `()` knows nothing.
pub trait Insight<G: Game>: Send {
    /// Whether a player wins from here with best play, where that can be told at a glance: because no line is
    /// left to complete, or because the players can no longer meet.
    fn wins(&self, _position: &G, _player: Player) -> Option<bool> {
        None
    }
}

impl<G: Game> Insight<G> for () {}

pub fn entry<G: Keyed, I: Insight<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Perfect::new(options, I::default())) }
}

#[derive(Debug)]
pub struct Perfect<G: Keyed, I> {
    deepening: AlphaBeta<G, NullEvaluator>,
    dfpn: Dfpn<G, I>,
}

impl<G: Keyed, I: Insight<G>> Perfect<G, I> {
    pub fn new(options: &Options, insight: I) -> Perfect<G, I> {
        Perfect {
            deepening: AlphaBeta::with_table(MIB_FOR_DISTANCES, NullEvaluator),
            dfpn: Dfpn::new(options.whole(&TABLE_MIB), insight),
        }
    }

    /// Who wins, and with which move (by its place among the legal ones). `None` for what could not be proved.
    fn prove(&mut self, position: &G, budget: &mut Budget) -> Proof {
        let me = position.turn();
        let Some(win) = self.dfpn.ask(position, me, budget) else { return Proof::Nothing };
        if win.is_reached {
            return Proof::Win(win);
        }
        match self.dfpn.ask(position, !me, budget) {
            None => Proof::NoWin,
            Some(draw) if draw.is_reached => Proof::Draw(draw),
            Some(loss) => Proof::Loss(loss),
        }
    }
}

enum Proof {
    Nothing,
    Win(Answer),
    NoWin,
    Draw(Answer),
    Loss(Answer),
}

impl Proof {
    fn value(&self) -> Value {
        let open = Value::estimate(Score::DRAW);
        let (win, loss) = (Score::win_in(AT_MOST_PLIES), Score::loss_in(AT_MOST_PLIES));
        match self {
            Proof::Nothing => open,
            Proof::Win(_) => Value { estimate: win, at_least: win, ..open },
            Proof::NoWin => Value { at_most: Score::DRAW, ..open },
            Proof::Draw(_) => Value::exact(Score::DRAW),
            Proof::Loss(_) => Value { estimate: loss, at_most: loss, ..open },
        }
    }

    /// The place of a move that holds this value.
    fn place(&self) -> Option<usize> {
        match self {
            Proof::Win(answer) | Proof::Draw(answer) | Proof::Loss(answer) => Some(answer.place),
            Proof::Nothing | Proof::NoWin => None,
        }
    }
}

fn for_distances(limits: &Limits) -> Limits {
    if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(NODES_FOR_DISTANCES) }
}

impl<G: Keyed, I: Insight<G>> Engine<G> for Perfect<G, I> {
    /// A value that is not decided says that nothing could be proved within the limits. With a limit of depth it
    /// proves what can be proved within that depth.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Report::begin(limits, first, better);
        let mut budget = Budget::new(limits);
        self.dfpn.begin();
        let mut last = None;
        self.deepening.search(position, &for_distances(limits), &mut |thought| {
            report.say(thought.clone());
            last = Some(thought);
        })?;
        budget.charge(self.deepening.nodes());
        if let Some(last) = last.filter(|last| !last.value.is_exact() && limits.depth.is_none()) {
            let proof = self.prove(position, &mut budget);
            let best = proof.place().and_then(|place| position.legal_moves().nth(place));
            let line = best.map_or(last.line, |best| vec![best]);
            let value = if matches!(proof, Proof::Nothing) { last.value } else { proof.value() };
            let nodes = budget.nodes();
            report.say(SearchInfo { best: best.unwrap_or(last.best), value, line, depth: last.depth, nodes });
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        self.dfpn.begin();
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        self.deepening.analyze(position, &for_distances(limits), &mut |m, value| {
            open.retain(|other| *other != m || !value.is_exact());
            report(m, value);
        });
        budget.charge(self.deepening.nodes());
        if limits.depth.is_none() {
            for m in open {
                match self.prove(&position.after(m), &mut budget) {
                    Proof::Nothing => break,
                    proof => report(m, proof.value().one_ply_before()),
                }
            }
        }
        budget.nodes()
    }

    fn forget(&mut self) {
        self.deepening.forget();
        self.dfpn.forget();
    }
}
