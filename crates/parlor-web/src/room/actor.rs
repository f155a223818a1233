//! What a room does with its orders. Every event is on disk before anybody hears of it.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, Limits, Player, Scene};
use parlor_match::{Command, Event, Match, Record};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until};

use super::{Entered, MOST_NEWS, MOST_PEOPLE, MOST_SCENES, News, Order};
use crate::house::House;
use crate::messages::{Position, SeatView, State, TableView, ThoughtView, Told};
use crate::pool::{Answer, Kind, Question, Thinking};
use crate::refused::{Code, Refused};
use crate::seats::{Rights, Seating, resolve_engine};
use crate::secret::{MatchId, Secret};

/// A room that nobody is in is kept for so long, and its engine thinks for so long.
const IDLE: Duration = Duration::from_mins(1);
const ALONE: Duration = Duration::from_secs(5);
const SOON: Duration = Duration::from_millis(100);

pub(crate) struct Actor {
    id: MatchId,
    house: Arc<House>,
    orders: mpsc::Receiver<Order>,
    played: Match,
    seating: Seating,
    rematch: Option<MatchId>,
    news: broadcast::Sender<News>,
    /// Sockets: all of them, those of players, and those of each seat.
    present: usize,
    playing: usize,
    here: [usize; 2],
    paused: bool,
    /// The match's own time: what had passed, and since when it runs on; see `time_runs`.
    passed: Duration,
    running_since: Option<Instant>,
    engine: EngineState,
    moved_at: Instant,
    empty_since: Instant,
}

/// What the engine to move is at.
enum EngineState {
    Quiet,
    Thinking {
        ply: usize,
        thinking: Thinking,
        /// Before, it waits for a worker.
        begun: bool,
        best: Option<String>,
    },
    /// It has its move, but the pace has not come yet, or the store was too busy.
    Ready {
        ply: usize,
        notation: String,
    },
    /// It cannot play on; it will not be asked again for this ply.
    Stuck {
        ply: usize,
    },
}

impl Actor {
    pub(crate) fn new(
        id: MatchId,
        house: Arc<House>,
        orders: mpsc::Receiver<Order>,
        played: Match,
        seating: Seating,
        rematch: Option<MatchId>,
    ) -> Actor {
        let now = Instant::now();
        Actor {
            passed: played.events().last().map_or(Duration::ZERO, |event| event.at),
            running_since: None,
            id,
            house,
            orders,
            played,
            seating,
            rematch,
            news: broadcast::Sender::new(MOST_NEWS),
            present: 0,
            playing: 0,
            here: [0; 2],
            paused: false,
            engine: EngineState::Quiet,
            moved_at: now,
            empty_since: now,
        }
    }

    /// Until nobody needs the room any more.
    pub(crate) async fn run(mut self) {
        loop {
            self.ask_engine();
            if self.set_clock() && self.is_timed() {
                self.tell_position(self.played.ply());
            }
            let wake = self.next_wake();
            tokio::select! {
                order = self.orders.recv() => match order {
                    Some(order) => self.follow(order).await,
                    None => return,
                },
                answer = next_answer(&mut self.engine) => self.hear(answer).await,
                () = sleep_until(wake) => {
                    if self.wake().await {
                        return;
                    }
                }
            }
        }
    }

    /// A record from elsewhere may say any time, the last that there is included.
    fn now(&self) -> Duration {
        self.passed.saturating_add(self.running_since.map_or(Duration::ZERO, |since| since.elapsed()))
    }

    /// The match's time runs while whoever is to move can move: a person once every seat is taken, an engine while
    /// it thinks. It does not run while an engine waits for a worker, for the pace or for the host, nor in a room
    /// that everybody left before the engine was asked; but an engine that cannot play on loses on time.
    fn time_runs(&self) -> bool {
        let is_at_it = match self.engine {
            EngineState::Thinking { ply, begun, .. } => begun && ply == self.played.ply(),
            EngineState::Stuck { ply } => ply == self.played.ply(),
            EngineState::Quiet | EngineState::Ready { .. } => false,
        };
        self.seating.is_complete() && (is_at_it || self.seating.engine(self.played.turn()).is_none())
    }

    /// Gives whether that has changed anything.
    fn set_clock(&mut self) -> bool {
        let runs = self.time_runs();
        let has_changed = runs != self.running_since.is_some();
        if has_changed {
            self.passed = self.now();
            self.running_since = runs.then(Instant::now);
        }
        has_changed
    }

    fn is_timed(&self) -> bool {
        self.played.clocks(Duration::ZERO).is_some()
    }

    /// When there is something to do even if nothing comes.
    fn next_wake(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + IDLE;
        if let (Some(flag), Some(since)) = (self.played.flag_falls(), self.running_since) {
            wake = since.checked_add(flag.saturating_sub(self.passed)).map_or(wake, |falls| wake.min(falls));
        }
        if matches!(self.engine, EngineState::Ready { .. }) && !self.paused {
            wake = wake.min(self.moved_at + self.pace());
        }
        let is_quiet = matches!(self.engine, EngineState::Quiet);
        if is_quiet && self.awaited().is_some() {
            wake = wake.min(now + SOON);
        }
        if self.present == 0 {
            let is_left_alone = is_quiet || self.is_timed();
            wake = wake.min(self.empty_since + if is_left_alone { self.kept_for() } else { ALONE });
        }
        // Whatever could not be done at its time is tried again soon, not at once.
        if wake <= now { now + SOON } else { wake }
    }

    /// Clocks run on for a while in an empty room.
    fn kept_for(&self) -> Duration {
        let is_running = self.is_timed() && self.played.ending().is_none() && self.running_since.is_some();
        if is_running { 10 * IDLE } else { IDLE }
    }

    /// Gives whether the room is finished with.
    async fn wake(&mut self) -> bool {
        if self.played.flag_falls().is_some_and(|flag| self.running_since.is_some() && self.now() >= flag) {
            let _ = self.decide(self.played.turn(), self.played.ply(), &Command::ClaimTime).await;
        }
        self.engine_plays().await;
        if self.present > 0 {
            return false;
        }
        if self.empty_since.elapsed() >= ALONE && !self.is_timed() {
            // Nobody is looking: whoever comes back finds the engine thinking anew. On a clock it would have lost
            // the time that it has thought, and could be robbed of all of it.
            self.engine = EngineState::Quiet;
        }
        self.empty_since.elapsed() >= self.kept_for() && self.house.unload(&self.id)
    }

    fn pace(&self) -> Duration {
        if self.seating.has_only_engines() { Duration::from_secs_f64(self.seating.pace) } else { Duration::ZERO }
    }

    /// The engine to move and its time, if there is one and somebody waits for it.
    fn awaited(&self) -> Option<(&str, Duration)> {
        let is_alone = self.present == 0 && self.empty_since.elapsed() >= ALONE;
        let is_over = self.played.ending().is_some();
        if is_over || is_alone || self.paused || !self.seating.is_complete() {
            return None;
        }
        self.seating.engine(self.played.turn())
    }

    /// Sets the engine that is awaited thinking.
    fn ask_engine(&mut self) {
        let ply = self.played.ply();
        let is_current = match self.engine {
            EngineState::Quiet => false,
            EngineState::Thinking { ply: at, .. }
            | EngineState::Ready { ply: at, .. }
            | EngineState::Stuck { ply: at } => at == ply,
        };
        if is_current && self.played.ending().is_none() {
            return;
        }
        self.engine = EngineState::Quiet;
        let Some((text, seconds)) = self.awaited() else { return };
        let time = self.played.thinking_time(self.now()).map_or(seconds, |time| time.min(seconds));
        let asked = resolve_engine(self.played.game(), text).and_then(|engine| {
            self.house.pool.ask(Question {
                game: self.played.game().clone_box(),
                engine,
                limits: Limits::time(time),
                kind: Kind::Move,
                whose: self.id.to_string(),
            })
        });
        self.engine = match asked {
            Ok(thinking) => EngineState::Thinking { ply, thinking, begun: false, best: None },
            Err(refused) if refused.is_passing() => EngineState::Quiet,
            Err(_) => EngineState::Stuck { ply },
        };
    }

    async fn hear(&mut self, answer: Answer) {
        let EngineState::Thinking { ply, begun, best, .. } = &mut self.engine else { return };
        let ply = *ply;
        match answer {
            Answer::Begun => *begun = true,
            Answer::Better(thought) => {
                *best = Some(thought.best.clone());
                // Only the values are told: the line would give the engine's plans away to its opponent.
                let thought = ThoughtView { line: Vec::new(), ..thought.into() };
                self.tell(&Told::Thinking { ply, thought });
            }
            Answer::Values(_) => {}
            // The house goes down and has stopped the engine, which is no answer: it is asked again in the next one.
            Answer::Done | Answer::Failed(_) if *self.house.closing.borrow() => self.engine = EngineState::Quiet,
            Answer::Done | Answer::Failed(_) => {
                if let Some(notation) = best.take() {
                    self.engine = EngineState::Ready { ply, notation };
                    return self.engine_plays().await;
                }
                let resigned = self.decide(self.played.turn(), ply, &Command::Resign).await;
                let may_try_again = resigned.is_err_and(|refused| refused.is_passing());
                self.engine = if may_try_again { EngineState::Quiet } else { EngineState::Stuck { ply } };
            }
        }
    }

    /// Plays the move that the engine has, if the pace has come.
    async fn engine_plays(&mut self) {
        let EngineState::Ready { ply, notation } = &self.engine else { return };
        if self.paused || self.moved_at.elapsed() < self.pace() {
            return;
        }
        let (ply, command) = (*ply, Command::Play(notation.clone()));
        match self.decide(self.played.turn(), ply, &command).await {
            Ok(()) => self.engine = EngineState::Quiet,
            Err(refused) if refused.is_passing() => {}
            Err(_) => self.engine = EngineState::Stuck { ply },
        }
    }

    /// Decides, stores, applies, tells: in this order.
    async fn decide(&mut self, by: Player, ply: usize, command: &Command) -> Result<(), Refused> {
        let event: Event = self.played.decide(by, ply, command, self.now())?;
        self.house.store.append(self.id.clone(), self.played.events().len(), &event).await?;
        let before = self.played.ply();
        self.played.apply(&event);
        self.moved_at = Instant::now();
        self.set_clock();
        self.tell_position(before.min(self.played.ply()));
        Ok(())
    }

    /// With the moves from there on.
    fn tell_position(&self, from: usize) {
        let position = Position::of(&self.played, from, self.now(), self.running_since.is_some());
        self.tell(&Told::Position { from, position: Box::new(position) });
    }

    fn tell(&self, told: &Told) {
        if let Ok(text) = serde_json::to_string(told) {
            // Nobody listening is no error.
            let _ = self.news.send(text.into());
        }
    }

    fn tell_table(&self) {
        self.tell(&Told::Table(self.table()));
    }

    fn watching(&self) -> usize {
        self.present.saturating_sub(self.playing)
    }

    fn table(&self) -> TableView {
        TableView {
            seats: SeatView::all(&self.seating, self.here),
            watching: self.watching(),
            pace: self.seating.pace,
            paused: self.paused,
            rematch: self.rematch.clone(),
        }
    }

    fn state(&self) -> Box<State> {
        Box::new(State {
            id: self.id.clone(),
            setup: self.played.setup().clone(),
            terms: self.played.terms().to_string(),
            take_backs: self.played.terms().take_backs,
            table: self.table(),
            position: Position::of(&self.played, 0, self.now(), self.running_since.is_some()),
        })
    }

    async fn follow(&mut self, order: Order) {
        // Whoever asked may have gone meanwhile, so no reply need arrive.
        match order {
            Order::Enter { token, reply } => drop(reply.send(self.enter(&token))),
            Order::Look { reply } => drop(reply.send(Ok(self.state()))),
            Order::Leave { rights } => self.leave(rights),
            Order::Command { rights, ply, command, reply } => {
                drop(reply.send(self.command(rights, ply, &command).await));
            }
            Order::Pace { rights, seconds, paused, reply } => {
                drop(reply.send(self.set_pace(rights, seconds, paused).await));
            }
            Order::Claim { invitation, token, reply } => drop(reply.send(self.claim(&invitation, token).await)),
            Order::PositionAt { ply, reply } => {
                drop(reply.send(self.played.position_at(ply).ok_or_else(no_such_position)));
            }
            Order::Positions { reply } => drop(reply.send(Ok(self.played.positions().collect()))),
            Order::Scenes { from, line, skip, reply } => drop(reply.send(self.scenes(from, &line, skip))),
            Order::Record { reply } => drop(reply.send(Ok(self.played.record().to_string()))),
            Order::Rematch { token, swap, reply } => drop(reply.send(self.rematch(&token, swap).await)),
        }
    }

    fn enter(&mut self, token: &str) -> Result<Entered, Refused> {
        let rights = self.seating.rights(token);
        // Nobody can fill the room for a player, neither watchers nor the opponent.
        let alike = rights.any().map_or(self.watching(), |player| self.here[player.index()]);
        if alike >= MOST_PEOPLE {
            return Err(Refused::busy());
        }
        self.present += 1;
        self.playing += usize::from(rights.any().is_some());
        for player in Player::BOTH {
            self.here[player.index()] += usize::from(rights.holds(player));
        }
        self.tell_table();
        Ok(Entered { rights, state: self.state(), news: self.news.subscribe() })
    }

    fn leave(&mut self, rights: Rights) {
        self.present = self.present.saturating_sub(1);
        self.playing = self.playing.saturating_sub(usize::from(rights.any().is_some()));
        for player in Player::BOTH {
            let here = &mut self.here[player.index()];
            *here = here.saturating_sub(usize::from(rights.holds(player)));
        }
        self.empty_since = Instant::now();
        self.tell_table();
    }

    async fn command(&mut self, rights: Rights, ply: usize, command: &Command) -> Result<(), Refused> {
        let seat = rights.any().ok_or_else(Refused::not_your_seat)?;
        let turn = self.played.turn();
        let last = self.played.moves().next_back().map(|(player, _)| player);
        let by = match command {
            // Who holds both seats takes back the last move, whoever's it was.
            Command::TakeBack => last.filter(|last| rights.holds(*last)).unwrap_or(seat),
            _ if rights.holds(turn) => turn,
            _ => seat,
        };
        if self.is_timed() && !self.seating.is_complete() && matches!(command, Command::Play(_)) {
            return Err(Refused::new(Code::Waiting, "Your opponent is not here yet; the clocks wait."));
        }
        self.decide(by, ply, command).await
    }

    async fn set_pace(&mut self, rights: Rights, seconds: f64, paused: bool) -> Result<(), Refused> {
        if !rights.is_host || !self.seating.has_only_engines() {
            return Err(Refused::not_your_seat());
        }
        if !(0.0..=60.0).contains(&seconds) {
            return Err(Refused::new(Code::BadRequest, "The pace is from 0 to 60 seconds a move."));
        }
        let seating = Seating { pace: seconds, ..self.seating.clone() };
        self.house.store.seat(self.id.clone(), &seating).await?;
        self.seating = seating;
        self.paused = paused;
        self.tell_table();
        Ok(())
    }

    async fn claim(&mut self, invitation: &str, token: Option<Secret>) -> Result<Secret, Refused> {
        let mut seating = self.seating.clone();
        let token = seating.claim(invitation, token)?;
        self.house.store.seat(self.id.clone(), &seating).await?;
        self.seating = seating;
        self.tell_table();
        Ok(token)
    }

    fn scenes(&self, from: usize, line: &[String], skip: usize) -> Result<Vec<Scene>, Refused> {
        if line.is_empty() {
            let scenes: Vec<Scene> =
                self.played.positions().skip(from).take(MOST_SCENES).map(|game| game.scene()).collect();
            return if scenes.is_empty() { Err(no_such_position()) } else { Ok(scenes) };
        }
        let mut game: Box<dyn AnyGame> = self.played.position_at(from).ok_or_else(no_such_position)?;
        let mut scenes = Vec::new();
        for (index, notation) in line.iter().enumerate().take(skip + MOST_SCENES) {
            game.play(notation).map_err(|bad| Refused::new(Code::IllegalMove, bad.to_string()))?;
            if index >= skip {
                scenes.push(game.scene());
            }
        }
        Ok(scenes)
    }

    /// Made here, between two orders, so that two who ask at once find the same one.
    async fn rematch(&mut self, token: &str, swap: bool) -> Result<MatchId, Refused> {
        let rights = self.seating.rights(token);
        if rights.any().is_none() && !rights.is_host {
            return Err(Refused::not_your_seat());
        }
        if let Some(id) = &self.rematch {
            return Ok(id.clone());
        }
        let id = MatchId::new();
        let (setup, terms) = (self.played.setup().clone(), *self.played.terms());
        let record = Record { setup, terms, events: Vec::new() };
        let seating = self.seating.again(swap);
        self.house.store.create(id.clone(), record, &seating, Some(self.id.clone())).await?;
        self.rematch = Some(id.clone());
        self.tell_table();
        Ok(id)
    }
}

fn no_such_position() -> Refused {
    Refused::new(Code::StaleState, "There are not so many moves on the board.")
}

async fn next_answer(engine: &mut EngineState) -> Answer {
    match engine {
        EngineState::Thinking { thinking, .. } => thinking.next().await,
        _ => std::future::pending().await,
    }
}
