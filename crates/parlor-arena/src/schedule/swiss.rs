//! Pairing of a Swiss round: engines of similar scores meet, and nobody meets twice while that can be avoided.

use super::Pairing;
use super::matching::has_perfect_matching;

/// What the pairing of the next round depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct SwissScores {
    /// Points of each engine, in half points.
    pub points: Vec<u64>,
    /// Rounds in which two engines met, by both indices.
    pub meetings: Vec<Vec<u32>>,
    /// Byes of each engine.
    pub byes: Vec<u32>,
}

impl SwissScores {
    pub fn new(engines: usize) -> SwissScores {
        SwissScores { points: vec![0; engines], meetings: vec![vec![0; engines]; engines], byes: vec![0; engines] }
    }

    /// Records the pairings of a round, and a bye for the engine that has none.
    pub fn add_round(&mut self, pairings: &[Pairing], points_of_bye: u64) {
        for pairing in pairings {
            self.meetings[pairing.a][pairing.b] += 1;
            self.meetings[pairing.b][pairing.a] += 1;
        }
        for engine in 0..self.points.len() {
            if !pairings.iter().any(|pairing| [pairing.a, pairing.b].contains(&engine)) {
                self.byes[engine] += 1;
                self.points[engine] += points_of_bye;
            }
        }
    }
}

/// Pairings of the next round among the engines in `field`.
///
/// The best engine meets the best opponent that leaves a complete pairing of the others with as few repetitions as
/// possible, and so on downward. An odd field has a bye, which counts as an opponent below all others.
pub fn pair_round(scores: &SwissScores, field: &[usize]) -> Vec<Pairing> {
    let mut ranking: Vec<Option<usize>> = field.iter().copied().map(Some).collect();
    ranking.sort_by_key(|engine| std::cmp::Reverse(engine.map(|engine| scores.points[engine])));
    if ranking.len() % 2 == 1 {
        ranking.push(None);
    }
    let meetings = |one: Option<usize>, two: Option<usize>| match (one, two) {
        (Some(one), Some(two)) => scores.meetings[one][two],
        (Some(engine), None) | (None, Some(engine)) => scores.byes[engine],
        (None, None) => 0,
    };
    let can_pair = |rest: &[Option<usize>], most: u32| {
        has_perfect_matching(rest.len(), |one, two| meetings(rest[one], rest[two]) <= most)
    };
    let most = (0..u32::MAX).find(|most| can_pair(&ranking, *most)).unwrap_or(u32::MAX);
    let mut pairings = Vec::with_capacity(ranking.len() / 2);
    while let Some((&one, others)) = ranking.split_first() {
        let mut candidates: Vec<usize> = (0..others.len()).collect();
        candidates.sort_by_key(|&index| (meetings(one, others[index]), index));
        let chosen = candidates.into_iter().find(|&index| {
            let mut rest = others.to_vec();
            let two = rest.remove(index);
            meetings(one, two) <= most && can_pair(&rest, most)
        });
        let Some(index) = chosen else { break };
        let mut rest = others.to_vec();
        if let (Some(a), Some(b)) = (one, rest.remove(index)) {
            pairings.push(Pairing { a, b });
        }
        ranking = rest;
    }
    pairings
}
