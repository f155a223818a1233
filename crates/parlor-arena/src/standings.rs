//! Standings of a competition as plain data: the one source of the terminal table, JSON, the report and the site.

use serde::Serialize;

use crate::schedule::{Format, Pairing};
use crate::statistics::{EloEstimate, Rating, SprtDecision, rate};
use crate::{Competition, Tally};

/// Standings of all engines, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    pub rows: Vec<StandingsRow>,
    /// Worth of the first move in Elo.
    pub first_move: Rating,
    /// Score of each engine against each other, in the order of the rows; `None` if they did not meet.
    pub cross_table: Vec<Vec<Option<CrossScore>>>,
    /// Comparison of the two engines of a match.
    pub comparison: Option<Comparison>,
    /// Games that count.
    pub games: u64,
    /// How many of them were adjudicated.
    pub adjudicated: u64,
}

/// One engine in the standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StandingsRow {
    /// Index of the engine in the competition.
    pub engine: usize,
    pub name: String,
    pub rating: Rating,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Points divided by games.
    pub score: f64,
    pub failures: u64,
    pub is_withdrawn: bool,
}

/// Result of one engine against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CrossScore {
    pub points: f64,
    pub games: u64,
}

/// The first engine of a match compared with the second.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Pairs by score of the first engine: 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    pub elo: Option<EloEstimate>,
    pub sprt: Option<SprtState>,
}

/// State of the sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    pub elo0: f64,
    pub elo1: f64,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    pub decision: Option<SprtDecision>,
}

impl Standings {
    /// Standings under one limit, or under all limits together.
    pub fn new(competition: &Competition, tally: &Tally, limit: Option<usize>) -> Standings {
        let engines = tally.engines();
        let meetings = tally.meetings(limit);
        let ratings = rate(engines, &meetings);
        let mut results = vec![[0_u64; 3]; engines];
        let mut cross = vec![vec![None; engines]; engines];
        for meeting in &meetings {
            let mut half_points = 0;
            let mut pairs = 0;
            for (with, row) in meeting.counts.iter().enumerate() {
                for (without, &count) in row.iter().enumerate() {
                    for half in [with, without] {
                        results[meeting.a][half] += count;
                        results[meeting.b][2 - half] += count;
                    }
                    half_points += (with + without) as u64 * count;
                    pairs += count;
                }
            }
            let score = |half_points: u64| Some(CrossScore { points: halves(half_points), games: 2 * pairs });
            cross[meeting.a][meeting.b] = score(half_points);
            cross[meeting.b][meeting.a] = score(4 * pairs - half_points);
        }
        let mut rows: Vec<StandingsRow> = (0..engines)
            .map(|engine| StandingsRow::new(competition, tally, engine, results[engine], ratings.engines[engine]))
            .collect();
        rows.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo));
        let order: Vec<usize> = rows.iter().map(|row| row.engine).collect();
        let cross_table = order.iter().map(|&row| order.iter().map(|&column| cross[row][column]).collect()).collect();
        Standings {
            rows,
            first_move: ratings.first_move,
            cross_table,
            comparison: (engines == 2).then(|| Comparison::new(competition, tally, limit)),
            games: 2 * tally.pairs(),
            adjudicated: tally.adjudicated(),
        }
    }
}

impl StandingsRow {
    fn new(competition: &Competition, tally: &Tally, engine: usize, results: [u64; 3], rating: Rating) -> StandingsRow {
        let [losses, draws, wins] = results;
        let games = losses + draws + wins;
        let failures = tally.failures(engine);
        StandingsRow {
            engine,
            name: competition.engines[engine].name.clone(),
            rating,
            games,
            wins,
            draws,
            losses,
            score: if games == 0 { 0.0 } else { halves(2 * wins + draws) / (2.0 * halves(games)) },
            failures: failures.total,
            is_withdrawn: failures.is_withdrawn,
        }
    }
}

impl Comparison {
    /// Whether one engine won every game: then only a bound of the difference is known.
    pub fn is_clean_sweep(&self) -> bool {
        let [lost, .., won] = self.pairs;
        let pairs: u64 = self.pairs.iter().sum();
        pairs > 0 && (lost == pairs || won == pairs)
    }

    fn new(competition: &Competition, tally: &Tally, limit: Option<usize>) -> Comparison {
        let pairs = tally.pentanomial(limit, Pairing { a: 0, b: 1 });
        let sprt = competition.sprt.filter(|_| limit.is_none()).map(|sprt| {
            let [lower, upper] = sprt.bounds();
            let llr = tally.llr().unwrap_or_default();
            SprtState { elo0: sprt.elo0, elo1: sprt.elo1, llr, lower, upper, decision: tally.decision() }
        });
        Comparison { pairs: pairs.counts(), elo: EloEstimate::from_results(&pairs), sprt }
    }
}

#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 half points")]
fn halves(half_points: u64) -> f64 {
    half_points as f64 / 2.0
}

/// Whether a field has a cross table worth showing.
pub fn has_cross_table(competition: &Competition) -> bool {
    competition.engines.len() > 2 && competition.format != Some(Format::Gauntlet)
}
