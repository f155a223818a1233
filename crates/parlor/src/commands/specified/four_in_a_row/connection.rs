//! TCP connection to the remote player: one thread that waits for the peer and then reads, one that writes.
//!
//! The threads check only the wire format. The match checks the moves, so local and remote moves obey the same rules.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use parlor_window::{PeerCommand, PeerEvent, PeerSender};

use super::{address, wire};

/// Pause between two attempts to reach a server that is not there yet.
const RETRY_DELAY: Duration = Duration::from_millis(200);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// State shared by the two threads.
#[derive(Debug, Default)]
struct State {
    stream: Option<TcpStream>,
    /// The match is over or gone: nothing more is sent, and nothing that arrives is passed on.
    is_over: bool,
}

type SharedState = Arc<Mutex<State>>;

fn lock(shared: &SharedState) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts the one opponent that this process serves.
pub(super) fn accept(listener: TcpListener, sender: PeerSender, outbox: Receiver<PeerCommand>) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    sender.send(PeerEvent::Waiting(server_waiting_text(port)));
    start(sender, outbox, move || unblock_accept(port), move |_| accept_first(&listener))
}

/// Connects to a server, and retries until it is there.
pub(super) fn connect(server: &str, port: u16, sender: PeerSender, outbox: Receiver<PeerCommand>) -> io::Result<()> {
    let server = server.to_owned();
    let text = format!("Waiting for {server}, port {port}.\nThe game starts as soon as your opponent is there.");
    sender.send(PeerEvent::Waiting(text));
    start(sender, outbox, || {}, move |shared| connect_with_retry(&server, port, shared))
}

fn server_waiting_text(port: u16) -> String {
    let instructions = match address::local_address() {
        Some(ip) => format!(
            "This machine: address {ip}, port {port}.\nOn the other machine: parlor four-in-a-row human {port} {ip}"
        ),
        None => {
            format!("This machine has no network.\nIn another terminal: parlor four-in-a-row human {port} 127.0.0.1")
        }
    };
    format!("Waiting for your opponent.\n{instructions}")
}

/// Starts both threads. `establish` returns the connection, or `None` if the match is gone; `unblock` ends its wait.
fn start(
    sender: PeerSender,
    outbox: Receiver<PeerCommand>,
    unblock: impl FnOnce() + Send + 'static,
    establish: impl FnOnce(&SharedState) -> Option<TcpStream> + Send + 'static,
) -> io::Result<()> {
    let shared = SharedState::default();
    let writer_shared = Arc::clone(&shared);
    thread::Builder::new().name("network reader".to_owned()).spawn(move || {
        if let Some(stream) = establish(&shared)
            && share_stream(&stream, &shared)
            && sender.send(PeerEvent::Joined)
        {
            read_moves(stream, &sender, &shared);
        }
    })?;
    thread::Builder::new().name("network writer".to_owned()).spawn(move || {
        write_moves(&outbox, &writer_shared);
        let stream = {
            let mut state = lock(&writer_shared);
            state.is_over = true;
            state.stream.take()
        };
        match stream {
            Some(stream) => drop(stream.shutdown(Shutdown::Both)),
            None => unblock(),
        }
    })?;
    Ok(())
}

/// Accepts the first connection. The listener is dropped afterwards, so the operating system refuses all others.
fn accept_first(listener: &TcpListener) -> Option<TcpStream> {
    loop {
        match listener.accept() {
            Ok((stream, _)) => return Some(stream),
            // The peer disconnected before it was accepted, or too many files are open at the moment.
            Err(_) => thread::sleep(RETRY_DELAY),
        }
    }
}

/// Ends a blocking `accept` by connecting to it: portable, unlike closing the listener from another thread.
fn unblock_accept(port: u16) {
    let loopbacks: [IpAddr; 2] = [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
    // Both attempts fail only if the listener is closed already.
    let _ =
        loopbacks.iter().find(|ip| TcpStream::connect_timeout(&SocketAddr::new(**ip, port), CONNECT_TIMEOUT).is_ok());
}

fn connect_with_retry(server: &str, port: u16, shared: &SharedState) -> Option<TcpStream> {
    while !lock(shared).is_over {
        // The host name is resolved anew each time: it may not be known yet.
        let addresses = (server, port).to_socket_addrs().into_iter().flatten();
        for address in addresses {
            if let Ok(stream) = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)
                && !is_self_connection(&stream)
            {
                return Some(stream);
            }
        }
        thread::sleep(RETRY_DELAY);
    }
    None
}

/// Whether a socket is connected to itself. TCP's simultaneous open allows that if a client tries a free local port
/// often enough.
fn is_self_connection(stream: &TcpStream) -> bool {
    matches!((stream.local_addr(), stream.peer_addr()), (Ok(local), Ok(peer)) if local == peer)
}

/// Hands a clone of the connection to the writer. Returns whether the game can start.
fn share_stream(stream: &TcpStream, shared: &SharedState) -> bool {
    // Both options are optional: without them a move arrives a little later, and a lost peer is noticed much later.
    let _ = stream.set_nodelay(true);
    let _ = enable_keep_alive(stream);
    let Ok(writer_stream) = stream.try_clone() else { return false };
    let mut state = lock(shared);
    if !state.is_over {
        state.stream = Some(writer_stream);
    }
    !state.is_over
}

#[cfg(unix)]
fn enable_keep_alive(stream: &TcpStream) -> rustix::io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, Duration::from_secs(10))?;
    sockopt::set_tcp_keepintvl(stream, Duration::from_secs(5))?;
    sockopt::set_tcp_keepcnt(stream, 4)
}

#[cfg(not(unix))]
fn enable_keep_alive(_: &TcpStream) -> io::Result<()> {
    Ok(())
}

fn read_moves(mut stream: TcpStream, sender: &PeerSender, shared: &SharedState) {
    let mut buffer = [0; 256];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => {
                sender.send(PeerEvent::Left);
                return;
            }
            Ok(count) => count,
        };
        // All bytes of one read belong to the same position. So only the first of them can be a legal move.
        let ply = sender.ply();
        for &byte in &buffer[..count] {
            let event = match wire::to_notation(byte) {
                Some(notation) => PeerEvent::Played { ply, notation },
                None => PeerEvent::ProtocolError(wire::violation_message(byte)),
            };
            if lock(shared).is_over || !sender.send(event) {
                return;
            }
        }
    }
}

/// Sends the local moves until the match is gone or hangs up.
fn write_moves(outbox: &Receiver<PeerCommand>, shared: &SharedState) {
    for message in outbox {
        // The lock is not held while writing: a peer that never reads must not keep the reader from ending.
        let stream = lock(shared).stream.as_ref().and_then(|stream| stream.try_clone().ok());
        match message {
            PeerCommand::SendMove(notation) => {
                if let (Some(mut stream), Some(digit)) = (stream, wire::to_digit(&notation)) {
                    // The reader notices the same error and reports it.
                    let _ = stream.write_all(&[digit]);
                }
            }
            PeerCommand::MatchOver => {
                lock(shared).is_over = true;
                stream.map(|stream| stream.shutdown(Shutdown::Write));
            }
            PeerCommand::Disconnect => return,
        }
    }
}
