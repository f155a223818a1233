//! Analysis task of a connection: the values of all moves, the review of a match, or the solution of a position.

use std::sync::Arc;

use parlor_core::EngineSpec;
use parlor_study::{MoveValues, ReviewedPosition};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::Connection;
use crate::analysis::{AnalysisClient, move_values};
use crate::api_error::{ApiError, ErrorCode};
use crate::engine_limits::{ENGINE_LIMITS, search_time};
use crate::engine_pool::{JobEvent, JobKind};
use crate::messages::ServerMessage;
use crate::room::RoomCommand;

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

    fn analysis_client(&self) -> AnalysisClient {
        AnalysisClient { session: format!("{} analysis", self.id), address: self.client.address }
    }

    /// Starts the analysis of every legal move.
    pub(super) async fn analyze(&mut self, request: u32, ply: usize, seconds: f64) -> Result<(), ApiError> {
        let time = search_time(seconds)?;
        let game = self.room.request(|reply| RoomCommand::GetPosition { ply, reply }).await?;
        let (state, messages, client) =
            (Arc::clone(&self.state), self.analysis_messages.clone(), self.analysis_client());
        self.spawn_analysis(request, async move {
            let mut unsent = None;
            let unit = game.unit();
            move_values(&state, &*game, time, &client, |values| {
                // If the socket is slow, only the newest list matters.
                let message = ServerMessage::Values { request, ply, values: parlor_study::move_values(values, unit) };
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

    /// Starts the review of all positions after `from` moves and later. It holds one position at a time: a long match has
    /// thousands, and every socket can review it.
    pub(super) async fn review(&mut self, request: u32, seconds: f64, from: usize) -> Result<(), ApiError> {
        let time = search_time(seconds)?;
        let moves = self.room.request(|reply| RoomCommand::GetState { reply }).await?.position.moves;
        let (state, messages, client) =
            (Arc::clone(&self.state), self.analysis_messages.clone(), self.analysis_client());
        let room = self.room.clone();
        self.spawn_analysis(request, async move {
            // From the end, because late positions are proved soonest.
            for ply in (from..=moves.len()).rev() {
                let game = room.request(|reply| RoomCommand::GetPosition { ply, reply }).await?;
                let values = if game.final_value().is_some() {
                    MoveValues::new()
                } else {
                    move_values(&state, &*game, time, &client, |_| {}).await?
                };
                let played = moves.get(ply).map(|played| played.notation.as_str());
                let position = ReviewedPosition::new(&*game, &values, played)?;
                if messages.send(ServerMessage::Reviewed { request, ply, position }).await.is_err() {
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
        let engine = ENGINE_LIMITS.check(&self.state.catalog, &*game, &EngineSpec::from(engine))?;
        let unit = game.unit();
        let client = AnalysisClient { session: format!("{} solution", self.id), ..self.analysis_client() };
        let mut job = self.state.engine_pool.submit(client.job(&*game, engine, time, JobKind::Search))?;
        let messages = self.analysis_messages.clone();
        self.spawn_analysis(request, async move {
            loop {
                match job.next().await {
                    JobEvent::Info(info) => {
                        let proved = info.value.is_exact();
                        let plan = info.value.at_least.is_win();
                        let message = ServerMessage::Solving { request, info: info.report(unit), proved, plan };
                        if messages.send(message).await.is_err() {
                            return Ok(());
                        }
                    }
                    JobEvent::Started | JobEvent::Values(_) | JobEvent::Traced(_) => {}
                    JobEvent::Finished => return Ok(()),
                    JobEvent::Failed(reason) => return Err(ApiError::new(ErrorCode::Busy, reason.to_string())),
                }
            }
        });
        Ok(())
    }
}
