//! Room actor: the task that owns a room. It passes on what comes in, one thing at a time, and carries out
//! the effects: the store, the engine pool, the clients and the timer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits};
use parlor_match::SearchId;
use parlor_room::{
    ClientId, CloseReason, Effect, ErrorCode, MatchId, Reply, RequestId, Room, ServerMessage, StoreAnswer, StoredMatch,
};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::{BROADCAST_CAPACITY, EncodedMessage, JoinedRoom, Mailbox, OpenRooms, ReplySender, RoomMessage};
use crate::engine_pool::{EnginePool, JobEvent, JobHandle, JobKind, SearchJob};
use crate::store::Store;

/// What the rooms of a server share.
#[derive(Clone)]
pub(crate) struct RoomServices {
    pub(crate) store: Arc<Store>,
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) open_rooms: Arc<OpenRooms>,
    /// Becomes true when the server shuts down.
    pub(crate) shutdown: watch::Receiver<bool>,
}

/// What the store says to a room.
enum StoreEvent {
    Answer(StoreAnswer),
    Loaded(Option<Box<StoredMatch>>),
}

/// Actor that owns a room.
pub(crate) struct RoomActor {
    id: MatchId,
    room: Room,
    services: RoomServices,
    /// Address that opened the room, whose share of the engine workers its moves take.
    owner: IpAddr,
    mailbox: mpsc::Receiver<RoomMessage>,
    /// Start of the room's time.
    epoch: Instant,
    broadcasts: broadcast::Sender<EncodedMessage>,
    replies: HashMap<RequestId, ReplySender<Reply>>,
    /// Number of the latest client or request.
    latest_id: u64,
    /// Search for the engine to move.
    job: Option<(SearchId, JobHandle)>,
    store_call: Option<Pin<Box<dyn Future<Output = StoreEvent> + Send>>>,
    wake_at: Option<Instant>,
}

impl RoomActor {
    /// `open` makes the room at the start of its time.
    pub(crate) fn new(
        id: MatchId,
        services: RoomServices,
        owner: IpAddr,
        Mailbox(mailbox): Mailbox,
        open: impl FnOnce(Duration) -> Room,
    ) -> RoomActor {
        RoomActor {
            id,
            room: open(Duration::ZERO),
            services,
            owner,
            mailbox,
            epoch: Instant::now(),
            broadcasts: broadcast::Sender::new(BROADCAST_CAPACITY),
            replies: HashMap::new(),
            latest_id: 0,
            job: None,
            store_call: None,
            wake_at: None,
        }
    }

    /// Runs until the room closes.
    pub(crate) async fn run(mut self) {
        while !self.perform_effects() {
            // In this order, so that a simulated run repeats.
            tokio::select! {
                biased;
                event = or_pending(self.job.as_mut().map(|(_, job)| job.next())) => self.handle_job_event(event),
                event = or_pending(self.store_call.as_mut()) => self.handle_store_event(event),
                message = self.mailbox.recv() => match message {
                    Some(message) => self.handle_message(message),
                    None => return,
                },
                () = or_pending(self.wake_at.map(sleep_until)) => {
                    self.wake_at = None;
                    self.room.wake(self.now());
                }
            }
        }
    }

    /// The room's time.
    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    fn new_id(&mut self) -> u64 {
        self.latest_id += 1;
        self.latest_id
    }

    fn handle_message(&mut self, message: RoomMessage) {
        let now = self.now();
        match message {
            RoomMessage::Join { token, name, reply } => {
                let client = ClientId(self.new_id());
                let joined = self.room.join(client, token, &name, now);
                // The others hear of it first: what the client hears begins with its first message.
                self.perform_effects();
                let broadcasts = self.broadcasts.subscribe();
                if reply.send(joined.map(|welcome| JoinedRoom { client, welcome, broadcasts })).is_err() {
                    self.room.leave(client, now);
                }
            }
            RoomMessage::Leave(client) => self.room.leave(client, now),
            RoomMessage::Command { command, reply } => {
                let request = RequestId(self.new_id());
                self.replies.insert(request, reply);
                self.room.request(request, command, now);
            }
            RoomMessage::Read(look) => look(&self.room, now),
        }
    }

    /// Carries out what the room asks for; true if it is closed then.
    fn perform_effects(&mut self) -> bool {
        while let Some(effect) = self.room.next_effect() {
            match effect {
                Effect::Store(write) => {
                    let (store, id) = (Arc::clone(&self.services.store), self.id.clone());
                    self.store_call = Some(Box::pin(async move { StoreEvent::Answer(store.write(id, write).await) }));
                }
                Effect::Load => {
                    let (store, id) = (Arc::clone(&self.services.store), self.id.clone());
                    self.store_call = Some(Box::pin(async move { load(&store, id).await }));
                }
                Effect::Tell(message) => self.broadcast(&message),
                Effect::Reply { request, result } => {
                    // The client may have disconnected meanwhile.
                    let _ = self.replies.remove(&request).map(|reply| reply.send(result));
                }
                Effect::StartSearch { id, game, engine, limits } => self.start_search(id, game, engine, limits),
                Effect::CancelSearch(_) => self.job = None,
                Effect::WakeAt(at) => self.wake_at = self.epoch.checked_add(at),
                Effect::Close(CloseReason::Empty) => {
                    if self.services.open_rooms.remove_unused(&self.id) {
                        return true;
                    }
                }
                Effect::Close(CloseReason::Superseded) => {
                    self.services.open_rooms.remove(&self.id);
                    return true;
                }
            }
        }
        false
    }

    fn broadcast(&self, message: &ServerMessage) {
        if let Ok(text) = serde_json::to_string(message) {
            // Fails only if no client is connected.
            let _ = self.broadcasts.send(text.into());
        }
    }

    fn start_search(&mut self, id: SearchId, game: Box<dyn AnyGame>, engine: EngineSpec, limits: Limits) {
        let session = self.id.to_string();
        let job = SearchJob { game, engine, limits, kind: JobKind::Move, session, client: self.owner };
        match self.services.pool.submit(job) {
            Ok(job) => self.job = Some((id, job)),
            Err(_) => self.room.search_interrupted(id, self.now()),
        }
    }

    fn handle_job_event(&mut self, event: JobEvent) {
        let Some((id, _)) = self.job else { return };
        let now = self.now();
        let result = match event {
            JobEvent::Started => return self.room.search_started(id, now),
            JobEvent::Info(info) => return self.room.search_reported(id, info),
            JobEvent::Values(_) | JobEvent::Traced(_) => return,
            JobEvent::Finished => Ok(()),
            JobEvent::Failed(failure) => Err(failure),
        };
        self.job = None;
        if *self.services.shutdown.borrow() {
            // Shutdown stopped the search. The engine searches again after a restart.
            self.room.search_interrupted(id, now);
        } else {
            self.room.search_ended(id, result, now);
        }
    }

    fn handle_store_event(&mut self, event: StoreEvent) {
        self.store_call = None;
        match event {
            StoreEvent::Answer(answer) => self.room.store_answered(answer, self.now()),
            StoreEvent::Loaded(stored) => self.room.loaded(stored.as_deref(), self.now()),
        }
    }
}

/// Reads a match again. One that is gone or damaged belongs to nobody here.
async fn load(store: &Store, id: MatchId) -> StoreEvent {
    match store.load(id).await {
        Ok(Some(stored)) => StoreEvent::Loaded(Some(Box::new(stored))),
        Ok(None) => StoreEvent::Answer(StoreAnswer::Superseded),
        Err(error) if error.code == ErrorCode::DamagedMatch => StoreEvent::Answer(StoreAnswer::Superseded),
        Err(_) => StoreEvent::Loaded(None),
    }
}

/// Waits for a future; for ever without one.
async fn or_pending<T>(future: Option<impl Future<Output = T>>) -> T {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}
