//! Analysis task of a connection: the values of all moves, the review of a match, or the solution of a position.

use std::sync::Arc;

use parlor_room::{ApiError, ErrorCode, Room, ServerMessage};
use parlor_study::{MoveValues, ReviewedPosition};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::Connection;
use crate::engine_pool::{JobEvent, JobKind};
use crate::searches::AnalysisClient;

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
        let time = self.searches.offer.search_time(seconds)?;
        let game = self.room.read(move |room, _| room.position_for_analysis(ply)).await??;
        let (searches, messages, client) =
            (Arc::clone(&self.searches), self.analysis_messages.clone(), self.analysis_client());
        self.spawn_analysis(request, async move {
            let mut unsent = None;
            let unit = game.unit();
            searches
                .move_values(&*game, time, &client, |values| {
                    // If the socket is slow, only the newest list matters.
                    let message =
                        ServerMessage::Values { request, ply, values: parlor_study::move_values(values, unit) };
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
        let time = self.searches.offer.search_time(seconds)?;
        let moves = |room: &Room, _| room.current_match().moves().map(|(_, m)| m.to_owned()).collect::<Vec<_>>();
        let moves = self.room.read(moves).await?;
        let (searches, messages, client) =
            (Arc::clone(&self.searches), self.analysis_messages.clone(), self.analysis_client());
        let room = self.room.clone();
        self.spawn_analysis(request, async move {
            // From the end, because late positions are proved soonest.
            for ply in (from..=moves.len()).rev() {
                let game = room.read(move |room, _| room.position_for_analysis(ply)).await??;
                let values = if game.final_value().is_some() {
                    MoveValues::new()
                } else {
                    searches.move_values(&*game, time, &client, |_| {}).await?
                };
                let played = moves.get(ply).map(String::as_str);
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
        let time = self.searches.offer.search_time(seconds)?;
        let game = self.room.read(move |room, _| room.position_for_analysis(ply)).await??;
        let engine = self.searches.offer.check(&*game, engine)?;
        let unit = game.unit();
        let client = AnalysisClient { session: format!("{} solution", self.id), ..self.analysis_client() };
        let mut job = self.searches.pool.submit(client.job(&*game, engine, time, JobKind::Search))?;
        let messages = self.analysis_messages.clone();
        self.spawn_analysis(request, async move {
            loop {
                match job.next().await {
                    JobEvent::Info(info) => {
                        let proved = info.value.is_exact();
                        let plan = info.value.at_least.is_win();
                        let message = ServerMessage::Solving { request, info: info.view(unit), proved, plan };
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
