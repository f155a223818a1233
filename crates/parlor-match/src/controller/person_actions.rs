//! What a person at this window can do: play, take back, start, and deal with an engine that has failed.

use std::io;
use std::time::Instant;

use parlor_core::{AnyGame, Player};

use super::{EngineChoice, MatchController, MatchPhase};
use crate::driver::{Awaited, EngineWorker, Seat};
use crate::{Command, Match, MatchError, Terms};

impl MatchController {
    /// Plays a move of a person at this window. Rejected unless it is that person's turn.
    pub fn play(&mut self, ply: usize, notation: &str, now: Instant) -> Result<(), MatchError> {
        match self.driver.awaited() {
            Awaited::LocalMove(by) => self.command(by, ply, &Command::Play(notation.to_owned()), now),
            Awaited::Nothing => Err(MatchError::MatchIsOver),
            _ => Err(MatchError::NotYourTurn),
        }
    }

    pub fn take_back(&mut self, now: Instant) -> Result<(), MatchError> {
        let by = self.take_back_player().ok_or(MatchError::NothingToTakeBack)?;
        self.command(by, self.current_match().ply(), &Command::TakeBack, now)
    }

    fn take_back_player(&self) -> Option<Player> {
        self.driver.take_back_player(|player| self.driver.seat(player).is_some_and(Seat::is_local))
    }

    pub fn can_take_back(&self) -> bool {
        let is_playing = !matches!(self.driver.awaited(), Awaited::Nothing | Awaited::Start);
        self.current_match().terms().take_backs && is_playing && self.take_back_player().is_some()
    }

    /// Lets an engine that failed try again.
    pub fn retry(&mut self, now: Instant) {
        self.driver.retry(self.elapsed(now));
        self.waker.wake();
    }

    /// The engines that can replace one that has failed. There are none while no engine has failed.
    pub fn engine_choices(&self) -> &[EngineChoice] {
        match (&self.engine_menu, self.driver.awaited()) {
            (Some(menu), Awaited::Retry(..)) => &menu.choices,
            _ => &[],
        }
    }

    /// Replaces an engine that has failed by one of [`engine_choices`](Self::engine_choices).
    pub fn replace_engine(&mut self, choice: usize, now: Instant) -> io::Result<()> {
        let Awaited::Retry(player, _) = self.driver.awaited() else { return Ok(()) };
        let Some(menu) = &self.engine_menu else { return Ok(()) };
        let Some(EngineChoice { spec, limits, .. }) = menu.choices.get(choice).cloned() else { return Ok(()) };
        let factory = menu.factory.clone();
        self.seat_engine(player, Seat::Engine { spec, limits }, factory, self.elapsed(now))?;
        self.waker.wake();
        Ok(())
    }

    /// Starts a match in the phase `Ready`, on terms that the person may have changed.
    pub fn start(&mut self, terms: Terms, now: Instant) {
        if self.phase() == MatchPhase::Ready {
            if let Some(start) = self.current_match().position_at(0) {
                self.driver.replace_match(Match::new(start, terms));
            }
            self.is_start_pressed = true;
            self.advance(now);
        }
    }

    /// Starts a new match with the same players. Not possible with a remote peer.
    pub fn start_rematch(&mut self, now: Instant) {
        let Some(start) = self.current_match().position_at(0).filter(|_| self.can_start_rematch()) else { return };
        self.restart(start);
        self.driver.start(self.elapsed(now));
    }

    /// Replaces the match by a new one on the same terms.
    pub(super) fn restart(&mut self, start: Box<dyn AnyGame>) {
        self.driver.replace_match(Match::new(start, *self.current_match().terms()));
        (self.stop_reason, self.is_end_reported) = (None, false);
        self.workers.iter_mut().flatten().for_each(EngineWorker::reset);
        self.waker.wake();
    }

    pub fn can_start_rematch(&self) -> bool {
        self.current_match().result().is_some() && self.peers.iter().all(Option::is_none)
    }
}
