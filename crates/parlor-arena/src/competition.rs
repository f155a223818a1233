//! Description of a competition: all that decides which games are played. It is read from TOML, stored as JSON, and
//! never changes while the competition runs.

use std::time::Duration;

use parlor_core::setup::deserialize_options;
use parlor_core::{AnyGame, Catalog, EngineSpec, RawOptions, Setup};
use serde::{Deserialize, Serialize};

use crate::schedule::Format;
use crate::statistics::Sprt;
use crate::{ArenaError, Limit};

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// Delay of a busy machine that does not count as an overrun.
const DEFAULT_MARGIN: f64 = 0.1;
const DEFAULT_FAILURES: u32 = 5;
/// From this time a move on, the pairs of a block take so long that each one is a block of its own.
const SLOW_MOVE: Duration = Duration::from_millis(20);
const MAX_ENGINES: usize = 500;
const MAX_GAMES: u32 = 10_000_000;

/// A competition between engines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Competition {
    /// Title in reports.
    pub name: String,
    pub game: String,
    /// Options of the game.
    #[serde(deserialize_with = "deserialize_options")]
    pub options: RawOptions,
    /// Position from which all games begin; the game's standard start if absent.
    pub position: Option<String>,
    pub engines: Vec<Entrant>,
    /// Match for two engines and round robin for more, if nothing else is said.
    pub format: Option<Format>,
    /// Games of each pairing, under each limit; in a Swiss competition, of each pairing of a round. Made even.
    pub games: u32,
    /// Rounds of a Swiss competition.
    pub rounds: Option<u32>,
    /// Limits under which every pairing plays.
    pub limits: Vec<Limit>,
    pub openings: OpeningChoice,
    pub seed: u64,
    pub overrun: Overrun,
    /// Seconds by which a move may exceed its time limit.
    pub margin: f64,
    /// Ends a game once the solver of the game has proved its result.
    pub adjudicate: bool,
    pub sprt: Option<Sprt>,
    /// Failures in a row after which an engine is withdrawn.
    pub failures: u32,
    /// Pairs of one block; 0: chosen by the limits.
    pub block_pairs: u32,
}

impl Default for Competition {
    fn default() -> Competition {
        Competition {
            name: String::new(),
            game: String::new(),
            options: RawOptions::new(),
            position: None,
            engines: Vec::new(),
            format: None,
            games: DEFAULT_GAMES,
            rounds: None,
            limits: vec![Limit::PerMove(DEFAULT_TIME)],
            openings: OpeningChoice::default(),
            seed: 0,
            overrun: Overrun::default(),
            margin: DEFAULT_MARGIN,
            adjudicate: false,
            sprt: None,
            failures: DEFAULT_FAILURES,
            block_pairs: 0,
        }
    }
}

/// What happens when an engine exceeds its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overrun {
    /// The engine loses the game.
    #[default]
    Forfeit,
    /// The last move that it reported in time counts; without one, a random legal move.
    Last,
}

/// Source of the openings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningChoice {
    /// Random moves of a generated opening; chosen by the length of the game if absent. 0: the start position.
    pub plies: Option<u32>,
    /// File with one opening a line.
    pub file: Option<String>,
}

/// An engine that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "EntrantText")]
pub struct Entrant {
    pub name: String,
    pub engine: String,
}

/// An entrant in a file: an engine spec alone, or a table with a name.
#[derive(Deserialize)]
#[serde(untagged)]
enum EntrantText {
    Spec(String),
    Named { name: String, engine: String },
}

impl From<EntrantText> for Entrant {
    fn from(text: EntrantText) -> Entrant {
        match text {
            EntrantText::Spec(engine) => Entrant { name: engine.clone(), engine },
            EntrantText::Named { name, engine } => Entrant { name, engine },
        }
    }
}

impl Competition {
    /// A competition with default terms.
    pub fn new(game: &str, engines: &[&str]) -> Competition {
        let engines = engines.iter().map(|spec| EntrantText::Spec((*spec).to_owned()).into()).collect();
        Competition { game: game.to_owned(), engines, ..Competition::default() }
    }

    /// Parses a TOML file.
    pub fn from_toml(text: &str) -> Result<Competition, ArenaError> {
        toml::from_str(text).map_err(|error| ArenaError::Invalid(error.to_string().trim().to_owned()))
    }

    /// Fills in what was left out, and validates the rest. Running a competition requires this.
    pub fn complete(mut self, catalog: &Catalog) -> Result<Competition, ArenaError> {
        let invalid = |text: String| Err(ArenaError::Invalid(text));
        let game = self.start(catalog)?;
        if game.player_count() != 2 {
            return invalid(format!("{} is for one player, so engines cannot compete in it", self.game));
        }
        if !(2..=MAX_ENGINES).contains(&self.engines.len()) {
            return invalid(format!("{} engines were given; a competition has 2 to {MAX_ENGINES}", self.engines.len()));
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return invalid(format!("games {} is not a whole number from 1 to {MAX_GAMES}", self.games));
        }
        if self.limits.is_empty() {
            return invalid("there is no limit; give one such as \"move=0.1\"".to_owned());
        }
        if !(0.0..=3600.0).contains(&self.margin) {
            return invalid(format!("margin {} is not a number of seconds from 0 to 3600", self.margin));
        }
        for entrant in &self.engines {
            catalog.check_engine(&*game, &EngineSpec::from(entrant.engine.as_str()))?;
        }
        self.options.clone_from(&game.setup().options);
        let format = self.format.unwrap_or(if self.engines.len() == 2 { Format::Match } else { Format::RoundRobin });
        if format == Format::Match && self.engines.len() != 2 {
            return invalid(format!("a match is between 2 engines, but {} were given", self.engines.len()));
        }
        if let Some(sprt) = &self.sprt {
            sprt.validate().map_err(|error| ArenaError::Invalid(error.to_string()))?;
            if self.engines.len() != 2 {
                return invalid(format!("an SPRT compares 2 engines, but {} were given", self.engines.len()));
            }
        }
        self.format = Some(format);
        self.games += self.games % 2;
        self.rounds = (format == Format::Swiss).then(|| self.rounds.unwrap_or(default_rounds(self.engines.len())));
        if self.block_pairs == 0 {
            self.block_pairs = if self.limits.iter().any(|limit| is_slow(*limit)) { 1 } else { 8 };
        }
        if self.name.is_empty() {
            self.name = catalog.game(&self.game)?.title.to_string();
        }
        self.make_names_distinct();
        Ok(self)
    }

    /// Numbers the second and later engines of a name.
    fn make_names_distinct(&mut self) {
        for index in 1..self.engines.len() {
            let base = self.engines[index].name.clone();
            let mut number = 1;
            while self.engines[..index].iter().any(|earlier| earlier.name == self.engines[index].name) {
                number += 1;
                self.engines[index].name = format!("{base} #{number}");
            }
        }
    }

    pub fn setup(&self) -> Setup {
        Setup { game: self.game.clone(), options: self.options.clone(), position: self.position.clone() }
    }

    pub(crate) fn start(&self, catalog: &Catalog) -> Result<Box<dyn AnyGame>, ArenaError> {
        Ok(catalog.start(self.setup())?)
    }

    pub(crate) fn margin(&self) -> Duration {
        Duration::try_from_secs_f64(self.margin).unwrap_or_default()
    }

    /// Pairs of each pairing under each limit, in one round.
    pub fn pairs(&self) -> u32 {
        self.games.div_ceil(2)
    }
}

/// Enough rounds to find the best engine, and two more to sort the field; never more than a round robin has.
fn default_rounds(engines: usize) -> u32 {
    let enough = (engines as u32).next_power_of_two().trailing_zeros() + 2;
    enough.min(engines as u32 - 1).max(1)
}

fn is_slow(limit: Limit) -> bool {
    match limit {
        Limit::PerMove(time) => time >= SLOW_MOVE,
        Limit::Clock { initial, .. } => initial >= SLOW_MOVE * 30,
        Limit::Nodes(nodes) => nodes > 50_000,
        Limit::Depth(depth) => depth > 8,
    }
}
