//! One match and whoever sits at it, driven without blocking: the window shows it, and tests drive it alone.

use std::fmt;
use std::time::{Duration, Instant};

use parlor_core::{Player, Scene};
use parlor_match::{Command, Ending, Event, EventKind, Match, MatchError, Terms};

use crate::Bell;
use crate::remote::{Heard, Said};
use crate::seat::Seat;

/// So many reports of a remote player are judged at once; the rest waits for the next time.
const AT_ONCE: usize = 64;

type WhenOver = Box<dyn FnMut(&Match) + Send>;

/// Reads the clock only where it is handed in. [`advance`](Table::advance) it whenever the bell rings and at
/// [`wakes_at`](Table::wakes_at).
pub struct Table {
    game: Match,
    seats: Vec<Seat>,
    bell: Bell,
    begun: Option<Instant>,
    /// A match against the clock begins when a person says so.
    waits_for_start: bool,
    /// Why a match was abandoned, in words.
    stopped: Option<String>,
    is_reported: bool,
    when_over: Option<WhenOver>,
}

/// How far a match has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Somebody is not there yet: what to do about it, in words.
    Waiting(String),
    /// Everybody is there; the clock starts when a person says so.
    Ready,
    Playing,
    /// How it ended, in words.
    Over(String),
}

impl Table {
    /// As many seats as the game has; one that is missing is a person's.
    pub fn new(game: Match, mut seats: Vec<Seat>, bell: Bell) -> Table {
        seats.resize_with(usize::from(game.game().seats()), || Seat::Human);
        let has_human = seats.iter().any(|seat| matches!(seat, Seat::Human));
        let waits_for_start = has_human && game.flag_falls().is_some();
        Table { game, seats, bell, begun: None, waits_for_start, stopped: None, is_reported: false, when_over: None }
    }

    /// Called once for each match that ends, however it does.
    #[must_use]
    pub fn when_over(mut self, call: impl FnMut(&Match) + Send + 'static) -> Table {
        self.when_over = Some(Box::new(call));
        self
    }

    pub fn game(&self) -> &Match {
        &self.game
    }

    pub fn scene(&self) -> Scene {
        self.game.scene()
    }

    pub fn bell(&self) -> &Bell {
        &self.bell
    }

    /// Hears the network, claims time, lets engines move. Never waits.
    pub fn advance(&mut self, now: Instant) {
        for index in 0..self.seats.len() {
            self.listen(index, now);
        }
        if self.begun.is_none() && self.waiting_for().is_none() && !self.waits_for_start {
            self.begun = Some(now);
        }
        if self.stage() == Stage::Playing {
            self.claim_time(now);
            self.let_engine_move(now);
        }
        if self.game.ending().is_some()
            && !std::mem::replace(&mut self.is_reported, true)
            && let Some(call) = &mut self.when_over
        {
            call(&self.game);
        }
    }

    fn so_far(&self, now: Instant) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| now.saturating_duration_since(begun))
    }

    fn player(index: usize) -> Player {
        if index == 0 { Player::First } else { Player::Second }
    }

    fn listen(&mut self, index: usize, now: Instant) {
        for _ in 0..AT_ONCE {
            let Seat::Remote(remote) = &mut self.seats[index] else { return };
            let Some(heard) = remote.next_heard() else { return };
            let by = Table::player(index);
            match heard {
                Heard::Waiting(words) => remote.waiting = words,
                Heard::Joined => {
                    remote.is_here = true;
                    if self.waiting_for().is_none() && !self.waits_for_start {
                        self.begun.get_or_insert(now);
                    }
                }
                Heard::Left => self.stop(by, "The opponent left.".to_owned(), now),
                Heard::Nonsense(words) => self.stop(by, words, now),
                Heard::Played { ply, notation } => {
                    if let Err(refusal) = self.command(by, ply, &Command::Play(notation.clone()), now) {
                        self.stop(by, violation(refusal, &notation), now);
                    }
                }
            }
        }
        // There may be more: nobody else would ring for it.
        self.bell.ring();
    }

    fn claim_time(&mut self, now: Instant) {
        if self.game.flag_falls().is_some_and(|flag| self.so_far(now) >= flag) {
            // Refused only where the flag has not fallen.
            let _ = self.command(self.game.turn(), self.game.ply(), &Command::ClaimTime, now);
        }
    }

    fn let_engine_move(&mut self, now: Instant) {
        let (turn, ply, so_far) = (self.game.turn(), self.game.ply(), self.so_far(now));
        if self.game.ending().is_some() {
            return;
        }
        let Some(Seat::Engine(engine)) = self.seats.get_mut(turn.index()) else { return };
        match engine.think(&self.game, so_far, now) {
            None => {}
            Some(Ok(notation)) => {
                if let Err(refusal) = self.command(turn, ply, &Command::Play(notation), now) {
                    self.stop(turn, format!("The engine gave a move that was refused. {refusal}"), now);
                }
            }
            Some(Err(failure)) => self.stop(turn, failure.to_string(), now),
        }
    }

    /// The one way in which anything happens to the match.
    fn command(&mut self, by: Player, ply: usize, command: &Command, now: Instant) -> Result<(), MatchError> {
        let event = self.game.decide(by, ply, command, self.so_far(now))?;
        self.game.apply(&event);
        self.tell_all(&event);
        self.bell.ring();
        Ok(())
    }

    fn tell_all(&mut self, event: &Event) {
        let is_over = matches!(self.game.ending(), Some(Ending::Rules(_) | Ending::Forfeit { .. }));
        for (index, seat) in self.seats.iter_mut().enumerate() {
            match seat {
                Seat::Human => {}
                Seat::Engine(engine) => engine.turn_ends(),
                Seat::Remote(remote) => {
                    remote.set_ply(self.game.ply());
                    match &event.kind {
                        EventKind::Played(notation) if event.by.index() != index => {
                            remote.say(Said::Played(notation.clone()));
                        }
                        _ => {}
                    }
                    if is_over {
                        remote.close(Said::Over);
                    }
                }
            }
        }
    }

    /// Nobody wins: the game cannot go on.
    fn stop(&mut self, by: Player, why: String, now: Instant) {
        if self.command(by, self.game.ply(), &Command::Abandon, now).is_ok() {
            self.stopped = Some(why);
        }
        for seat in &mut self.seats {
            if let Seat::Remote(remote) = seat {
                remote.close(Said::HangUp);
            }
        }
    }

    /// What a person at this window chose. Refused unless it is that person's turn.
    pub fn play(&mut self, ply: usize, notation: &str, now: Instant) -> Result<(), MatchError> {
        if !self.is_human_turn() {
            return Err(if self.game.ending().is_some() { MatchError::MatchIsOver } else { MatchError::NotYourTurn });
        }
        self.command(self.game.turn(), ply, &Command::Play(notation.to_owned()), now)
    }

    pub fn take_back(&mut self, now: Instant) -> Result<(), MatchError> {
        let by = self.who_takes_back().ok_or(MatchError::NothingToTakeBack)?;
        self.command(by, self.game.ply(), &Command::TakeBack, now)
    }

    /// The person who moved last.
    fn who_takes_back(&self) -> Option<Player> {
        let is_human = |player: &Player| matches!(self.seats.get(player.index()), Some(Seat::Human));
        self.game.moves().rev().map(|(by, _)| by).find(is_human)
    }

    pub fn can_take_back(&self) -> bool {
        self.game.terms().take_backs && self.stage() == Stage::Playing && self.who_takes_back().is_some()
    }

    /// The match that waits for a person begins, on terms that may have been changed until now.
    pub fn start(&mut self, terms: Terms, now: Instant) {
        if self.stage() == Stage::Ready {
            if let Some(start) = self.game.position_at(0) {
                self.game = Match::new(start, terms);
            }
            self.waits_for_start = false;
            self.advance(now);
        }
    }

    /// The same seats once more, where nobody is elsewhere.
    pub fn start_again(&mut self, now: Instant) {
        let Some(start) = self.game.position_at(0).filter(|_| self.can_start_again()) else { return };
        self.game = Match::new(start, *self.game.terms());
        self.begun = Some(now);
        (self.stopped, self.is_reported) = (None, false);
        for seat in &mut self.seats {
            if let Seat::Engine(engine) = seat {
                engine.forget();
            }
        }
        self.bell.ring();
    }

    pub fn can_start_again(&self) -> bool {
        self.game.ending().is_some() && !self.seats.iter().any(|seat| matches!(seat, Seat::Remote(_)))
    }

    pub fn is_human_turn(&self) -> bool {
        let is_human = matches!(self.seats.get(self.game.turn().index()), Some(Seat::Human));
        is_human && self.stage() == Stage::Playing
    }

    fn waiting_for(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| match seat {
            Seat::Remote(remote) if !remote.is_here => Some(remote.waiting.as_str()),
            _ => None,
        })
    }

    pub fn stage(&self) -> Stage {
        if let Some(result) = self.game.result() {
            // Why a game was abandoned says more than that it was.
            Stage::Over(self.stopped.clone().unwrap_or(result))
        } else if let Some(words) = self.waiting_for() {
            Stage::Waiting(words.to_owned())
        } else if self.begun.is_none() {
            Stage::Ready
        } else {
            Stage::Playing
        }
    }

    /// How a seat is introduced: `None` where people share the window and the side's name says it all.
    pub fn seat_words(&self, player: Player) -> Option<&str> {
        let is_shared = self.seats.iter().all(|seat| matches!(seat, Seat::Human));
        match self.seats.get(player.index())? {
            Seat::Human if is_shared => None,
            Seat::Human => Some("you"),
            Seat::Engine(engine) => Some(&engine.name),
            Seat::Remote(_) => Some("opponent"),
        }
    }

    /// One sentence about what happens now.
    pub fn sentence(&self, scene: &Scene) -> String {
        match self.stage() {
            Stage::Over(words) => words,
            Stage::Waiting(_) => "Waiting for the opponent.".to_owned(),
            Stage::Ready => "Start when you are ready.".to_owned(),
            Stage::Playing => {
                let name = &scene.sides[self.game.turn().index()].name;
                match self.seats.get(self.game.turn().index()) {
                    Some(Seat::Engine(_)) => format!("{name} is thinking."),
                    Some(Seat::Remote(_)) => format!("{name} to move: waiting for the opponent."),
                    Some(Seat::Human) | None => scene.caption.clone(),
                }
            }
        }
    }

    /// What First and Second have left to think.
    pub fn clocks(&self, now: Instant) -> Option<[Duration; 2]> {
        self.game.clocks(self.so_far(now))
    }

    /// When to advance next although no bell rings.
    pub fn wakes_at(&self) -> Option<Instant> {
        if self.stage() != Stage::Playing {
            return None;
        }
        let engine = self.seats.iter().find_map(|seat| match seat {
            Seat::Engine(engine) => engine.wakes_at(),
            Seat::Human | Seat::Remote(_) => None,
        });
        let flag = self.game.flag_falls().zip(self.begun).and_then(|(flag, begun)| begun.checked_add(flag));
        engine.into_iter().chain(flag).min()
    }
}

fn violation(refusal: MatchError, notation: &str) -> String {
    match refusal {
        MatchError::NotYourTurn | MatchError::StaleState { .. } => {
            "The opponent moved out of turn, so the game was stopped.".to_owned()
        }
        _ => format!("The opponent made an illegal move ({notation}), so the game was stopped."),
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("seats", &self.seats).field("stage", &self.stage()).finish_non_exhaustive()
    }
}
