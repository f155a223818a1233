//! The protocol of an engine's reports, kept in one place: with a limit each is passed on as it comes,
//! without one only the last.

use parlor_core::{Limits, Score, SearchInfo, Value};

pub struct Report<'a, M> {
    better: &'a mut dyn FnMut(SearchInfo<M>),
    is_unlimited: bool,
    last: Option<SearchInfo<M>>,
}

impl<M> std::fmt::Debug for Report<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report").field("is_unlimited", &self.is_unlimited).finish_non_exhaustive()
    }
}

impl<'a, M: Copy> Report<'a, M> {
    /// Reports the first legal move at once, as something to play if time is up already.
    pub fn begin(limits: &Limits, first: M, better: &'a mut dyn FnMut(SearchInfo<M>)) -> Report<'a, M> {
        let mut report = Report { better, is_unlimited: limits.is_unlimited(), last: None };
        report.say(SearchInfo {
            best: first,
            value: Value::estimate(Score::DRAW),
            line: vec![first],
            depth: 0,
            nodes: 0,
        });
        report
    }

    pub fn say(&mut self, thought: SearchInfo<M>) {
        if self.is_unlimited {
            self.last = Some(thought);
        } else {
            (self.better)(thought);
        }
    }

    /// The last thought was the answer.
    pub fn end(self) {
        if let Some(thought) = self.last {
            (self.better)(thought);
        }
    }
}
