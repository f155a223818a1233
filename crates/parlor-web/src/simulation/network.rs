//! Network of the simulation: pipes in memory that delay bytes, break, or fall silent without a word.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use parlor_core::SplitMix64;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::sleep;

use super::microseconds;
use crate::listener::ClientAddress;

/// Bytes that a pipe holds before its writer has to wait.
const PIPE_CAPACITY: usize = 16 << 10;
/// Upper bounds of the delay of each chunk of bytes; connections differ.
const DELAYS: [Duration; 4] =
    [Duration::from_millis(2), Duration::from_millis(20), Duration::from_millis(300), Duration::from_millis(1500)];
/// Time within which an unlucky connection fails.
const LIFETIME: Duration = Duration::from_secs(8);

/// Listener of the simulated network.
pub(super) struct SimulatedListener(UnboundedReceiver<(DuplexStream, SocketAddr)>);

impl Listener for SimulatedListener {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok((Ipv4Addr::LOCALHOST, 80).into())
    }
}

impl Connected<IncomingStream<'_, SimulatedListener>> for ClientAddress {
    fn connect_info(stream: IncomingStream<'_, SimulatedListener>) -> ClientAddress {
        ClientAddress(*stream.remote_addr())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinkState {
    Open,
    /// Everything sent is lost, and neither end notices.
    Silent,
    Closed,
}

/// Network between the clients and one server.
#[derive(Default)]
pub(super) struct Network {
    listener: Mutex<Option<UnboundedSender<(DuplexStream, SocketAddr)>>>,
    links: Mutex<Vec<watch::Sender<LinkState>>>,
    is_faulty: Arc<AtomicBool>,
}

impl Network {
    /// Listener of a server that starts.
    pub(super) fn listen(&self) -> SimulatedListener {
        let (sender, connections) = unbounded_channel();
        *self.listener.lock().unwrap() = Some(sender);
        SimulatedListener(connections)
    }

    /// Refuses new connections.
    pub(super) fn stop_listening(&self) {
        *self.listener.lock().unwrap() = None;
    }

    /// Breaks all connections.
    pub(super) fn disconnect_all(&self) {
        for link in self.links.lock().unwrap().drain(..) {
            link.send_replace(LinkState::Closed);
        }
    }

    /// Sets whether connections are slow, and whether new ones can break or fall silent.
    pub(super) fn set_faulty(&self, is_faulty: bool) {
        self.is_faulty.store(is_faulty, Ordering::Relaxed);
    }

    /// Connects a client; `None` if no server listens.
    pub(super) async fn connect(&self, address: SocketAddr, random: &mut SplitMix64) -> Option<DuplexStream> {
        let is_faulty = self.is_faulty.load(Ordering::Relaxed);
        let delay = if is_faulty { *random.choose(&DELAYS)? } else { DELAYS[0] };
        sleep(microseconds(random, delay)).await;
        let [(client, client_end), (server_end, server)] = [duplex(PIPE_CAPACITY), duplex(PIPE_CAPACITY)];
        self.listener.lock().unwrap().as_ref()?.send((server, address)).ok()?;
        let link = watch::Sender::new(LinkState::Open);
        let ((from_client, to_client), (from_server, to_server)) = (split(client_end), split(server_end));
        let pumps = [(from_client, to_server), (from_server, to_client)];
        for (from, to) in pumps {
            let (state, random) = (link.subscribe(), SplitMix64::new(random.next_u64()));
            let pump = Pump { from, to, state, random, delay, is_faulty: Arc::clone(&self.is_faulty) };
            tokio::spawn(pump.run());
        }
        if is_faulty && random.below(2) == 0 {
            let (link, time) = (link.clone(), microseconds(random, LIFETIME));
            let fault = *random.choose(&[LinkState::Silent, LinkState::Closed])?;
            tokio::spawn(async move {
                sleep(time).await;
                link.send_replace(fault);
            });
        }
        self.links.lock().unwrap().push(link);
        Some(client)
    }
}

/// One direction of a connection.
struct Pump {
    from: ReadHalf<DuplexStream>,
    to: WriteHalf<DuplexStream>,
    state: watch::Receiver<LinkState>,
    random: SplitMix64,
    delay: Duration,
    is_faulty: Arc<AtomicBool>,
}

impl Pump {
    /// Passes bytes on until an end closes. What a client sent before it left still arrives.
    async fn run(mut self) {
        let mut buffer = vec![0; PIPE_CAPACITY];
        while let Some(length) = self.read(&mut buffer).await {
            let delay = if self.is_faulty.load(Ordering::Relaxed) { self.delay } else { DELAYS[0] };
            sleep(microseconds(&mut self.random, delay)).await;
            let state = *self.state.borrow();
            let is_lost = match state {
                LinkState::Open => self.to.write_all(&buffer[..length]).await.is_err(),
                LinkState::Silent => false,
                LinkState::Closed => true,
            };
            if is_lost {
                break;
            }
        }
        if *self.state.borrow() == LinkState::Silent {
            // The other end does not learn that this one closed.
            let _ = self.state.wait_for(|state| *state == LinkState::Closed).await;
        }
        let _ = self.to.shutdown().await;
    }

    /// Number of bytes read; `None` when the connection is closed.
    async fn read(&mut self, buffer: &mut [u8]) -> Option<usize> {
        tokio::select! {
            biased;
            _ = self.state.wait_for(|state| *state == LinkState::Closed) => None,
            length = self.from.read(buffer) => length.ok().filter(|length| *length > 0),
        }
    }
}
