//! A match that somebody plays or watches: one task owns it, everybody else sends it orders.

mod actor;

use axum::extract::ws::Utf8Bytes;
use parlor_core::{AnyGame, Scene};
use parlor_match::Command;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::messages::State;
use crate::refused::Refused;
use crate::seats::Rights;
use crate::secret::{MatchId, Secret};

pub(crate) use actor::Actor;

/// Orders that wait in a busy room; whoever brings one more waits outside.
const MOST_ORDERS: usize = 64;
/// News that a slow reader may be behind; then it gets everything anew.
const MOST_NEWS: usize = 32;
/// Scenes given in one answer.
pub(crate) const MOST_SCENES: usize = 100;
/// Sockets in one room: of watchers, and of each seat.
const MOST_PEOPLE: usize = 200;

/// News as it goes out, serialised once for everybody.
pub(crate) type News = Utf8Bytes;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refused>>;

#[derive(Debug)]
pub(crate) enum Order {
    /// A socket comes in. It counts as present until its `Leave`.
    Enter {
        token: String,
        reply: Reply<Entered>,
    },
    /// Everything anew, for a socket that fell behind.
    Look {
        reply: Reply<Box<State>>,
    },
    Leave {
        rights: Rights,
    },
    Command {
        rights: Rights,
        ply: usize,
        command: Command,
        reply: Reply<()>,
    },
    Pace {
        rights: Rights,
        seconds: f64,
        paused: bool,
        reply: Reply<()>,
    },
    /// With a token of their own, whoever missed the answer can ask again.
    Claim {
        invitation: String,
        token: Option<Secret>,
        reply: Reply<Secret>,
    },
    PositionAt {
        ply: usize,
        reply: Reply<Box<dyn AnyGame>>,
    },
    Positions {
        reply: Reply<Vec<Box<dyn AnyGame>>>,
    },
    /// Scenes after some moves, or along a line from there.
    Scenes {
        from: usize,
        line: Vec<String>,
        skip: usize,
        reply: Reply<Vec<Scene>>,
    },
    Record {
        reply: Reply<String>,
    },
    /// The same people again: the first who asks makes it, everybody else finds it.
    Rematch {
        token: String,
        swap: bool,
        reply: Reply<MatchId>,
    },
}

#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) rights: Rights,
    pub(crate) state: Box<State>,
    pub(crate) news: broadcast::Receiver<News>,
}

/// How others reach a room.
#[derive(Clone, Debug)]
pub(crate) struct Room(mpsc::Sender<Order>);

impl Room {
    pub(crate) fn new() -> (Room, mpsc::Receiver<Order>) {
        let (sender, orders) = mpsc::channel(MOST_ORDERS);
        (Room(sender), orders)
    }

    pub(crate) async fn ask<T>(&self, order: impl FnOnce(Reply<T>) -> Order) -> Result<T, Refused> {
        let (reply, answer) = oneshot::channel();
        self.0.send(order(reply)).await.map_err(|_| Refused::busy())?;
        answer.await.map_err(|_| Refused::busy())?
    }

    pub(crate) async fn tell(&self, order: Order) {
        // A room that is gone needs no telling.
        let _ = self.0.send(order).await;
    }

    /// Its task has ended, which it does only after `House::unload` or by a bug.
    pub(crate) fn is_gone(&self) -> bool {
        self.0.is_closed()
    }

    /// Nobody but the one who asks can reach the room.
    pub(crate) fn is_unreachable(&self) -> bool {
        self.0.strong_count() == 1 && self.0.capacity() == self.0.max_capacity()
    }
}
