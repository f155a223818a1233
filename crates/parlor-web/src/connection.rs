//! One socket: reads wishes at a bounded rate, passes on the news of its room, and runs at most one study
//! (analysis, review or solution) at a time, which ends with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use parlor_core::Limits;
use parlor_match::Command;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{interval, timeout};

use crate::appraisal;
use crate::house::{Admission, House};
use crate::messages::{Ask, Told, Wish};
use crate::pool::{Answer, Kind, Question};
use crate::rate::Bucket;
use crate::refused::{Code, Refused};
use crate::room::{Entered, News, Order, Room};
use crate::seats::{Rights, judge_seconds, resolve_engine};
use crate::secret::MatchId;

/// No wish is longer.
pub(crate) const LONGEST_MESSAGE: usize = 4096;
const WISHES_A_SECOND: f64 = 20.0;
const WISHES_AT_ONCE: f64 = 60.0;
/// After so many wishes too many, the socket is closed.
const MOST_EXCESS: u32 = 200;
const TO_SAY_HELLO: Duration = Duration::from_secs(10);
const TO_TAKE_NEWS: Duration = Duration::from_secs(10);
const BETWEEN_PINGS: Duration = Duration::from_secs(20);
const LONGEST_SILENCE: Duration = Duration::from_mins(1);
/// What one study may say before the socket has sent it.
const MOST_FINDINGS: usize = 64;

struct Connection {
    house: Arc<House>,
    id: MatchId,
    room: Room,
    rights: Rights,
    bucket: Bucket,
    excess: u32,
    findings: mpsc::Sender<Told>,
    /// Held for the study under way, which hears when it is dropped, and ends.
    study: Option<oneshot::Sender<()>>,
}

/// The reader is gone, or too slow, or too fast.
struct Gone;

pub(crate) async fn run(mut socket: WebSocket, house: Arc<House>, id: MatchId, _admission: Admission) {
    let Ok(Some(token)) = timeout(TO_SAY_HELLO, hello(&mut socket)).await else {
        return close(socket, "Say hello first.").await;
    };
    let room = match house.room(&id).await {
        Ok(room) => room,
        Err(refused) => return refuse_and_close(socket, refused).await,
    };
    let entered = match room.ask(|reply| Order::Enter { token, reply }).await {
        Ok(entered) => entered,
        Err(refused) => return refuse_and_close(socket, refused).await,
    };
    let (findings, found) = mpsc::channel(MOST_FINDINGS);
    let rights = entered.rights;
    let bucket = Bucket::new(WISHES_A_SECOND, WISHES_AT_ONCE);
    let connection = Connection { house, id, room: room.clone(), rights, bucket, excess: 0, findings, study: None };
    // Dropping the connection here ends its study before the room hears that it has left.
    let _ = connection.serve(&mut socket, entered, found).await;
    room.tell(Order::Leave { rights }).await;
    close(socket, "").await;
}

async fn hello(socket: &mut WebSocket) -> Option<String> {
    while let Some(Ok(message)) = socket.recv().await {
        if let Message::Text(text) = message {
            return match serde_json::from_str(&text) {
                Ok(Ask { wish: Wish::Hello { token }, .. }) => Some(token),
                _ => None,
            };
        }
    }
    None
}

async fn refuse_and_close(mut socket: WebSocket, refused: Refused) {
    let reason = refused.message.clone();
    let _ = send(&mut socket, &Told::Refused { request: 0, error: refused.code, message: refused.message }).await;
    close(socket, &reason).await;
}

async fn close(mut socket: WebSocket, reason: &str) {
    let frame = CloseFrame { code: 1008, reason: reason.to_owned().into() };
    let frame = if reason.is_empty() { None } else { Some(frame) };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(frame))).await;
}

async fn send(socket: &mut WebSocket, told: &Told) -> Result<(), Gone> {
    let text = serde_json::to_string(told).map_err(|_| Gone)?;
    send_text(socket, text.into()).await
}

async fn send_text(socket: &mut WebSocket, text: axum::extract::ws::Utf8Bytes) -> Result<(), Gone> {
    match timeout(TO_TAKE_NEWS, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// News that is here already. That it was too much is told only once, so it must not be overheard.
fn waiting(news: &mut broadcast::Receiver<News>) -> Option<Result<News, RecvError>> {
    match news.try_recv() {
        Ok(text) => Some(Ok(text)),
        Err(TryRecvError::Lagged(missed)) => Some(Err(RecvError::Lagged(missed))),
        Err(TryRecvError::Empty | TryRecvError::Closed) => None,
    }
}

impl Connection {
    async fn serve(
        mut self,
        socket: &mut WebSocket,
        entered: Entered,
        mut found: mpsc::Receiver<Told>,
    ) -> Result<(), Gone> {
        let Entered { rights, state, mut news } = entered;
        send(socket, &Told::Welcome { you: rights.into(), state }).await?;
        let mut closing = self.house.closing.subscribe();
        let mut pings = interval(BETWEEN_PINGS);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let answer = self.follow(&text).await?;
                            // What a command has changed is told before that it is done.
                            while let Some(text) = waiting(&mut news) {
                                self.pass_on(socket, &mut news, text).await?;
                            }
                            if let Some(answer) = answer {
                                send(socket, &answer).await?;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.count()?,
                        _ => return Err(Gone),
                    }
                }
                text = news.recv() => self.pass_on(socket, &mut news, text).await?,
                Some(told) = found.recv() => send(socket, &told).await?,
                _ = pings.tick() => {
                    if heard.elapsed() > LONGEST_SILENCE {
                        return Err(Gone);
                    }
                    timeout(TO_TAKE_NEWS, socket.send(Message::Ping(Vec::new().into()))).await.map_err(|_| Gone)?
                        .map_err(|_| Gone)?;
                }
                _ = closing.changed() => {
                    send(socket, &Told::Closing).await?;
                    return Err(Gone);
                }
            }
        }
    }

    /// Whoever fell behind gets everything anew instead.
    async fn pass_on(
        &self,
        socket: &mut WebSocket,
        news: &mut broadcast::Receiver<News>,
        text: Result<News, RecvError>,
    ) -> Result<(), Gone> {
        match text {
            Ok(text) => send_text(socket, text).await,
            Err(RecvError::Lagged(_)) => {
                *news = news.resubscribe();
                let state = self.room.ask(|reply| Order::Look { reply }).await.map_err(|_| Gone)?;
                send(socket, &Told::Welcome { you: self.rights.into(), state }).await
            }
            Err(RecvError::Closed) => Err(Gone),
        }
    }

    /// One more message: too many at once are refused, far too many are the end.
    fn count(&mut self) -> Result<(), Gone> {
        if !self.bucket.takes(1.0, Instant::now()) {
            self.excess += 1;
        }
        if self.excess > MOST_EXCESS { Err(Gone) } else { Ok(()) }
    }

    async fn follow(&mut self, text: &str) -> Result<Option<Told>, Gone> {
        let before = self.excess;
        self.count()?;
        let (request, result) = match serde_json::from_str::<Ask>(text) {
            Ok(Ask { request, .. }) if self.excess > before => (request, Err(Refused::too_fast())),
            Ok(Ask { request, wish }) => (request, self.fulfil(request, wish).await),
            Err(bad) => (0, Err(Refused::new(Code::BadRequest, format!("That cannot be read: {bad}.")))),
        };
        Ok(Some(match result {
            Ok(true) => Told::Done { request },
            Ok(false) => return Ok(None),
            Err(Refused { code, message }) => Told::Refused { request, error: code, message },
        }))
    }

    /// Gives whether it is done; a study says so itself.
    async fn fulfil(&mut self, request: u32, wish: Wish) -> Result<bool, Refused> {
        match wish {
            Wish::Hello { .. } => Err(Refused::new(Code::BadRequest, "You have said hello already.")),
            Wish::Play { ply, notation } => self.command(ply, Command::Play(notation)).await,
            Wish::TakeBack { ply } => self.command(ply, Command::TakeBack).await,
            Wish::Resign => self.command(0, Command::Resign).await,
            Wish::ClaimTime => self.command(0, Command::ClaimTime).await,
            Wish::Pace { seconds, paused } => {
                let rights = self.rights;
                self.room.ask(|reply| Order::Pace { rights, seconds, paused, reply }).await.map(|()| true)
            }
            Wish::Analyze { ply, seconds } => self.analyze(request, ply, seconds).await.map(|()| false),
            Wish::Review { seconds, from } => self.review(request, seconds, from).await.map(|()| false),
            Wish::Solve { ply, engine, seconds } => self.solve(request, ply, &engine, seconds).await.map(|()| false),
            Wish::Stop => {
                self.study = None;
                Ok(true)
            }
        }
    }

    async fn command(&self, ply: usize, command: Command) -> Result<bool, Refused> {
        let rights = self.rights;
        self.room.ask(|reply| Order::Command { rights, ply, command, reply }).await.map(|()| true)
    }

    /// Replaces the study under way. Each has one last word, also where it was stopped.
    fn study(&mut self, request: u32, work: impl Future<Output = Result<(), Refused>> + Send + 'static) {
        let findings = self.findings.clone();
        let (study, stopped) = oneshot::channel();
        self.study = Some(study);
        tokio::spawn(async move {
            let result = tokio::select! {
                result = work => result,
                _ = stopped => Err(Refused::new(Code::Stopped, "This was stopped before it was done.")),
            };
            let last = match result {
                Ok(()) => Told::Done { request },
                Err(Refused { code, message }) => Told::Refused { request, error: code, message },
            };
            // A socket that is gone takes no more.
            let _ = findings.send(last).await;
        });
    }

    async fn analyze(&mut self, request: u32, ply: usize, seconds: f64) -> Result<(), Refused> {
        let time = judge_seconds(seconds)?;
        let game = self.room.ask(|reply| Order::PositionAt { ply, reply }).await?;
        let (house, findings, id) = (Arc::clone(&self.house), self.findings.clone(), self.id.to_string());
        self.study(request, async move {
            let mut newest = None;
            appraisal::values(&house.pool, &*game, time, &id, |values| {
                // Where the socket is slow, only the newest list matters.
                newest = findings.try_send(Told::Values { request, ply, values }).err().map(TrySendError::into_inner);
            })
            .await?;
            if let Some(told) = newest {
                let _ = findings.send(told).await;
            }
            Ok(())
        });
        Ok(())
    }

    async fn review(&mut self, request: u32, seconds: f64, from: usize) -> Result<(), Refused> {
        let time = judge_seconds(seconds)?;
        let games = self.room.ask(|reply| Order::Positions { reply }).await?;
        let (house, findings, id) = (Arc::clone(&self.house), self.findings.clone(), self.id.to_string());
        self.study(request, async move {
            let mut after = None;
            // From the end: what is known of later positions is certain sooner.
            for (ply, game) in games.iter().enumerate().skip(from).rev() {
                let value = appraisal::value(&house.pool, &**game, time, &id).await?;
                let turn_passed = |next: &usize| games[*next].turn() != game.turn();
                let verdict = after.and_then(|(next, after)| appraisal::verdict(value, after, turn_passed(&next)));
                after = Some((ply, value));
                let told = Told::Reviewed { request, ply, turn: game.turn(), value: value.into(), verdict };
                if findings.send(told).await.is_err() {
                    break;
                }
            }
            Ok(())
        });
        Ok(())
    }

    async fn solve(&mut self, request: u32, ply: usize, engine: &str, seconds: f64) -> Result<(), Refused> {
        let time = judge_seconds(seconds)?;
        let game = self.room.ask(|reply| Order::PositionAt { ply, reply }).await?;
        let engine = resolve_engine(&*game, engine)?;
        let whose = format!("{} solution", self.id);
        let question = Question { game, engine, limits: Limits::time(time), kind: Kind::Thought, whose };
        let mut thinking = self.house.pool.ask(question)?;
        let findings = self.findings.clone();
        self.study(request, async move {
            loop {
                match thinking.next().await {
                    Answer::Better(thought) => {
                        let proved = thought.value.is_exact();
                        let plan = thought.value.at_least.is_win();
                        let told = Told::Solving { request, thought: thought.into(), proved, plan };
                        if findings.send(told).await.is_err() {
                            return Ok(());
                        }
                    }
                    Answer::Begun | Answer::Values(_) => {}
                    Answer::Done => return Ok(()),
                    Answer::Failed(why) => return Err(Refused::new(Code::Busy, why)),
                }
            }
        });
        Ok(())
    }
}
