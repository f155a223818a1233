//! Analysis task of a connection: the values of all moves, the review of a match, or the solution of a position.

use std::sync::Arc;

use parlor_core::Limits;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::Connection;
use crate::analysis::{move_values, position_value};
use crate::api_error::{ApiError, ErrorCode};
use crate::engine_limits::{resolve_engine, search_time};
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::messages::ServerMessage;
use crate::move_review::annotate_move;
use crate::room::RoomCommand;
use crate::views::SearchInfoView;

impl Connection {
    /// Spawns an analysis task in place of the running one. Every task sends exactly one final reply, also when it is
    /// stopped.
    fn spawn_analysis(&mut self, request: u32, work: impl Future<Output = Result<(), ApiError>> + Send + 'static) {
        let messages = self.analysis_messages.clone();
        let (stop, stopped) = oneshot::channel();
        self.analysis_stop = Some(stop);
        tokio::spawn(async move {
            let result = tokio::select! {
                result = work => result,
                _ = stopped => Err(ApiError::new(ErrorCode::Stopped, "Stopped before it was finished.")),
            };
            let reply = match result {
                Ok(()) => ServerMessage::Done { request },
                Err(error) => ServerMessage::error(request, error),
            };
            // The connection may be closed.
            let _ = messages.send(reply).await;
        });
    }

    /// Starts the analysis of every legal move.
    pub(super) async fn analyze(&mut self, request: u32, ply: usize, seconds: f64) -> Result<(), ApiError> {
        let time = search_time(seconds)?;
        let game = self.room.request(|reply| RoomCommand::GetPosition { ply, reply }).await?;
        let (state, messages, id) = (Arc::clone(&self.state), self.analysis_messages.clone(), self.id.to_string());
        self.spawn_analysis(request, async move {
            let mut unsent = None;
            move_values(&state, &*game, time, &id, |values| {
                // If the socket is slow, only the newest list matters.
                let message = ServerMessage::Values { request, ply, values };
                unsent = messages.try_send(message).err().map(TrySendError::into_inner);
            })
            .await?;
            if let Some(message) = unsent {
                let _ = messages.send(message).await;
            }
            Ok(())
        });
        Ok(())
    }

    /// Starts the review of all positions after `from` moves and later.
    pub(super) async fn review(&mut self, request: u32, seconds: f64, from: usize) -> Result<(), ApiError> {
        let time = search_time(seconds)?;
        let games = self.room.request(|reply| RoomCommand::GetPositions { reply }).await?;
        let (state, messages, id) = (Arc::clone(&self.state), self.analysis_messages.clone(), self.id.to_string());
        self.spawn_analysis(request, async move {
            let mut after = None;
            // From the end, because late positions are proved soonest.
            for (ply, game) in games.iter().enumerate().skip(from).rev() {
                let value = position_value(&state, &**game, time, &id).await?;
                let turn_passed = |next: &usize| games[*next].turn() != game.turn();
                let annotation = after.and_then(|(next, after)| annotate_move(value, after, turn_passed(&next)));
                after = Some((ply, value));
                let value = value.report(game.unit());
                let message = ServerMessage::Reviewed { request, ply, turn: game.turn(), value, annotation };
                if messages.send(message).await.is_err() {
                    break;
                }
            }
            Ok(())
        });
        Ok(())
    }

    /// Starts a search for a plan or a principal variation.
    pub(super) async fn solve(&mut self, request: u32, ply: usize, engine: &str, seconds: f64) -> Result<(), ApiError> {
        let time = search_time(seconds)?;
        let game = self.room.request(|reply| RoomCommand::GetPosition { ply, reply }).await?;
        let engine = resolve_engine(&self.state.catalog, &*game, engine)?;
        let (session, unit) = (format!("{} solution", self.id), game.unit());
        let job = SearchJob { game, engine, limits: Limits::time(time), kind: JobKind::Search, session };
        let mut job = self.state.engine_pool.submit(job)?;
        let messages = self.analysis_messages.clone();
        self.spawn_analysis(request, async move {
            loop {
                match job.next().await {
                    JobEvent::Info(info) => {
                        let proved = info.value.is_exact();
                        let plan = info.value.at_least.is_win();
                        let message =
                            ServerMessage::Solving { request, info: SearchInfoView::new(info, unit), proved, plan };
                        if messages.send(message).await.is_err() {
                            return Ok(());
                        }
                    }
                    JobEvent::Started | JobEvent::Values(_) => {}
                    JobEvent::Finished => return Ok(()),
                    JobEvent::Failed(reason) => return Err(ApiError::new(ErrorCode::Busy, reason)),
                }
            }
        });
        Ok(())
    }
}
