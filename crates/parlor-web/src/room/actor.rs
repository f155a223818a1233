//! What a room does with its orders. Every event is on disk before anybody hears of it.

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, Limits, Player, Scene};
use parlor_match::{Command, Event, Match};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, sleep_until};

use super::{Entered, MOST_NEWS, MOST_PEOPLE, MOST_SCENES, News, Order, Rematch};
use crate::house::House;
use crate::messages::{Position, SeatView, State, TableView, ThoughtView, Told};
use crate::pool::{Answer, Kind, Question, Thinking};
use crate::refused::{Code, Refused};
use crate::seats::{Rights, Seating, judge_engine};
use crate::secret::{MatchId, Secret};
use crate::store::Stored;

/// A room that nobody is in is kept for so long, and its engine thinks for so long.
const IDLE: Duration = Duration::from_mins(1);
const ALONE: Duration = Duration::from_secs(5);
const SOON: Duration = Duration::from_millis(20);

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
    /// The match's own time: what had passed, and since when it runs on. It waits for both players.
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
        best: Option<String>,
    },
    /// It has its move, but the pace has not come yet.
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
        stored: Stored,
    ) -> Result<Actor, Refused> {
        let played = stored
            .record
            .replay(|setup| parlor_games::catalog::start(setup.clone()))
            .map_err(|bad| Refused::new(Code::Trouble, format!("This match cannot be read: {bad}.")))?;
        let now = Instant::now();
        Ok(Actor {
            passed: played.events().last().map_or(Duration::ZERO, |event| event.at),
            running_since: stored.seating.is_complete().then_some(now),
            id,
            house,
            orders,
            played,
            seating: stored.seating,
            rematch: stored.rematch,
            news: broadcast::Sender::new(MOST_NEWS),
            present: 0,
            playing: 0,
            here: [0; 2],
            paused: false,
            engine: EngineState::Quiet,
            moved_at: now,
            empty_since: now,
        })
    }

    /// Until nobody needs the room any more.
    pub(crate) async fn run(mut self) {
        loop {
            self.ask_engine();
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

    fn now(&self) -> Duration {
        self.passed + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn is_timed(&self) -> bool {
        self.played.clocks(Duration::ZERO).is_some()
    }

    /// When there is something to do even if nothing comes.
    fn next_wake(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + IDLE;
        if let (Some(flag), Some(since)) = (self.played.flag_falls(), self.running_since) {
            wake = wake.min(since + flag.saturating_sub(self.passed));
        }
        if matches!(self.engine, EngineState::Ready { .. }) && !self.paused {
            wake = wake.min(self.moved_at + self.pace());
        }
        if self.present == 0 {
            let is_quiet = matches!(self.engine, EngineState::Quiet);
            wake = wake.min(self.empty_since + if is_quiet { self.kept_for() } else { ALONE });
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
        if let EngineState::Ready { ply, notation } = &self.engine
            && self.moved_at.elapsed() >= self.pace()
            && !self.paused
        {
            let (ply, notation) = (*ply, notation.clone());
            self.engine_plays(ply, notation).await;
        }
        if self.present > 0 {
            return false;
        }
        if self.empty_since.elapsed() >= ALONE {
            // Nobody is looking: whoever comes back finds the engine thinking anew.
            self.engine = EngineState::Quiet;
        }
        self.empty_since.elapsed() >= self.kept_for() && self.house.unload(&self.id)
    }

    fn pace(&self) -> Duration {
        if self.seating.has_only_engines() { Duration::from_secs_f64(self.seating.pace) } else { Duration::ZERO }
    }

    /// Sets the engine to move thinking, if there is one and somebody waits for it.
    fn ask_engine(&mut self) {
        let (turn, ply) = (self.played.turn(), self.played.ply());
        let is_current = match self.engine {
            EngineState::Quiet => false,
            EngineState::Thinking { ply: at, .. }
            | EngineState::Ready { ply: at, .. }
            | EngineState::Stuck { ply: at } => at == ply,
        };
        let is_over = self.played.ending().is_some();
        if is_current && !is_over {
            return;
        }
        self.engine = EngineState::Quiet;
        let Some((text, seconds)) = self.seating.engine(turn) else { return };
        let is_alone = self.present == 0 && self.empty_since.elapsed() >= ALONE;
        if is_over || is_alone || self.paused || self.running_since.is_none() {
            return;
        }
        let time = self.played.thinking_time(self.now()).map_or(seconds, |time| time.min(seconds));
        let asked = judge_engine(self.played.game(), text).and_then(|engine| {
            self.house.pool.ask(Question {
                game: self.played.game().clone_box(),
                engine,
                limits: Limits::time(time),
                kind: Kind::Move,
                whose: self.id.to_string(),
            })
        });
        self.engine = match asked {
            Ok(thinking) => EngineState::Thinking { ply, thinking, best: None },
            Err(_) => EngineState::Stuck { ply },
        };
    }

    async fn hear(&mut self, answer: Answer) {
        let EngineState::Thinking { ply, best, .. } = &mut self.engine else { return };
        let ply = *ply;
        match answer {
            Answer::Better(thought) => {
                *best = Some(thought.best.clone());
                // Only the values are told: the line would give the engine's plans away to its opponent.
                let thought = ThoughtView { line: Vec::new(), ..thought.into() };
                self.tell(&Told::Thinking { ply, thought });
            }
            Answer::Values(_) => {}
            // The house goes down and has stopped the engine, which is no answer: it is asked again in the next one.
            Answer::Done | Answer::Failed(_) if *self.house.closing.borrow() => {
                self.engine = EngineState::Stuck { ply };
            }
            Answer::Done | Answer::Failed(_) => match best.take() {
                Some(notation) if self.moved_at.elapsed() >= self.pace() && !self.paused => {
                    self.engine_plays(ply, notation).await;
                }
                Some(notation) => self.engine = EngineState::Ready { ply, notation },
                None => {
                    self.engine = EngineState::Stuck { ply };
                    let _ = self.decide(self.played.turn(), ply, &Command::Resign).await;
                }
            },
        }
    }

    async fn engine_plays(&mut self, ply: usize, notation: String) {
        self.engine = EngineState::Quiet;
        if self.decide(self.played.turn(), ply, &Command::Play(notation)).await.is_err() && self.played.ply() == ply {
            self.engine = EngineState::Stuck { ply };
        }
    }

    /// Decides, stores, applies, tells: in this order.
    async fn decide(&mut self, by: Player, ply: usize, command: &Command) -> Result<(), Refused> {
        let event: Event = self.played.decide(by, ply, command, self.now())?;
        self.house.store.append(self.id.clone(), self.played.events().len(), &event).await?;
        let before = self.played.ply();
        self.played.apply(&event);
        self.moved_at = Instant::now();
        let from = before.min(self.played.ply());
        let position = Position::of(&self.played, from, self.now(), self.running_since.is_some());
        self.tell(&Told::Position { from, position: Box::new(position) });
        Ok(())
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

    fn table(&self) -> TableView {
        TableView {
            seats: SeatView::all(&self.seating, self.here),
            watching: self.present.saturating_sub(self.playing),
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
            Order::Claim { invitation, reply } => drop(reply.send(self.claim(&invitation).await)),
            Order::PositionAt { ply, reply } => {
                drop(reply.send(self.played.position_at(ply).ok_or_else(no_such_position)));
            }
            Order::Positions { reply } => drop(reply.send(Ok(self.played.positions().collect()))),
            Order::Scenes { from, line, skip, reply } => drop(reply.send(self.scenes(from, &line, skip))),
            Order::Record { reply } => drop(reply.send(Ok(self.played.record().to_string()))),
            Order::Rematch { token, swap, reply } => drop(reply.send(self.ask_rematch(&token, swap))),
            Order::Linked { to } => {
                self.rematch = Some(to);
                self.tell_table();
            }
        }
    }

    fn enter(&mut self, token: &str) -> Result<Entered, Refused> {
        if self.present >= MOST_PEOPLE {
            return Err(Refused::busy());
        }
        let rights = self.seating.rights(token);
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
        if self.is_timed() && self.running_since.is_none() && matches!(command, Command::Play(_)) {
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
        self.seating.pace = seconds;
        self.paused = paused;
        self.house.store.seat(self.id.clone(), &self.seating).await?;
        self.tell_table();
        Ok(())
    }

    async fn claim(&mut self, invitation: &str) -> Result<Secret, Refused> {
        let mut seating = self.seating.clone();
        let token = seating.claim(invitation)?;
        self.house.store.seat(self.id.clone(), &seating).await?;
        self.seating = seating;
        if self.seating.is_complete() && self.running_since.is_none() {
            self.running_since = Some(Instant::now());
            let position = Position::of(&self.played, self.played.ply(), self.now(), true);
            self.tell(&Told::Position { from: self.played.ply(), position: Box::new(position) });
        }
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

    fn ask_rematch(&self, token: &str, swap: bool) -> Result<Rematch, Refused> {
        let rights = self.seating.rights(token);
        if rights.any().is_none() && !rights.is_host {
            return Err(Refused::not_your_seat());
        }
        if let Some(id) = &self.rematch {
            return Ok(Rematch::Exists(id.clone()));
        }
        let (setup, terms) = (self.played.setup().clone(), *self.played.terms());
        Ok(Rematch::ToBeMade { setup, terms, seating: self.seating.again(swap) })
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
