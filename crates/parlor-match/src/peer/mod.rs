//! Channels between a match and a player on another machine, independent of the network code behind them. Incoming
//! events are bounded: a peer that floods the connection is slowed down by it and uses no memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use crate::Waker;

/// Capacity of the event channel. When it is full, the network thread blocks.
const EVENT_CAPACITY: usize = 16;

/// Event from the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeerEvent {
    /// The peer is not connected yet; holds the text to show meanwhile.
    Waiting(String),
    Joined,
    Played {
        /// Number of moves on the board when the move arrived. The move is only valid in that turn.
        ply: usize,
        notation: String,
    },
    /// The peer sent something that is not a move; holds a description.
    ProtocolError(String),
    /// The connection has ended. After a peer that made no move, the network waits for
    /// [`PeerCommand::AwaitPeer`].
    Left,
}

/// Command to the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeerCommand {
    SendMove(String),
    /// The match has a result: nothing more is sent, but the connection stays open until the peer leaves or the
    /// match is dropped. Common peers close their window at the end of the stream.
    MatchOver,
    /// The peer left before its first move: forget it and wait for another.
    AwaitPeer,
    /// The game was stopped: close the connection now.
    Disconnect,
}

/// The match's end of the channels.
#[derive(Debug)]
pub struct RemotePeer {
    /// `None` after [`disconnect`](RemotePeer::disconnect): sending then fails, so that the network thread does not block.
    events: Option<Receiver<PeerEvent>>,
    commands: Sender<PeerCommand>,
    ply: Arc<AtomicUsize>,
    pub(crate) has_joined: bool,
    pub(crate) has_left: bool,
    pub(crate) waiting_text: String,
}

/// The network's end of the event channel.
#[derive(Clone, Debug)]
pub struct PeerSender {
    events: SyncSender<PeerEvent>,
    ply: Arc<AtomicUsize>,
    waker: Waker,
}

impl RemotePeer {
    /// Returns the match's end and both ends for the network. The command channel closes when the match is dropped.
    pub fn new(waker: &Waker) -> (RemotePeer, PeerSender, Receiver<PeerCommand>) {
        let (event_sender, events) = sync_channel(EVENT_CAPACITY);
        let (commands, command_receiver) = channel();
        let ply = Arc::new(AtomicUsize::new(0));
        let sender = PeerSender { events: event_sender, ply: Arc::clone(&ply), waker: waker.clone() };
        let waiting_text = "Waiting for your opponent.".to_owned();
        let peer = RemotePeer { events: Some(events), commands, ply, has_joined: false, has_left: false, waiting_text };
        (peer, sender, command_receiver)
    }

    pub(crate) fn send(&self, command: PeerCommand) {
        // Fails only if the network thread has ended, which it reports as an event.
        let _ = self.commands.send(command);
    }

    pub(crate) fn try_next_event(&self) -> Option<PeerEvent> {
        self.events.as_ref()?.try_recv().ok()
    }

    /// Forgets the peer and waits for another.
    pub(crate) fn await_peer(&mut self) {
        (self.has_joined, self.has_left) = (false, false);
        "Your opponent left. Waiting for another.".clone_into(&mut self.waiting_text);
        self.set_ply(0);
        self.send(PeerCommand::AwaitPeer);
    }

    /// Closes the connection and stops receiving events.
    pub(crate) fn disconnect(&mut self) {
        self.send(PeerCommand::Disconnect);
        self.events = None;
        self.has_left = true;
    }

    /// Must be called before the move that led to this ply is sent, so that the peer's reply finds it updated.
    pub(crate) fn set_ply(&self, ply: usize) {
        self.ply.store(ply, Ordering::SeqCst);
    }
}

impl PeerSender {
    /// Number of moves on the board. To be read when a move arrives.
    pub fn ply(&self) -> usize {
        self.ply.load(Ordering::SeqCst)
    }

    /// Sends an event, and blocks while the channel is full. Returns false if the match no longer receives events.
    pub fn send(&self, event: PeerEvent) -> bool {
        let is_sent = self.events.send(event).is_ok();
        self.waker.wake();
        is_sent
    }
}
