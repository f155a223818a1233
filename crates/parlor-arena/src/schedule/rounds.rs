//! The rounds of a competition, one after the other.

use super::{Format, Pairing, Round, SwissScores, gauntlet, pair_round, round_robin};
use crate::{Competition, Tally};

/// Iterator over rounds; a Swiss round depends on the results before it.
#[derive(Debug)]
pub(crate) struct Rounds<'a> {
    competition: &'a Competition,
    next: u32,
    first_pair: u64,
    /// Meetings and byes so far, and the points of byes.
    swiss: SwissScores,
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(competition: &'a Competition) -> Rounds<'a> {
        Rounds { competition, next: 0, first_pair: 0, swiss: SwissScores::new(competition.engines.len()) }
    }

    /// The next round, when all pairs of the one before count; `None` after the last.
    pub(crate) fn next_round(&mut self, tally: &Tally) -> Option<Round> {
        let Competition { engines, limits, .. } = self.competition;
        if self.next >= self.competition.rounds.unwrap_or(1) {
            return None;
        }
        let pairings: Vec<Pairing> = match self.competition.format {
            Some(Format::Swiss) => self.pair_swiss(tally),
            Some(Format::Gauntlet) => gauntlet(engines.len()).collect(),
            Some(Format::Match | Format::RoundRobin) | None => round_robin(engines.len()).collect(),
        };
        if pairings.is_empty() {
            return None;
        }
        let pairs = self.competition.pairs();
        let openings = self.next * pairs..(self.next + 1) * pairs;
        let round = Round { pairings, openings, first_pair: self.first_pair };
        self.next += 1;
        self.first_pair += round.pair_count(limits.len());
        Some(round)
    }

    fn pair_swiss(&mut self, tally: &Tally) -> Vec<Pairing> {
        let field: Vec<usize> = (0..tally.engines()).filter(|&engine| !tally.failures(engine).is_withdrawn).collect();
        let mut scores = self.swiss.clone();
        scores.points.iter_mut().enumerate().for_each(|(engine, points)| *points += tally.half_points(engine));
        let pairings = pair_round(&scores, &field);
        let points_of_bye = 4 * u64::from(self.competition.pairs()) * self.competition.limits.len() as u64;
        self.swiss.add_round(&pairings, points_of_bye);
        pairings
    }
}

/// Pairs of a competition that ends neither by a decision nor by withdrawals.
pub(crate) fn total_pairs(competition: &Competition) -> u64 {
    let engines = competition.engines.len() as u64;
    let pairings = match competition.format {
        Some(Format::Swiss) => engines / 2 * u64::from(competition.rounds.unwrap_or(1)),
        Some(Format::Gauntlet) => engines - 1,
        Some(Format::Match | Format::RoundRobin) | None => engines * (engines - 1) / 2,
    };
    pairings * competition.limits.len() as u64 * u64::from(competition.pairs())
}
