//! The thread that an engine thinks on. Whoever asks is never blocked: answers come as messages, and an engine
//! that breaks is one of them. An async runtime would do as well, but neither window nor terminal has one.

use std::error::Error;
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use std::{any::Any, io, thread};

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, SearchError, StopFlag};

/// One engine on its own thread. Asking anew stops the search that is under way, and so does dropping, which
/// does not wait for the thread to end.
#[derive(Debug)]
pub struct EngineWorker {
    orders: Sender<Order>,
    news: Receiver<WorkerEvent>,
    stop: StopFlag,
    newest: Arc<AtomicU64>,
}

/// Tells the answers to one question from those to another; later ones are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SearchId(u64);

#[derive(Clone, PartialEq, Debug)]
pub struct WorkerEvent {
    pub question: SearchId,
    pub said: EngineEvent,
}

/// Thoughts, each better than the one before, and then `Done` or `Failed`.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineEvent {
    Better(AnySearchInfo),
    /// The last thought is the answer.
    Done,
    Failed(SearchFailure),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchFailure {
    SearchError(SearchError),
    /// The engine is gone, and every further question fails too.
    Panicked(String),
    /// It gave no move at all, or none in time.
    Silent,
}

#[derive(Debug)]
enum Order {
    Think { question: SearchId, game: Box<dyn AnyGame>, limits: Limits },
    Forget,
}

impl EngineWorker {
    pub fn new(engine: Box<dyn AnyEngine>) -> io::Result<EngineWorker> {
        EngineWorker::waking(engine, || {})
    }

    /// `wake` is called on the engine's thread whenever there is news: to repaint a window, or to notify a task.
    pub fn waking(engine: Box<dyn AnyEngine>, wake: impl Fn() + Send + 'static) -> io::Result<EngineWorker> {
        let (orders, inbox) = channel();
        let (outbox, news) = channel();
        let newest = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&newest);
        let tell = move |news| {
            // Without a reader, and with a waker that panics, thinking goes on until it is stopped.
            let _ = outbox.send(news);
            let _ = catch_unwind(AssertUnwindSafe(&wake));
        };
        thread::Builder::new().name("thinker".to_owned()).spawn(move || follow(&inbox, engine, &shared, tell))?;
        Ok(EngineWorker { orders, news, stop: StopFlag::default(), newest })
    }

    /// Asks for a move, and drops the question before. `limits.stop` is not looked at: a stop that was raised for
    /// one question must not end the next.
    pub fn ask(&mut self, game: Box<dyn AnyGame>, limits: &Limits) -> SearchId {
        self.stop.raise();
        self.stop = StopFlag::default();
        let question = SearchId(self.newest.fetch_add(1, Ordering::Relaxed) + 1);
        let limits = Limits { stop: self.stop.clone(), ..*limits };
        self.order(Order::Think { question, game, limits });
        question
    }

    /// A new game begins; see [`AnyEngine::forget`].
    pub fn forget(&mut self) {
        self.order(Order::Forget);
    }

    fn order(&self, order: Order) {
        // The thread outlives every panic of its engine, so there is always somebody to hear it.
        let _ = self.orders.send(order);
    }

    /// Enough: the engine ends soon, with what it has.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// The next news of the newest question, if there is any yet.
    pub fn news(&self) -> Option<WorkerEvent> {
        self.news.try_iter().find(|news| self.is_of_the_newest(news))
    }

    /// The same, but waits for it.
    pub fn wait(&self, time: Duration) -> Option<WorkerEvent> {
        let began = Instant::now();
        loop {
            let news = self.news.recv_timeout(time.saturating_sub(began.elapsed())).ok()?;
            if self.is_of_the_newest(&news) {
                return Some(news);
            }
        }
    }

    fn is_of_the_newest(&self, news: &WorkerEvent) -> bool {
        news.question.0 == self.newest.load(Ordering::Relaxed)
    }

    /// Waits for the engine's last thought, at most so long. The engine is told to keep to [`engine_time`] of it,
    /// and to its limits where they end sooner.
    pub fn answer(
        &mut self,
        game: Box<dyn AnyGame>,
        limits: &Limits,
        within: Duration,
    ) -> Result<AnySearchInfo, SearchFailure> {
        let began = Instant::now();
        let longest = engine_time(within);
        let time = Some(limits.time.map_or(longest, |time| time.min(longest)));
        self.ask(game, &Limits { time, ..limits.clone() });
        let mut best = None;
        while let Some(news) = self.wait(within.saturating_sub(began.elapsed())) {
            match news.said {
                EngineEvent::Better(thought) => best = Some(thought),
                EngineEvent::Done => break,
                EngineEvent::Failed(failure) => return Err(failure),
            }
        }
        self.stop();
        best.ok_or(SearchFailure::Silent)
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.newest.store(u64::MAX, Ordering::Relaxed);
        self.stop.raise();
    }
}

/// What runs on the thread, until the thinker is dropped.
fn follow(orders: &Receiver<Order>, engine: Box<dyn AnyEngine>, newest: &AtomicU64, tell: impl Fn(WorkerEvent)) {
    let mut engine = Ok(engine);
    for order in orders {
        match order {
            Order::Forget => {
                let _ = guarded(&mut engine, |engine| engine.forget());
            }
            // Dropped before it was begun: nobody would read the answer.
            Order::Think { question, .. } if question.0 != newest.load(Ordering::Relaxed) => {}
            Order::Think { question, game, limits } => {
                let mut better = |thought| tell(WorkerEvent { question, said: EngineEvent::Better(thought) });
                let said = match guarded(&mut engine, |engine| engine.search(&*game, &limits, &mut better)) {
                    Ok(Ok(())) => EngineEvent::Done,
                    Ok(Err(why)) => EngineEvent::Failed(SearchFailure::SearchError(why)),
                    Err(panic) => EngineEvent::Failed(SearchFailure::Panicked(panic)),
                };
                tell(WorkerEvent { question, said });
            }
        }
    }
}

/// After a panic the message stands in the engine's place: tables half written could prove anything.
fn guarded<T>(
    engine: &mut Result<Box<dyn AnyEngine>, String>,
    act: impl FnOnce(&mut dyn AnyEngine) -> T,
) -> Result<T, String> {
    let sound = engine.as_mut().map_err(|panic| panic.clone())?;
    catch_unwind(AssertUnwindSafe(|| act(&mut **sound))).map_err(|payload| {
        let panic = message(&*payload);
        let broken = std::mem::replace(engine, Err(panic.clone()));
        let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
        panic
    })
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}

/// The limit less a margin, so that no engine loses on time: 50 ms for the 20 ms that an engine may be late and
/// for the way back, and a fiftieth of the limit for a busy machine, in all at most 1 s and at most half the limit.
pub fn engine_time(limit: Duration) -> Duration {
    let margin = (Duration::from_millis(50) + limit / 50).min(Duration::from_secs(1)).min(limit / 2);
    limit.saturating_sub(margin)
}

impl Display for SearchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchFailure::SearchError(why) => why.fmt(f),
            SearchFailure::Panicked(panic) => write!(f, "The engine broke down: {panic}."),
            SearchFailure::Silent => f.write_str("The engine gave no move."),
        }
    }
}

impl Error for SearchFailure {}
