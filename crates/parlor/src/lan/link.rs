//! The connection to the other player: one thread that waits for it and then reads, one that writes. They judge
//! nothing but what is a digit; the match judges the rest, so a move made here and one from afar meet one law.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use parlor_window::{Ear, Heard, Said};

use super::{address, wire};

/// Between two attempts to reach a server that is not there yet.
const RETRY: Duration = Duration::from_millis(200);
const CONNECT: Duration = Duration::from_secs(2);

/// What both threads know.
#[derive(Debug, Default)]
struct State {
    stream: Option<TcpStream>,
    /// Nothing more will be said or judged.
    is_over: bool,
}

type Shared = Arc<Mutex<State>>;

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the one opponent that this process serves.
pub(super) fn host(listener: TcpListener, ear: Ear, said: Receiver<Said>) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    ear.tell(Heard::Waiting(invitation(port)));
    start(ear, said, move || wake(port), move |_| accept(&listener))
}

/// Tries to reach the server until it is there.
pub(super) fn join(server: &str, port: u16, ear: Ear, said: Receiver<Said>) -> io::Result<()> {
    let server = server.to_owned();
    let words = format!("Waiting for {server}, port {port}.\nThe game begins as soon as the other side is there.");
    ear.tell(Heard::Waiting(words));
    start(ear, said, || {}, move |shared| connect(&server, port, shared))
}

fn invitation(port: u16) -> String {
    let how = match address::of_this_machine() {
        Some(ip) => format!(
            "This machine: address {ip}, port {port}.\nOn the other one: parlor four-in-a-row human {port} {ip}"
        ),
        None => format!("This machine has no network.\nOn itself: parlor four-in-a-row human {port} 127.0.0.1"),
    };
    format!("Waiting for the opponent.\n{how}")
}

/// `wake` ends the waiting of `find`, which gives the connection, or `None` when nobody waits for it any more.
fn start(
    ear: Ear,
    said: Receiver<Said>,
    wake: impl FnOnce() + Send + 'static,
    find: impl FnOnce(&Shared) -> Option<TcpStream> + Send + 'static,
) -> io::Result<()> {
    let shared = Shared::default();
    let of_writer = Arc::clone(&shared);
    thread::Builder::new().name("lan reader".to_owned()).spawn(move || {
        if let Some(stream) = find(&shared)
            && meet(&stream, &shared)
            && ear.tell(Heard::Joined)
        {
            read(stream, &ear, &shared);
        }
    })?;
    thread::Builder::new().name("lan writer".to_owned()).spawn(move || {
        write(&said, &of_writer);
        let stream = {
            let mut state = lock(&of_writer);
            state.is_over = true;
            state.stream.take()
        };
        match stream {
            Some(stream) => drop(stream.shutdown(Shutdown::Both)),
            None => wake(),
        }
    })?;
    Ok(())
}

/// The first who comes. The listener is closed behind, so that the machine itself refuses everybody else.
fn accept(listener: &TcpListener) -> Option<TcpStream> {
    loop {
        match listener.accept() {
            Ok((stream, _)) => return Some(stream),
            // One who came and left before being let in, or too many open files for the moment.
            Err(_) => thread::sleep(RETRY),
        }
    }
}

/// Lets a thread that accepts see that the table is gone: portable, unlike closing a listener under its feet.
fn wake(port: u16) {
    let loopbacks: [IpAddr; 2] = [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
    // Neither answers only where the listener is gone already.
    let _ = loopbacks.iter().find(|ip| TcpStream::connect_timeout(&SocketAddr::new(**ip, port), CONNECT).is_ok());
}

fn connect(server: &str, port: u16, shared: &Shared) -> Option<TcpStream> {
    while !lock(shared).is_over {
        // A name is looked up anew each time: it may not be known yet either.
        let addresses = (server, port).to_socket_addrs().into_iter().flatten();
        for address in addresses {
            if let Ok(stream) = TcpStream::connect_timeout(&address, CONNECT)
                && !is_itself(&stream)
            {
                return Some(stream);
            }
        }
        thread::sleep(RETRY);
    }
    None
}

/// Who connects to a free port of its own machine often enough meets itself one day: TCP's simultaneous open.
fn is_itself(stream: &TcpStream) -> bool {
    matches!((stream.local_addr(), stream.peer_addr()), (Ok(here), Ok(there)) if here == there)
}

/// Whether the game can begin: the writer has the connection, and the table is still there.
fn meet(stream: &TcpStream, shared: &Shared) -> bool {
    // Without these a move comes a little later, and a peer whose cable is pulled is noticed much later.
    let _ = stream.set_nodelay(true);
    let _ = keep_alive(stream);
    let Ok(for_writer) = stream.try_clone() else { return false };
    let mut state = lock(shared);
    if !state.is_over {
        state.stream = Some(for_writer);
    }
    !state.is_over
}

#[cfg(unix)]
fn keep_alive(stream: &TcpStream) -> rustix::io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, Duration::from_secs(10))?;
    sockopt::set_tcp_keepintvl(stream, Duration::from_secs(5))?;
    sockopt::set_tcp_keepcnt(stream, 4)
}

#[cfg(not(unix))]
fn keep_alive(_: &TcpStream) -> io::Result<()> {
    Ok(())
}

fn read(mut stream: TcpStream, ear: &Ear, shared: &Shared) {
    let mut buffer = [0; 256];
    loop {
        let count = match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => {
                ear.tell(Heard::Left);
                return;
            }
            Ok(count) => count,
        };
        // Of bytes that came together only the first can be an answer to what is on the board.
        let ply = ear.ply();
        for &byte in &buffer[..count] {
            let heard = match wire::notation(byte) {
                Some(notation) => Heard::Played { ply, notation },
                None => Heard::Nonsense(wire::in_words(byte)),
            };
            if lock(shared).is_over || !ear.tell(heard) {
                return;
            }
        }
    }
}

/// Until the table is gone or has nothing more to say.
fn write(said: &Receiver<Said>, shared: &Shared) {
    for said in said {
        // Not under the lock: a peer that never reads must not keep the reader from ending.
        let stream = lock(shared).stream.as_ref().and_then(|stream| stream.try_clone().ok());
        match said {
            Said::Played(notation) => {
                if let (Some(mut stream), Some(digit)) = (stream, wire::digit(&notation)) {
                    // The reader notices the same and says so.
                    let _ = stream.write_all(&[digit]);
                }
            }
            Said::Over => {
                lock(shared).is_over = true;
                stream.map(|stream| stream.shutdown(Shutdown::Write));
            }
            Said::HangUp => return,
        }
    }
}
