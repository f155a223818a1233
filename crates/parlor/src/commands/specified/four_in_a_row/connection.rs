//! TCP connection to the remote player: one thread that waits for the peer and then reads, one that writes.
//!
//! The threads check only the wire format. The match checks the moves, so local and remote moves obey the same rules.
//! A peer that leaves before its first move is forgotten, and the reader waits for another one.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use parlor_match::{PeerCommand, PeerEvent, PeerSender};

use super::{address, wire};

/// Pause between two attempts to reach a server that is not there yet.
const RETRY_DELAY: Duration = Duration::from_millis(200);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// State shared by the two threads.
#[derive(Debug, Default)]
struct State {
    /// The writer's handle; `None` before a peer has joined, and after the writer has closed the connection.
    stream: Option<TcpStream>,
    /// The reader waits for a peer. Only then may the writer connect to its own port to end that wait.
    is_waiting: bool,
    /// The match has a result or is gone: nothing more is sent, and nothing that arrives is passed on.
    is_over: bool,
}

/// End of the connection to a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The peer left before it sent anything that counts.
    BeforeFirstMove,
    Final,
}

type SharedState = Arc<Mutex<State>>;

fn lock(shared: &SharedState) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts the one opponent that this process serves.
pub(super) fn accept(listener: TcpListener, sender: PeerSender, outbox: Receiver<PeerCommand>) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let mut listener = Some(listener);
    let establish = move |shared: &SharedState| {
        let listener = listener.take().or_else(|| listen_with_retry(port, shared))?;
        if lock(shared).is_over { None } else { Some(accept_first(&listener)) }
    };
    start(sender, outbox, server_waiting_text(port), move || unblock_accept(port), establish)
}

/// Connects to a server, and retries until it is there.
pub(super) fn connect(server: &str, port: u16, sender: PeerSender, outbox: Receiver<PeerCommand>) -> io::Result<()> {
    let server = server.to_owned();
    let text = format!("Waiting for {server}, port {port}.\nThe game starts as soon as your opponent is there.");
    start(sender, outbox, text, || {}, move |shared| connect_with_retry(&server, port, shared))
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

/// Starts both threads. `establish` returns a connection, or `None` if the match is gone; `unblock` ends its wait.
fn start(
    sender: PeerSender,
    outbox: Receiver<PeerCommand>,
    waiting_text: String,
    unblock: impl FnOnce() + Send + 'static,
    mut establish: impl FnMut(&SharedState) -> Option<TcpStream> + Send + 'static,
) -> io::Result<()> {
    let shared = SharedState::new(Mutex::new(State { is_waiting: true, ..State::default() }));
    let writer_shared = Arc::clone(&shared);
    let (resume, resumed) = channel();
    sender.send(PeerEvent::Waiting(waiting_text.clone()));
    thread::Builder::new().name("network reader".to_owned()).spawn(move || {
        while let Some(stream) = establish(&shared)
            && share_stream(&stream, &shared)
            && sender.send(PeerEvent::Joined)
        {
            let end = read_moves(stream, &sender, &shared);
            // Both handles are closed, so that the peer sees that this side left too.
            if let Some(stream) = lock(&shared).stream.take() {
                let _ = stream.shutdown(Shutdown::Both);
            }
            // The match answers a departure before the first move with `AwaitPeer`. A move that it sent before
            // must not reach the next peer.
            let is_heard = sender.send(PeerEvent::Left);
            let text = format!("Your opponent left before the first move.\n{waiting_text}");
            if end == End::Final || !is_heard || resumed.recv().is_err() || !sender.send(PeerEvent::Waiting(text)) {
                return;
            }
            lock(&shared).is_waiting = true;
        }
    })?;
    thread::Builder::new().name("network writer".to_owned()).spawn(move || {
        write_moves(&outbox, &writer_shared, &resume);
        let (stream, is_waiting) = {
            let mut state = lock(&writer_shared);
            state.is_over = true;
            (state.stream.take(), state.is_waiting)
        };
        match stream {
            Some(stream) => drop(stream.shutdown(Shutdown::Both)),
            None if is_waiting => unblock(),
            None => {}
        }
    })?;
    Ok(())
}

/// Listens again on a port that this process has used before.
fn listen_with_retry(port: u16, shared: &SharedState) -> Option<TcpListener> {
    while !lock(shared).is_over {
        match address::listen(port) {
            Ok(listener) => return Some(listener),
            Err(_) => thread::sleep(RETRY_DELAY),
        }
    }
    None
}

/// Accepts the first connection. The listener is dropped afterwards, so the operating system refuses all others.
fn accept_first(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept() {
            Ok((stream, _)) => return stream,
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
    state.is_waiting = false;
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

/// Passes on what the peer sends until the connection ends. After the result everything is dropped.
fn read_moves(mut stream: TcpStream, sender: &PeerSender, shared: &SharedState) -> End {
    let mut buffer = [0; 256];
    let mut end = End::BeforeFirstMove;
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return if lock(shared).is_over { End::Final } else { end },
            Ok(count) => count,
        };
        // Unread bytes make the operating system reset the connection when it is closed. Without them a peer that waits
        // for room in a full socket would not hear of the end before its next probe of the window, minutes later.
        if lock(shared).stream.is_none() {
            return End::Final;
        }
        // All bytes of one read belong to the same position. So only the first of them can be a legal move.
        let ply = sender.ply();
        for &byte in buffer[..count].iter().filter(|byte| !wire::is_framing(**byte)) {
            end = End::Final;
            if lock(shared).is_over {
                break;
            }
            let event = match wire::to_notation(byte) {
                Some(notation) => PeerEvent::Played { ply, notation },
                None => PeerEvent::ProtocolError(wire::violation_message(byte)),
            };
            if !sender.send(event) {
                return End::Final;
            }
        }
    }
}

/// Sends the local moves until the match is gone or disconnects.
fn write_moves(outbox: &Receiver<PeerCommand>, shared: &SharedState, resume: &Sender<()>) {
    for message in outbox {
        match message {
            PeerCommand::SendMove(notation) => {
                // The lock is not held while writing: a peer that never reads must not keep the reader from ending.
                let stream = lock(shared).stream.as_ref().and_then(|stream| stream.try_clone().ok());
                if let (Some(mut stream), Some(digit)) = (stream, wire::to_digit(&notation)) {
                    // The reader notices the same error and reports it.
                    let _ = stream.write_all(&[digit]);
                }
            }
            PeerCommand::MatchOver => lock(shared).is_over = true,
            PeerCommand::AwaitPeer => {
                // Fails only if the reader has ended.
                let _ = resume.send(());
            }
            PeerCommand::Disconnect => return,
        }
    }
}
