//! The door: so many connections at once and no more, of which no address takes more than its share; and none that
//! is silent for ever, or that takes for ever to say what it wants. Sockets are pinged, so whoever is there is never
//! silent for that long, and never unanswered either.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

use crate::rate::{Place, Shares};

const MOST_CONNECTIONS: usize = 8000;
/// A whole school may sit behind one address.
const MOST_OF_ONE_ADDRESS: usize = 1500;
const LONGEST_SILENCE: Duration = Duration::from_secs(75);
/// From the first byte of a question until it is answered: longer than any request and than the time between pings.
const LONGEST_QUESTION: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    shares: Shares,
}

impl Door {
    pub(crate) fn new(listener: TcpListener) -> Door {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        Door { listener, places, shares: Shares::new(MOST_OF_ONE_ADDRESS) }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        // The semaphore is never closed; without a place the others wait outside.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            // Without a share it is closed at once: waiting, it would keep the others from the door.
            let Some(share) = self.shares.take(address.ip()) else { continue };
            // Moves are small and people wait for them.
            let _ = stream.set_nodelay(true);
            return (Guest::new(stream, place, share), address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) SocketAddr);

impl Connected<IncomingStream<'_, Door>> for Address {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Address {
        Address(*stream.remote_addr())
    }
}

#[derive(Debug)]
pub(crate) struct Guest {
    stream: TcpStream,
    /// Has said something since it was last answered.
    is_asking: bool,
    patience: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
    _share: Place,
}

impl Guest {
    fn new(stream: TcpStream, place: Option<OwnedSemaphorePermit>, share: Place) -> Guest {
        let patience = Box::pin(sleep(LONGEST_SILENCE));
        Guest { stream, is_asking: false, patience, _place: place, _share: share }
    }

    /// Only the first byte of a question gives more time, and only its answer after that: who sends one byte now and
    /// then gets none.
    fn note(&mut self, is_asking: bool) {
        if self.is_asking != is_asking {
            self.is_asking = is_asking;
            let longest = if is_asking { LONGEST_QUESTION } else { LONGEST_SILENCE };
            self.patience.as_mut().reset(Instant::now() + longest);
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, into) {
            Poll::Ready(read) => {
                self.note(true);
                Poll::Ready(read)
            }
            Poll::Pending => match self.patience.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.note(false);
        }
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        if written.is_ready() {
            self.note(false);
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::timeout;

    use super::*;

    async fn door(share: usize) -> Door {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Door { shares: Shares::new(share), ..Door::new(listener) }
    }

    #[tokio::test]
    async fn whoever_has_their_share_is_turned_away_until_they_give_some_back() {
        let mut door = door(1).await;
        let address = door.local_addr().unwrap();
        let _first = TcpStream::connect(address).await.unwrap();
        let (guest, _) = door.accept().await;
        let mut second = TcpStream::connect(address).await.unwrap();
        assert!(timeout(Duration::from_millis(100), door.accept()).await.is_err());
        assert_eq!(second.read(&mut [0]).await.unwrap(), 0);
        drop(guest);
        let _third = TcpStream::connect(address).await.unwrap();
        assert!(timeout(Duration::from_secs(5), door.accept()).await.is_ok());
    }

    #[tokio::test]
    async fn one_byte_now_and_then_gives_no_more_time() {
        let mut door = door(1).await;
        let mut stream = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
        let (mut guest, _) = door.accept().await;
        let silence = guest.patience.deadline();
        stream.write_all(b"GET").await.unwrap();
        guest.read_u8().await.unwrap();
        let question = guest.patience.deadline();
        assert!(question < silence);
        guest.read_u8().await.unwrap();
        assert_eq!(guest.patience.deadline(), question);
        guest.write_all(b"HTTP").await.unwrap();
        let answered = guest.patience.deadline();
        assert!(answered > silence);
        guest.write_all(b"/1.1").await.unwrap();
        assert_eq!(guest.patience.deadline(), answered);
        guest.read_u8().await.unwrap();
        assert!(guest.patience.deadline() < answered);
    }
}
