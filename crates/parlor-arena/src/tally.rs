//! Results that count, in the order of the schedule.
//!
//! Workers finish games in any order, but games count in the order of the schedule. Therefore a decision of the SPRT
//! or the withdrawal of an engine does not depend on how many workers there were: pairs after it do not count.

use parlor_core::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::Competition;
use crate::schedule::Pairing;
use crate::statistics::{Meeting, Pentanomial, Sprt, SprtDecision};

/// What statistics need of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    pub outcome: Outcome,
    pub is_adjudicated: bool,
    /// The side whose engine failed.
    pub failed: Option<Player>,
}

/// The two games of a pair: in the first one, engine `a` of the pairing has the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairSummary {
    pub pairing: Pairing,
    /// Index of the limit.
    pub limit: usize,
    pub games: [GameSummary; 2],
}

/// Failures of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FailureCount {
    pub total: u64,
    pub in_a_row: u32,
    pub is_withdrawn: bool,
}

/// Sum of all pairs that count.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    engines: usize,
    max_failures: u32,
    sprt: Option<Sprt>,
    /// Results by limit and by pairing, with the smaller index as `a`.
    meetings: Vec<Vec<Meeting>>,
    failures: Vec<FailureCount>,
    adjudicated: u64,
    pairs: u64,
    decision: Option<SprtDecision>,
}

impl Tally {
    pub fn new(competition: &Competition) -> Tally {
        Tally {
            engines: competition.engines.len(),
            max_failures: competition.failures.max(1),
            sprt: competition.sprt,
            meetings: vec![Vec::new(); competition.limits.len()],
            failures: vec![FailureCount::default(); competition.engines.len()],
            adjudicated: 0,
            pairs: 0,
            decision: None,
        }
    }

    /// Counts the next pair of the schedule, unless one of its engines is withdrawn or the test is decided.
    pub fn add(&mut self, pair: &PairSummary) {
        if !self.counts(pair.pairing) {
            return;
        }
        let Pairing { a, b } = pair.pairing;
        let half_points = |game: usize, by: Player| match pair.games[game].outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) => 2 * usize::from(winner == by),
        };
        let (with, without) = (half_points(0, Player::First), half_points(1, Player::Second));
        // From the viewpoint of `b`: it had the first move in the second game.
        let (low, with, without) = if a < b { (a, with, without) } else { (b, 2 - without, 2 - with) };
        self.meeting(pair.limit, low, a.max(b)).counts[with][without] += 1;
        for (game, sides) in pair.games.into_iter().zip([[a, b], [b, a]]) {
            self.adjudicated += u64::from(game.is_adjudicated);
            self.count_failures(game, sides);
        }
        self.pairs += 1;
        self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.pentanomial(None, Pairing { a: 0, b: 1 })));
    }

    /// Whether pairs of these engines still count.
    pub fn counts(&self, pairing: Pairing) -> bool {
        self.decision.is_none() && ![pairing.a, pairing.b].iter().any(|&engine| self.failures[engine].is_withdrawn)
    }

    fn meeting(&mut self, limit: usize, a: usize, b: usize) -> &mut Meeting {
        let meetings = &mut self.meetings[limit];
        let place = meetings.binary_search_by_key(&(a, b), |meeting| (meeting.a, meeting.b)).unwrap_or_else(|place| {
            meetings.insert(place, Meeting { a, b, counts: [[0; 3]; 3] });
            place
        });
        &mut meetings[place]
    }

    fn count_failures(&mut self, game: GameSummary, sides: [usize; 2]) {
        for player in Player::BOTH {
            let failures = &mut self.failures[sides[player.index()]];
            if game.failed == Some(player) {
                failures.total += 1;
                failures.in_a_row += 1;
                failures.is_withdrawn |= failures.in_a_row >= self.max_failures;
            } else {
                failures.in_a_row = 0;
            }
        }
    }

    /// Results of all pairings under one limit, or under all of them.
    pub fn meetings(&self, limit: Option<usize>) -> Vec<Meeting> {
        let mut sum: Vec<Meeting> = Vec::new();
        let lists = self.meetings.iter().enumerate().filter(|(index, _)| limit.is_none_or(|limit| limit == *index));
        for meeting in lists.flat_map(|(_, list)| list) {
            match sum.iter_mut().find(|known| (known.a, known.b) == (meeting.a, meeting.b)) {
                None => sum.push(*meeting),
                Some(known) => {
                    let counts = known.counts.iter_mut().flatten().zip(meeting.counts.iter().flatten());
                    counts.for_each(|(total, count)| *total += count);
                }
            }
        }
        sum
    }

    /// Pair results of a pairing from the viewpoint of its `a`.
    pub fn pentanomial(&self, limit: Option<usize>, pairing: Pairing) -> Pentanomial {
        let key = (pairing.a.min(pairing.b), pairing.a.max(pairing.b));
        let mut pairs = Pentanomial::default();
        let lists = self.meetings.iter().enumerate().filter(|(index, _)| limit.is_none_or(|limit| limit == *index));
        for meeting in lists.flat_map(|(_, list)| list).filter(|meeting| (meeting.a, meeting.b) == key) {
            for (with, row) in meeting.counts.iter().enumerate() {
                row.iter().enumerate().for_each(|(without, count)| pairs.add(with + without, *count));
            }
        }
        if pairing.a < pairing.b { pairs } else { pairs.reversed() }
    }

    /// Half points of an engine, in all its games.
    pub fn half_points(&self, engine: usize) -> u64 {
        let meetings = self.meetings.iter().flatten().filter(|meeting| meeting.a == engine || meeting.b == engine);
        let points = meetings.flat_map(|meeting| {
            let outcomes = meeting.counts.iter().enumerate().flat_map(|(with, row)| {
                row.iter().enumerate().map(move |(without, count)| ((with + without) as u64, *count))
            });
            outcomes.map(move |(points, count)| if meeting.a == engine { points * count } else { (4 - points) * count })
        });
        points.sum()
    }

    pub fn engines(&self) -> usize {
        self.engines
    }

    pub fn failures(&self, engine: usize) -> FailureCount {
        self.failures[engine]
    }

    /// Games that were adjudicated.
    pub fn adjudicated(&self) -> u64 {
        self.adjudicated
    }

    /// Pairs that count.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Log-likelihood ratio of the SPRT, if there is one.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr(&self.pentanomial(None, Pairing { a: 0, b: 1 })))
    }

    pub fn decision(&self) -> Option<SprtDecision> {
        self.decision
    }
}
