//! A seat whose player is elsewhere: two channels, whatever the network behind them. What comes in is bounded,
//! so that a peer that sends without end is held back by its own connection and costs no memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use crate::Bell;

/// So much may be heard before the table listens; the network's thread then waits.
const UNHEARD: usize = 16;

/// What the network reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Nobody is there yet: what to show meanwhile.
    Waiting(String),
    Joined,
    Played {
        /// The number of moves on the board when it arrived: a move is never judged by a later turn.
        ply: usize,
        notation: String,
    },
    /// Something that is no move at all, in words.
    Nonsense(String),
    Left,
}

/// What the table has to say to the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Played(String),
    /// The game is over by its rules; the last move is still on its way.
    Over,
    /// The game cannot go on: close the connection now.
    HangUp,
}

/// The table's end.
#[derive(Debug)]
pub struct Remote {
    /// `None` once nothing that is heard can matter any more: whoever tells is then told so, and waits no longer.
    heard: Option<Receiver<Heard>>,
    said: Sender<Said>,
    ply: Arc<AtomicUsize>,
    pub(crate) is_here: bool,
    pub(crate) waiting: String,
}

/// The network's end: where it tells what it hears.
#[derive(Clone, Debug)]
pub struct Ear {
    heard: SyncSender<Heard>,
    ply: Arc<AtomicUsize>,
    bell: Bell,
}

impl Remote {
    /// The seat, and both ends for the network: to tell what it hears, and to learn what to say. The latter ends
    /// when the table is gone.
    pub fn new(bell: &Bell) -> (Remote, Ear, Receiver<Said>) {
        let (to_table, heard) = sync_channel(UNHEARD);
        let (said, to_network) = channel();
        let ply = Arc::new(AtomicUsize::new(0));
        let ear = Ear { heard: to_table, ply: Arc::clone(&ply), bell: bell.clone() };
        let waiting = "Waiting for the opponent.".to_owned();
        (Remote { heard: Some(heard), said, ply, is_here: false, waiting }, ear, to_network)
    }

    pub(crate) fn say(&self, said: Said) {
        // A network that is gone has said so, or will.
        let _ = self.said.send(said);
    }

    pub(crate) fn next_heard(&self) -> Option<Heard> {
        self.heard.as_ref()?.try_recv().ok()
    }

    /// The last that is said.
    pub(crate) fn close(&mut self, said: Said) {
        self.say(said);
        self.heard = None;
    }

    /// To be called before the move that led here is said: whoever answers it has then seen it.
    pub(crate) fn set_ply(&self, ply: usize) {
        self.ply.store(ply, Ordering::SeqCst);
    }
}

impl Ear {
    /// The number of moves on the board: to be read when something arrives.
    pub fn ply(&self) -> usize {
        self.ply.load(Ordering::SeqCst)
    }

    /// Whether there is still a table to tell it to. Waits while the table has not listened to what came before.
    pub fn tell(&self, heard: Heard) -> bool {
        let is_told = self.heard.send(heard).is_ok();
        self.bell.ring();
        is_told
    }
}
