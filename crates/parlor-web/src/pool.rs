//! The engines' threads: a fixed number of workers and bounded queues. Moves come before studies, and one worker is
//! kept for them, so that no study keeps a match waiting. Each worker keeps its last engines, so that there is one
//! table a worker and kind, never one a match.

use std::any::TypeId;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, EngineSpec, Limits, StopFlag, Value};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::refused::Refused;

/// Moves; and as many studies.
const MOST_WAITING: usize = 1024;
const KEPT_ENGINES: usize = 2;
/// Progress is told at most so often, which bounds what can pile up before a slow reader.
const BETWEEN_NEWS: Duration = Duration::from_millis(50);

/// What an engine is asked about.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) engine: EngineSpec,
    pub(crate) limits: Limits,
    pub(crate) kind: Kind,
    /// Matches never share what an engine has learnt.
    pub(crate) whose: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A move that a match waits for.
    Move,
    /// A thought, with progress: of a position, or the plan of a problem.
    Thought,
    /// The value of every legal move.
    Values,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    /// Of a move only: it waits no longer, a worker thinks about it.
    Begun,
    Better(AnySearchInfo),
    Values(Vec<(String, Value)>),
    Done,
    /// Nothing came of it: no moves, or the engine broke down.
    Failed(String),
}

/// A question under way. Dropping it stops the engine.
#[derive(Debug)]
pub(crate) struct Thinking {
    stop: StopFlag,
    answers: UnboundedReceiver<Answer>,
}

impl Thinking {
    /// Ends with `Done` or `Failed`.
    pub(crate) async fn next(&mut self) -> Answer {
        let gone = || Answer::Failed("The engine was stopped.".to_owned());
        self.answers.recv().await.unwrap_or_else(gone)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

struct Job {
    question: Question,
    answers: UnboundedSender<Answer>,
}

#[derive(Default)]
struct Waiting {
    moves: VecDeque<Job>,
    studies: VecDeque<Job>,
    is_closed: bool,
    /// What each worker is at: stopped when the pool closes.
    under_way: Vec<Option<StopFlag>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) struct Pool(Arc<Shared>);

impl Pool {
    /// With two workers at least: the first does nothing but moves.
    pub(crate) fn new(workers: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared::default());
        shared.lock().under_way = vec![None; workers];
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("engine-{number}")).spawn(move || work(&shared, number))?;
        }
        Ok(Pool(shared))
    }

    pub(crate) fn ask(&self, question: Question) -> Result<Thinking, Refused> {
        let mut waiting = self.0.lock();
        let is_closed = waiting.is_closed;
        let queue = if question.kind == Kind::Move { &mut waiting.moves } else { &mut waiting.studies };
        if queue.len() >= MOST_WAITING {
            queue.retain(|job| !job.question.limits.stop.is_raised());
        }
        if is_closed || queue.len() >= MOST_WAITING {
            return Err(Refused::busy());
        }
        let (sender, answers) = unbounded_channel();
        let stop = question.limits.stop.clone();
        queue.push_back(Job { question, answers: sender });
        // Not every worker takes everything.
        self.0.news.notify_all();
        Ok(Thinking { stop, answers })
    }

    /// Stops everything; what waits is dropped.
    pub(crate) fn close(&self) {
        let mut waiting = self.0.lock();
        waiting.is_closed = true;
        waiting.moves.clear();
        waiting.studies.clear();
        waiting.under_way.iter().flatten().for_each(StopFlag::raise);
        self.0.news.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// An engine that a worker keeps, and what it was made for.
struct Kept {
    /// The type of the game, which is all of it that an engine is built for: it may depend on the position.
    game: TypeId,
    spec: EngineSpec,
    whose: String,
    engine: Box<dyn AnyEngine>,
}

fn work(shared: &Shared, number: usize) {
    let mut kept: Vec<Kept> = Vec::new();
    while let Some(job) = next(shared, number) {
        // Tables half written could prove anything, so an engine that panicked is not kept.
        let taken = take(&mut kept, &job.question);
        let answered = catch_unwind(AssertUnwindSafe(|| answer(&job, taken)));
        match answered {
            Ok(Some(engine)) => {
                kept.insert(0, engine);
                kept.truncate(KEPT_ENGINES);
            }
            Ok(None) => {}
            Err(_) => drop(job.answers.send(Answer::Failed("The engine broke down.".to_owned()))),
        }
    }
}

/// Waits for a question that is still wanted, and notes that this worker is at it.
fn next(shared: &Shared, number: usize) -> Option<Job> {
    let mut waiting = shared.lock();
    waiting.under_way[number] = None;
    loop {
        if waiting.is_closed {
            return None;
        }
        let mut job = waiting.moves.pop_front();
        if number > 0 {
            job = job.or_else(|| waiting.studies.pop_front());
        }
        match job {
            Some(job) if job.question.limits.stop.is_raised() => {}
            Some(job) => {
                waiting.under_way[number] = Some(job.question.limits.stop.clone());
                return Some(job);
            }
            None => waiting = shared.news.wait(waiting).unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// An engine of the same kind that this worker has used before.
fn take(kept: &mut Vec<Kept>, question: &Question) -> Option<Kept> {
    let game = question.game.as_any().type_id();
    let index = kept.iter().position(|one| one.game == game && one.spec == question.engine)?;
    let mut engine = kept.remove(index);
    if engine.whose != question.whose {
        engine.engine.forget();
        engine.whose.clone_from(&question.whose);
    }
    Some(engine)
}

fn answer(job: &Job, kept: Option<Kept>) -> Option<Kept> {
    let Question { game, engine: spec, limits, kind, whose } = &job.question;
    let mut kept = match kept {
        Some(kept) => kept,
        None => match game.engine(spec) {
            Ok(engine) => Kept { game: game.as_any().type_id(), spec: spec.clone(), whose: whose.clone(), engine },
            Err(bad) => {
                let _ = job.answers.send(Answer::Failed(bad.to_string()));
                return None;
            }
        },
    };
    let tell = |answer| {
        // Whoever asked may have gone; then the stop is raised as well.
        let _ = job.answers.send(answer);
    };
    if *kind == Kind::Move {
        tell(Answer::Begun);
    }
    let result = match kind {
        Kind::Move | Kind::Thought => search(&mut *kept.engine, &**game, limits, tell),
        Kind::Values => analyze(&mut *kept.engine, &**game, limits, tell),
    };
    tell(result.map_or_else(Answer::Failed, |()| Answer::Done));
    Some(kept)
}

fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    tell: impl Fn(Answer),
) -> Result<(), String> {
    let mut told = None;
    let mut best = None;
    let found = engine.search(game, limits, &mut |thought| {
        if is_due(&mut told) {
            tell(Answer::Better(thought.clone()));
        }
        best = Some(thought);
    });
    if let Some(best) = best {
        tell(Answer::Better(best));
    }
    found.map_err(|why| why.to_string())
}

fn analyze(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    tell: impl Fn(Answer),
) -> Result<(), String> {
    let mut told = None;
    let mut values: Vec<(String, Value)> = Vec::new();
    let found = engine.analyze(game, limits, &mut |notation, value| {
        match values.iter_mut().find(|(known, _)| *known == notation) {
            Some((_, known)) => *known = value,
            None => values.push((notation, value)),
        }
        if is_due(&mut told) {
            tell(Answer::Values(values.clone()));
        }
    });
    tell(Answer::Values(values));
    found.map(drop).map_err(|why| why.to_string())
}

fn is_due(told: &mut Option<Instant>) -> bool {
    let is_due = told.is_none_or(|told| told.elapsed() >= BETWEEN_NEWS);
    if is_due {
        *told = Some(Instant::now());
    }
    is_due
}

#[cfg(test)]
mod tests {
    use parlor_core::Setup;
    use parlor_games::catalog;

    use super::*;

    fn question(kind: Kind, seconds: u64) -> Question {
        let game = catalog::start(Setup::of(catalog::GAMES[0].name)).unwrap();
        let limits = Limits::time(Duration::from_secs(seconds));
        Question { game, engine: EngineSpec::of("mcts"), limits, kind, whose: String::new() }
    }

    #[tokio::test]
    async fn studies_keep_no_move_waiting_and_those_given_up_take_no_room() {
        let pool = Pool::new(2).unwrap();
        let fill = || std::iter::repeat_with(|| pool.ask(question(Kind::Values, 60))).map_while(Result::ok);
        let mut studies: Vec<Thinking> = fill().collect();
        // Every worker that takes studies is at one after this.
        tokio::time::sleep(Duration::from_millis(100)).await;
        studies.extend(fill());
        let mut thinking = pool.ask(question(Kind::Move, 0)).unwrap();
        let first = tokio::time::timeout(Duration::from_secs(10), thinking.next()).await;
        assert_eq!(first, Ok(Answer::Begun));
        assert!(studies.len() >= MOST_WAITING);
        studies.truncate(1);
        assert!(pool.ask(question(Kind::Values, 60)).is_ok());
    }

    #[tokio::test]
    async fn an_engine_is_kept_only_for_games_of_its_type() {
        let pool = Pool::new(2).unwrap();
        // A problem's type depends on how much there is to eat.
        let entry = catalog::GAMES.iter().find(|game| game.seats == 1).unwrap();
        let row = ["11"; 40].join(" ");
        let large = Setup::of(entry.name).from_position(format!("66 {row}\n10 {row}"));
        for setup in [Setup::of(entry.name), large.clone(), Setup::of(entry.name), large] {
            let game = catalog::start(setup).unwrap();
            let engine = EngineSpec::of(entry.judge);
            let limits = Limits::time(Duration::from_millis(50));
            let whose = String::new();
            let mut thinking = pool.ask(Question { game, engine, limits, kind: Kind::Thought, whose }).unwrap();
            let mut answer = thinking.next().await;
            while answer != Answer::Done {
                assert!(matches!(answer, Answer::Better(_)), "{answer:?}");
                answer = thinking.next().await;
            }
        }
    }
}
