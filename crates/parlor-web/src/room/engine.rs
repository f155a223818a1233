//! Engine moves of a room: starts the search, follows its progress, and plays the move at the chosen pace.

use std::time::Duration;

use parlor_core::{EngineSpec, Limits};
use parlor_match::Command;

use super::actor::{EMPTY_GRACE, RoomActor};
use crate::engine_limits::lower_engine;
use crate::engine_pool::{JobEvent, JobHandle, JobKind, SearchJob};
use crate::messages::ServerMessage;
use crate::views::SearchInfoView;

/// State of the search for the engine to move.
pub(super) enum EngineState {
    Idle,
    Searching {
        ply: usize,
        job: JobHandle,
        /// False while the job waits for a worker.
        is_started: bool,
        best: Option<String>,
    },
    /// The move is known but not played: the pace does not allow it yet, or the store was busy.
    MoveReady {
        ply: usize,
        notation: String,
    },
    /// The engine cannot move; it is not started again at this ply.
    Failed {
        ply: usize,
    },
}

impl EngineState {
    pub(super) async fn next_event(&mut self) -> JobEvent {
        match self {
            EngineState::Searching { job, .. } => job.next().await,
            _ => std::future::pending().await,
        }
    }
}

impl RoomActor {
    /// Minimum time between moves.
    pub(super) fn pace(&self) -> Duration {
        if self.participants.has_only_engines() {
            Duration::from_secs_f64(self.participants.pace)
        } else {
            Duration::ZERO
        }
    }

    /// Spec and search time of the engine to move, if it should search now. Engines do not search in a room that has
    /// been empty for a while.
    pub(super) fn engine_to_move(&self) -> Option<(&str, Duration)> {
        let is_abandoned = self.presence.is_empty_for(EMPTY_GRACE);
        let is_over = self.game_match.result().is_some();
        if is_over || is_abandoned || self.is_paused || !self.participants.is_complete() {
            return None;
        }
        self.participants.engine(self.game_match.turn())
    }

    /// Starts the search of the engine to move, and drops a search that is out of date.
    pub(super) fn update_engine(&mut self) {
        let ply = self.game_match.ply();
        let is_current = match self.engine {
            EngineState::Idle => false,
            EngineState::Searching { ply: at, .. }
            | EngineState::MoveReady { ply: at, .. }
            | EngineState::Failed { ply: at } => at == ply,
        };
        if is_current && self.game_match.result().is_none() {
            return;
        }
        self.engine = EngineState::Idle;
        let Some((spec, max_time)) = self.engine_to_move() else { return };
        let time = self.game_match.thinking_time(self.clock.now()).map_or(max_time, |time| time.min(max_time));
        let game = self.game_match.game();
        let Some(engine) = lower_engine(&self.state.catalog, game, &EngineSpec::from(spec)) else {
            self.engine = EngineState::Failed { ply };
            return;
        };
        let submitted = self.state.engine_pool.submit(SearchJob {
            game: game.clone_box(),
            engine,
            limits: Limits::time(time),
            kind: JobKind::Move,
            session: self.id.to_string(),
            client: self.state.room_owner(&self.id),
        });
        self.engine = match submitted {
            Ok(job) => EngineState::Searching { ply, job, is_started: false, best: None },
            Err(error) if error.is_temporary() => EngineState::Idle,
            Err(_) => EngineState::Failed { ply },
        };
    }

    pub(super) async fn handle_job_event(&mut self, event: JobEvent) {
        let EngineState::Searching { ply, is_started, best, .. } = &mut self.engine else { return };
        let ply = *ply;
        match event {
            JobEvent::Started => *is_started = true,
            JobEvent::Info(info) => {
                *best = Some(info.best.clone());
                // Without the principal variation, which would tell the opponent the engine's plans.
                let info =
                    SearchInfoView { line: Vec::new(), ..SearchInfoView::new(info, self.game_match.game().unit()) };
                self.broadcast(&ServerMessage::Thinking { ply, info });
            }
            JobEvent::Values(_) => {}
            // Shutdown stopped the search, so its result does not count. The engine searches again after a restart.
            JobEvent::Finished | JobEvent::Failed(_) if *self.state.is_shutting_down.borrow() => {
                self.engine = EngineState::Idle;
            }
            JobEvent::Finished | JobEvent::Failed(_) => {
                if let Some(notation) = best.take() {
                    self.engine = EngineState::MoveReady { ply, notation };
                    return self.play_engine_move().await;
                }
                let resigned = self.decide(self.game_match.turn(), ply, &Command::Resign).await;
                let can_retry = resigned.is_err_and(|error| error.is_temporary());
                self.engine = if can_retry { EngineState::Idle } else { EngineState::Failed { ply } };
            }
        }
    }

    /// Plays the engine's move if it is ready and the pace allows it.
    pub(super) async fn play_engine_move(&mut self) {
        let EngineState::MoveReady { ply, notation } = &self.engine else { return };
        if self.is_paused || self.moved_at.elapsed() < self.pace() {
            return;
        }
        let (ply, command) = (*ply, Command::Play(notation.clone()));
        match self.decide(self.game_match.turn(), ply, &command).await {
            Ok(()) => self.engine = EngineState::Idle,
            Err(error) if error.is_temporary() => {}
            Err(_) => self.engine = EngineState::Failed { ply },
        }
    }
}
