//! Engine `greedy`: one-ply search with an evaluator, plus a check of the replies. It takes an immediate win, and it
//! allows the opponent an immediate win only where every move does.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Game, Limits, NoMoves, OptionSpec, Options, Report, Score, Value,
};

use crate::fallible::fallible;
use crate::move_ordering::root_moves;
use crate::options::TIE_SEED;
use crate::{Budget, Reporter, final_score, score_for_parent, static_score};

const OPTIONS: &[OptionSpec] = &[TIE_SEED];

pub const INFO: EngineInfo = EngineInfo::new("greedy", "one-ply search", OPTIONS);

pub fn entry<G: Game, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    fallible(EngineEntry::new(INFO, |options| Greedy::new(options, E::default())))
}

/// One-ply search with an evaluator.
#[derive(Debug)]
pub struct Greedy<E> {
    evaluator: E,
    seed: u32,
}

impl<E> Greedy<E> {
    pub fn new(options: &Options, evaluator: E) -> Greedy<E> {
        Greedy { evaluator, seed: options.integer(&TIE_SEED) }
    }

    /// The value of the move that led to `next`, for the player who made it; `None` if the budget ran out.
    fn move_value<G: Game>(&self, next: &G, budget: &mut Budget) -> Option<Value>
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
        let score = if is_over { final_score(next) } else { static_score(&self.evaluator, next) };
        let score = score_for_parent(score);
        Some(if is_over { Value::exact(score) } else { Value::estimate(score) })
    }
}

impl<G: Game, E: Evaluate<G>> Engine<G> for Greedy<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        let moves = root_moves(position, self.seed);
        let mut reporter = Reporter::start(limits, *moves.first().ok_or(NoMoves)?, on_report);
        let mut budget = Budget::new(limits);
        let mut best: Option<Report<G::Move>> = None;
        let mut all_are_exact = true;
        for &m in &moves {
            let value = if budget.spend() { self.move_value(&position.after(m), &mut budget) } else { None };
            let Some(value) = value else {
                all_are_exact = false;
                break;
            };
            all_are_exact &= value.is_exact();
            if best.as_ref().is_none_or(|best| value.estimate > best.value.estimate) {
                let nodes = budget.nodes();
                // One move proves only a lower bound.
                let value = Value { at_most: Score::win_in(1), ..value };
                let info = Report { best: m, value, line: vec![m], depth: 1, nodes };
                reporter.send(info.clone());
                best = Some(info);
                if value.is_exact() {
                    break;
                }
            }
        }
        if let Some(best) = best.filter(|best| all_are_exact && !best.value.is_exact()) {
            reporter.send(Report { value: Value::exact(best.value.estimate), nodes: budget.nodes(), ..best });
        }
        reporter.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        for m in position.legal_moves() {
            match self.move_value(&position.after(m), &mut budget) {
                Some(value) => report(m, value),
                None => break,
            }
        }
        budget.nodes()
    }

    fn reset(&mut self) {}
}
