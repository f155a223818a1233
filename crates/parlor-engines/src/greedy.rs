//! Looks one ply ahead with an evaluator, and one more for wins: it wins at once where it can, and else lets
//! the opponent win at once only where every move does.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Game, Limits, NoMoves, Options, Score, SearchInfo, Value,
};

use crate::move_ordering::root_moves;
use crate::options::TIES;
use crate::{Budget, Report, final_score, opinion, seen_from_before};

pub const INFO: EngineInfo = EngineInfo { name: "greedy", about: "the move that looks best at once", options: &[TIES] };

pub fn entry<G: Game, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Greedy::new(options, E::default())) }
}

#[derive(Debug)]
pub struct Greedy<E> {
    evaluator: E,
    seed: u32,
}

impl<E> Greedy<E> {
    pub fn new(options: &Options, evaluator: E) -> Greedy<E> {
        Greedy { evaluator, seed: options.whole(&TIES) }
    }

    /// What a move is worth to who made it, given where it led; `None` out of budget.
    fn judge<G: Game>(&self, next: &G, budget: &mut Budget) -> Option<Value>
    where
        E: Evaluate<G>,
    {
        let mut is_over = true;
        for reply in next.legal_moves() {
            is_over = false;
            if !budget.spend() {
                return None;
            }
            let end = next.after(reply);
            if end.legal_moves().next().is_none() && final_score(&end) == Score::LOST {
                return Some(Value::exact(Score::loss_in(2)));
            }
        }
        let score = if is_over { final_score(next) } else { opinion(&self.evaluator, next) };
        let score = seen_from_before(score);
        Some(if is_over { Value::exact(score) } else { Value::estimate(score) })
    }
}

impl<G: Game, E: Evaluate<G>> Engine<G> for Greedy<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let moves = root_moves(position, self.seed);
        let mut report = Report::begin(limits, *moves.first().ok_or(NoMoves)?, better);
        let mut budget = Budget::new(limits);
        let mut best: Option<SearchInfo<G::Move>> = None;
        let mut all_are_exact = true;
        for &m in &moves {
            let judged = if budget.spend() { self.judge(&position.after(m), &mut budget) } else { None };
            let Some(value) = judged else {
                all_are_exact = false;
                break;
            };
            all_are_exact &= value.is_exact();
            if best.as_ref().is_none_or(|best| value.estimate > best.value.estimate) {
                let nodes = budget.nodes();
                // What one move proves is only what can be had at least.
                let value = Value { at_most: Score::win_in(1), ..value };
                let thought = SearchInfo { best: m, value, line: vec![m], depth: 1, nodes };
                report.say(thought.clone());
                best = Some(thought);
                if value.is_exact() {
                    break;
                }
            }
        }
        if let Some(best) = best.filter(|best| all_are_exact && !best.value.is_exact()) {
            report.say(SearchInfo { value: Value::exact(best.value.estimate), nodes: budget.nodes(), ..best });
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        for m in position.legal_moves() {
            match self.judge(&position.after(m), &mut budget) {
                Some(value) => report(m, value),
                None => break,
            }
        }
        budget.nodes()
    }

    fn forget(&mut self) {}
}
