//! JSON views of competitions. openapi.json is generated from them.

use std::time::Duration;

use parlor_arena::schedule::Format;
use parlor_arena::statistics::SprtDecision;
use parlor_arena::{
    ArenaError, CompetitionEntry, CrossScore, RatioSeries, SprtState, Standings, StandingsRow, Store,
    StoredCompetition, StoredGame, StoredMove, stored_tally,
};
use parlor_core::{Catalog, Outcome, Player, Scene};
use serde::Serialize;

/// Games that a competition lists.
const LATEST_GAMES: u32 = 40;

/// A competition in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaEntry"))]
pub(crate) struct CompetitionView {
    id: u64,
    /// Seconds since 1970.
    created: u64,
    name: String,
    game: String,
    finished: bool,
}

impl From<CompetitionEntry> for CompetitionView {
    fn from(entry: CompetitionEntry) -> CompetitionView {
        let CompetitionEntry { id, created, name, game, is_finished: finished } = entry;
        CompetitionView { id: id.unsigned_abs(), created, name, game, finished }
    }
}

/// A competition with all that can be said about it now.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Arena"))]
pub(crate) struct CompetitionDetails {
    id: u64,
    name: String,
    game: String,
    /// `match`, `round-robin`, `gauntlet` or `swiss`.
    format: &'static str,
    /// Such as `move=0.1`, `clock=60+0.5`, `nodes=10000` or `depth=6`.
    limits: Vec<String>,
    finished: bool,
    /// Games that count.
    games: u64,
    /// How many of them were adjudicated.
    adjudicated: u64,
    /// Best first.
    standings: Vec<StandingView>,
    /// Score of each engine against each other, in the order of the standings; null if they did not meet.
    cross_table: Vec<Vec<Option<CrossView>>>,
    /// Comparison of the two engines of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<ComparisonView>,
    running: Vec<RunningView>,
    /// The latest games, the last one first.
    latest: Vec<ArenaGame>,
}

/// One engine in the standings.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaStanding"))]
pub(crate) struct StandingView {
    name: String,
    /// Elo; the mean of the field is 0.
    rating: f64,
    /// Half the width of the 95 % interval; absent if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points divided by games.
    score: f64,
    failures: u64,
    withdrawn: bool,
}

/// Result of one engine against another.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaScore"))]
pub(crate) struct CrossView {
    points: f64,
    games: u64,
}

/// The first engine of a match compared with the second.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaComparison"))]
pub(crate) struct ComparisonView {
    first: String,
    second: String,
    /// Pairs by points of the first engine: 0, 1/2, 1, 3/2 and 2.
    pairs: [u64; 5],
    /// Elo with its 95 % interval; absent before the first pair, and a bound that is infinite is absent, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized: Option<f64>,
    /// Probability that the first engine is the better one.
    #[serde(skip_serializing_if = "Option::is_none")]
    superiority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtView>,
}

/// State of the sequential test.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaTest"))]
pub(crate) struct SprtView {
    elo0: f64,
    elo1: f64,
    /// Log-likelihood ratio; the test ends at a bound.
    llr: f64,
    lower: f64,
    upper: f64,
    /// The hypothesis that was accepted, `elo0` or `elo1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'static str>,
    /// The ratio by number of pairs, for a graph.
    history: Vec<RatioPoint>,
}

/// Log-likelihood ratio after a number of pairs.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaRatio"))]
pub(crate) struct RatioPoint {
    pairs: u64,
    llr: f64,
}

/// A game in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaRunning"))]
pub(crate) struct RunningView {
    first: String,
    second: String,
    /// Moves so far.
    plies: u32,
    position: String,
    scene: Scene,
}

/// A finished game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaGame"))]
pub(crate) struct ArenaGame {
    pair: u64,
    /// 0 or 1: the first or the second game of the pair.
    game: u8,
    first: String,
    second: String,
    /// `first`, `second` or `draw`.
    result: &'static str,
    /// How the game ended, if not by its rules.
    reason: String,
    adjudicated: bool,
}

/// A finished game with all its moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaReplay"))]
pub(crate) struct ArenaGameDetails {
    game: ArenaGame,
    /// Moves after the opening.
    moves: Vec<ArenaMove>,
    /// All moves as a record, which `/api/records` imports.
    record: String,
}

/// A move with the engine's time and last report.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArenaMove"))]
pub(crate) struct ArenaMove {
    notation: String,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    depth: u32,
    nodes: u64,
}

impl CompetitionDetails {
    pub(super) fn new(
        store: &Store,
        stored: &StoredCompetition,
        catalog: &Catalog,
    ) -> Result<CompetitionDetails, ArenaError> {
        let competition = &stored.competition;
        let mut ratios = RatioSeries::default();
        let tally = stored_tally(store, stored, &mut |tally| ratios.add(tally))?;
        let standings = Standings::new(competition, &tally, None);
        let latest = store.latest_games(stored.id, LATEST_GAMES)?;
        Ok(CompetitionDetails {
            id: stored.id.unsigned_abs(),
            name: competition.name.clone(),
            game: competition.game.clone(),
            format: competition.format.map_or("", Format::name),
            limits: competition.limits.iter().map(ToString::to_string).collect(),
            finished: stored.is_finished,
            games: standings.games,
            adjudicated: standings.adjudicated,
            comparison: ComparisonView::new(stored, &standings, ratios),
            cross_table: standings
                .cross_table
                .iter()
                .map(|row| row.iter().map(|score| score.map(CrossView::from)).collect())
                .collect(),
            standings: standings.rows.into_iter().map(StandingView::from).collect(),
            running: running(store, stored, catalog)?,
            latest: latest.iter().map(|game| ArenaGame::new(stored, game)).collect(),
        })
    }
}

impl From<StandingsRow> for StandingView {
    fn from(row: StandingsRow) -> StandingView {
        StandingView {
            name: row.name,
            rating: row.rating.elo,
            error: finite(row.rating.error),
            games: row.games,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            score: row.score,
            failures: row.failures,
            withdrawn: row.is_withdrawn,
        }
    }
}

impl From<CrossScore> for CrossView {
    fn from(CrossScore { points, games }: CrossScore) -> CrossView {
        CrossView { points, games }
    }
}

impl ComparisonView {
    fn new(stored: &StoredCompetition, standings: &Standings, ratios: RatioSeries) -> Option<ComparisonView> {
        let comparison = standings.comparison.as_ref()?;
        let elo = comparison.elo.as_ref();
        let name = |engine: usize| engine_name(stored, engine);
        Some(ComparisonView {
            first: name(0),
            second: name(1),
            pairs: comparison.pairs,
            elo: elo.and_then(|elo| finite(elo.elo)),
            low: elo.and_then(|elo| finite(elo.low)),
            high: elo.and_then(|elo| finite(elo.high)),
            normalized: elo.and_then(|elo| finite(elo.normalized)),
            superiority: elo.and_then(|elo| finite(elo.superiority)),
            sprt: comparison.sprt.map(|sprt| SprtView::new(sprt, ratios)),
        })
    }
}

impl SprtView {
    fn new(sprt: SprtState, ratios: RatioSeries) -> SprtView {
        let SprtState { elo0, elo1, llr, lower, upper, decision } = sprt;
        let accepted = decision.map(|decision| match decision {
            SprtDecision::Elo0 => "elo0",
            SprtDecision::Elo1 => "elo1",
        });
        let history = ratios.points.into_iter().map(|(pairs, llr)| RatioPoint { pairs, llr }).collect();
        SprtView { elo0, elo1, llr, lower, upper, accepted, history }
    }
}

impl ArenaGame {
    fn new(stored: &StoredCompetition, game: &StoredGame) -> ArenaGame {
        ArenaGame {
            pair: game.id.pair,
            game: game.id.game,
            first: engine_name(stored, game.engines[0]),
            second: engine_name(stored, game.engines[1]),
            result: match game.summary.outcome {
                Outcome::Draw => "draw",
                Outcome::Win(Player::First) => "first",
                Outcome::Win(Player::Second) => "second",
            },
            reason: game.reason.clone(),
            adjudicated: game.summary.is_adjudicated,
        }
    }
}

impl ArenaGameDetails {
    pub(super) fn new(
        stored: &StoredCompetition,
        game: &StoredGame,
        catalog: &Catalog,
    ) -> Result<ArenaGameDetails, ArenaError> {
        let moves = game.moves()?.into_iter().map(|StoredMove(notation, micros, value, depth, nodes)| ArenaMove {
            notation,
            seconds: Duration::from_micros(micros).as_secs_f64(),
            value,
            depth,
            nodes,
        });
        Ok(ArenaGameDetails {
            game: ArenaGame::new(stored, game),
            moves: moves.collect(),
            record: game.record(catalog, &stored.competition, &stored.openings)?.to_string(),
        })
    }
}

/// The games in progress. A position that cannot be read belongs to another version of the program.
fn running(store: &Store, stored: &StoredCompetition, catalog: &Catalog) -> Result<Vec<RunningView>, ArenaError> {
    let games = store.running(stored.id)?.into_iter();
    let view = |(engines, plies, position): ([usize; 2], u32, String)| {
        let game = catalog.start(stored.competition.setup().with_position(&position)).ok()?;
        let [first, second] = engines.map(|engine| engine_name(stored, engine));
        Some(RunningView { first, second, plies, position, scene: game.scene() })
    };
    Ok(games.filter_map(view).collect())
}

fn engine_name(stored: &StoredCompetition, engine: usize) -> String {
    stored.competition.engines.get(engine).map_or_else(String::new, |entrant| entrant.name.clone())
}

/// JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}
