//! Small test games: Nim with one pile for two players, and a staircase problem for one.

use std::fmt::{self, Display};
use std::mem;
use std::str::FromStr;
use std::time::Duration;

use parlor_core::{
    AnyGame, Catalog, Depict, EngineEntry, ErasedGame, ErasedProblem, Game, GameEntry, IllegalMove, Message, Outcome,
    PlannerEntry, Playable, PlayableProblem, Player, PositionError, Problem, Scene, Setup, Side,
};
use parlor_match::{Command, Driver, Event, Match, MatchError, Terms};

/// Nim: players take one to three from the pile, and taking the last one wins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Nim {
    pile: u32,
    turn: Player,
}

/// Canonical notation `take 2`; `2` is accepted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Take(u32);

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl FromStr for Take {
    type Err = IllegalMove;

    fn from_str(text: &str) -> Result<Take, IllegalMove> {
        text.strip_prefix("take ").unwrap_or(text).trim().parse().map(Take).map_err(|_| IllegalMove)
    }
}

impl Game for Nim {
    type Move = Take;

    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves(&self) -> impl Iterator<Item = Take> {
        (1..=self.pile.min(3)).map(Take)
    }

    fn is_legal(&self, m: Take) -> bool {
        (1..=self.pile.min(3)).contains(&m.0)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pile == 0).then_some(Outcome::Win(!self.turn))
    }

    fn play_unchecked(&mut self, m: Take) {
        self.pile = self.pile.saturating_sub(m.0);
        self.turn = !self.turn;
    }
}

impl Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pile of {}", self.pile)
    }
}

impl Depict for Nim {
    fn scene(&self, _: Option<Take>) -> Scene {
        Scene { caption: Message::verbatim(self.to_string()), sides: sides("Light", "Dark"), ..Scene::default() }
    }
}

impl Playable for Nim {
    fn engines() -> Vec<EngineEntry<Nim>> {
        Vec::new()
    }
}

/// A problem: climb one or two steps at a time and end exactly at the top. Beyond it is a failure.
pub(crate) struct Staircase {
    top: u32,
}

impl Problem for Staircase {
    type State = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        0
    }

    fn actions(&self, state: &u32) -> impl Iterator<Item = u32> {
        1..=(if *state < self.top { 2 } else { 0 })
    }

    fn result(&self, state: &u32, action: u32) -> u32 {
        state + action
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.top
    }

    fn is_dead_end(&self, state: &u32) -> bool {
        *state > self.top
    }
}

impl PlayableProblem for Staircase {
    fn planners() -> Vec<PlannerEntry<Staircase>> {
        Vec::new()
    }

    fn write(&self, state: &u32) -> String {
        format!("step {state}")
    }

    fn scene(&self, _: &u32, _: Option<u32>) -> Scene {
        Scene { sides: sides("Climber", "Gravity"), ..Scene::default() }
    }
}

fn sides(first: &str, second: &str) -> [Side; 2] {
    [first, second].map(|name| Side { name: Message::verbatim(name), ..Side::default() })
}

/// Catalog of the two games.
pub(crate) fn catalog() -> Catalog {
    Catalog::new()
        .with_game(GameEntry::new("nim", "Nim", |setup, _| {
            let pile = size(&setup)?;
            Ok(ErasedGame::boxed(setup, Nim { pile, turn: Player::First }))
        }))
        .with_game(GameEntry::new("staircase", "Staircase", |setup, _| {
            let top = size(&setup)?;
            Ok(ErasedProblem::boxed(setup, Staircase { top }))
        }))
}

fn size(setup: &Setup) -> Result<u32, PositionError> {
    let text = setup.position.as_deref().unwrap_or("10");
    text.parse().map_err(|_| PositionError::new("expected a number"))
}

pub(crate) fn nim(pile: u32, terms: &str) -> Match {
    begin("nim", pile, terms)
}

pub(crate) fn begin(game: &str, size: u32, terms: &str) -> Match {
    let terms: Terms = terms.parse().unwrap();
    Match::new(catalog().start(Setup::new(game).with_position(size)).unwrap(), terms)
}

pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

pub(crate) fn play(notation: &str) -> Command {
    Command::Play(notation.to_owned())
}

/// Executes a command in the current position, with a driver whose clock shows the time of the match.
pub(crate) fn drive(m: &mut Match, by: Player, command: &Command, at: u64) -> Result<Event, MatchError> {
    drive_at(m, by, m.ply(), command, at)
}

/// Executes a command that was based on the position after `ply` moves.
pub(crate) fn drive_at(m: &mut Match, by: Player, ply: usize, command: &Command, at: u64) -> Result<Event, MatchError> {
    let events = m.events().len();
    let now = m.events().last().map_or(Duration::ZERO, |event| event.at);
    let mut driver = Driver::new(mem::replace(m, nim(0, "unlimited")), Vec::new());
    driver.start(now);
    let executed = driver.execute(by, ply, command, seconds(at));
    *m = driver.into_match();
    assert_eq!(m.events().get(events), executed.as_ref().ok(), "{command:?}");
    executed
}

/// Two rows of Pac-Man with pellets. With more than 64 of them the game has another Rust type.
pub(crate) fn pacman(pellets: usize) -> Box<dyn AnyGame> {
    let upper = pellets / 2;
    let rows = format!("66{}\n{}{}", " 11".repeat(upper), " 10".repeat(1 - pellets % 2), " 11".repeat(pellets - upper));
    parlor_games::catalog().start(Setup::new("pacman").with_position(rows)).unwrap()
}
