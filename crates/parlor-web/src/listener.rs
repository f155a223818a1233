//! TCP listener with a global and a per-address connection limit. Its streams limit what a client sends per second, and
//! time out when a client is idle, or takes too long to send a request. Open sockets are pinged, so a live client reaches neither timeout.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use ipnet::IpNet;
use parlor_room::{ApiError, ErrorCode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::client::is_trusted;
use crate::config::Config;
use crate::rate_limit::{AddressLimit, AddressPermit, TokenBucket};

/// Connections over the limit that get a response at the same time; others are closed at once.
const MAX_REJECTIONS: usize = 64;
const REJECTION_TIMEOUT: Duration = Duration::from_secs(1);
/// Time for which a client may read nothing while the server has something to send.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// Time from the first byte of a request to its response. Longer than any request and than the ping interval.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes that a client can send at once, more than any request has, and then per second. No limit of messages counts empty
/// WebSocket fragments, so this one bounds what they cost.
const READ_BURST: f64 = (2 << 20) as f64;
const READ_BYTES_PER_SECOND: f64 = (128 << 10) as f64;

/// TCP listener with a global and a per-address connection limit.
#[derive(Debug)]
pub(crate) struct LimitedListener {
    listener: TcpListener,
    connections: Arc<Semaphore>,
    rejections: Arc<Semaphore>,
    address_limit: AddressLimit,
    trusted_proxies: Vec<IpNet>,
}

impl LimitedListener {
    pub(crate) fn new(listener: TcpListener, config: &Config) -> LimitedListener {
        let connections = Arc::new(Semaphore::new(config.limits.connections));
        LimitedListener {
            listener,
            connections,
            rejections: Arc::new(Semaphore::new(MAX_REJECTIONS)),
            address_limit: AddressLimit::new(config.limits.connections_per_address),
            trusted_proxies: config.trusted_proxies.clone(),
        }
    }

    /// Answers a connection over the limit of its address in the background, and closes it.
    fn reject(&self, stream: TcpStream) {
        let Ok(permit) = Arc::clone(&self.rejections).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _ = timeout(REJECTION_TIMEOUT, send_rejection(stream)).await;
            drop(permit);
        });
    }
}

async fn send_rejection(mut stream: TcpStream) -> io::Result<()> {
    let error = ApiError::new(ErrorCode::TooFast, "Too many connections; close some and try again.");
    let body = serde_json::to_string(&error)?;
    let length = body.len();
    let head =
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: application/json";
    stream.write_all(format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}").as_bytes()).await?;
    stream.shutdown().await?;
    // Closing while the client still sends would discard the response on its side.
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

impl Listener for LimitedListener {
    type Io = TimedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TimedStream, SocketAddr) {
        // At the global limit new connections wait in the backlog. The semaphore is never closed.
        let permit = Arc::clone(&self.connections).acquire_owned().await.ok();
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            // At the address limit the connection does not wait for a permit, which would block other clients.
            // A trusted proxy carries the connections of many clients.
            let address_permit = self.address_limit.try_acquire(address.ip());
            if address_permit.is_none() && !is_trusted(address.ip(), &self.trusted_proxies) {
                self.reject(stream);
                continue;
            }
            // Moves are small, and latency matters more than packet count.
            let _ = stream.set_nodelay(true);
            return (TimedStream::new(stream, permit, address_permit), address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Address of the client that sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) SocketAddr);

impl Connected<IncomingStream<'_, LimitedListener>> for ClientAddress {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> ClientAddress {
        ClientAddress(*stream.remote_addr())
    }
}

/// TCP stream with an idle timeout and a request timeout; holds the permits of its connection.
#[derive(Debug)]
pub(crate) struct TimedStream {
    stream: TcpStream,
    /// Whether the client has sent something since the last response.
    is_request_pending: bool,
    deadline: Pin<Box<Sleep>>,
    read_limit: TokenBucket,
    /// Set while the client has sent more than it may, and has to wait.
    read_pause: Option<Pin<Box<Sleep>>>,
    /// Set while the client does not read what it is sent.
    write_deadline: Option<Pin<Box<Sleep>>>,
    _permit: Option<OwnedSemaphorePermit>,
    _address_permit: Option<AddressPermit>,
}

impl TimedStream {
    fn new(
        stream: TcpStream,
        permit: Option<OwnedSemaphorePermit>,
        address_permit: Option<AddressPermit>,
    ) -> TimedStream {
        let deadline = Box::pin(sleep(IDLE_TIMEOUT));
        TimedStream {
            stream,
            is_request_pending: false,
            deadline,
            read_limit: TokenBucket::new(READ_BYTES_PER_SECOND, READ_BURST),
            read_pause: None,
            write_deadline: None,
            _permit: permit,
            _address_permit: address_permit,
        }
    }

    /// Moves the deadline at the first byte of a request and at the first byte of its response, and at no other byte:
    /// a client cannot hold a connection by sending a byte now and then.
    fn set_request_pending(&mut self, is_pending: bool) {
        if self.is_request_pending != is_pending {
            self.is_request_pending = is_pending;
            let timeout = if is_pending { REQUEST_TIMEOUT } else { IDLE_TIMEOUT };
            self.deadline.as_mut().reset(Instant::now() + timeout);
        }
    }
}

impl TimedStream {
    /// Result of a write: an error if the client has not read anything for too long.
    fn finish_write(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.write_deadline = None;
            self.set_request_pending(false);
            return written;
        }
        let deadline = self.write_deadline.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl TimedStream {
    /// Reads, unless the client has to wait because it has sent too much.
    fn poll_read_limited(&mut self, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.read_pause {
            std::task::ready!(pause.as_mut().poll(context));
            self.read_pause = None;
        }
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        let bytes = u32::try_from(into.filled().len() - before).unwrap_or(u32::MAX).into();
        if !self.read_limit.try_take(bytes, Instant::now()) {
            self.read_pause = Some(Box::pin(sleep(Duration::from_secs_f64(bytes / READ_BYTES_PER_SECOND))));
        }
        read
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.poll_read_limited(context, into) {
            Poll::Ready(read) => {
                self.set_request_pending(true);
                Poll::Ready(read)
            }
            Poll::Pending => match self.deadline.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.finish_write(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.finish_write(context, written)
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
    use super::*;

    async fn listener(max_per_address: usize) -> LimitedListener {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut config = Config::new(Arc::default(), address, "");
        config.limits.connections_per_address = max_per_address;
        LimitedListener::new(listener, &config)
    }

    #[tokio::test]
    async fn address_at_its_limit_is_rejected_until_a_connection_closes() {
        let mut listener = listener(1).await;
        let address = listener.local_addr().unwrap();
        let _first = TcpStream::connect(address).await.unwrap();
        let (stream, _) = listener.accept().await;
        let mut second = TcpStream::connect(address).await.unwrap();
        assert!(timeout(Duration::from_millis(100), listener.accept()).await.is_err());
        second.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
        let mut response = String::new();
        second.read_to_string(&mut response).await.unwrap();
        assert!(response.starts_with("HTTP/1.1 429") && response.contains("Retry-After: 1\r\n"), "{response}");
        assert!(response.contains("{\"error\":\"too-fast\""), "{response}");
        drop(stream);
        let _third = TcpStream::connect(address).await.unwrap();
        assert!(timeout(Duration::from_secs(5), listener.accept()).await.is_ok());
    }

    #[tokio::test]
    async fn client_that_never_reads_is_disconnected() {
        let mut listener = listener(1).await;
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut stream, _) = listener.accept().await;
        tokio::time::pause();
        let start = Instant::now();
        let error = loop {
            if let Err(error) = stream.write_all(&[0; 1 << 14]).await {
                break error;
            }
        };
        assert_eq!((error.kind(), start.elapsed() >= WRITE_TIMEOUT), (io::ErrorKind::TimedOut, true));
        assert!(start.elapsed() < 2 * WRITE_TIMEOUT);
    }

    #[tokio::test]
    async fn endless_empty_fragments_are_read_slowly() {
        let mut listener = listener(1).await;
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut stream, _) = listener.accept().await;
        tokio::time::pause();
        let start = Instant::now();
        // A masked continuation frame without content.
        let fragments = [0x00, 0x80, 0, 0, 0, 0].repeat(1 << 19);
        let sent = fragments.len();
        let flood = async move {
            client.write_all(&fragments).await.unwrap();
            client
        };
        let mut buffer = vec![0; 4096];
        let read = async {
            let mut count = 0;
            while count < sent {
                count += stream.read(&mut buffer).await.unwrap();
            }
        };
        tokio::join!(flood, read);
        // The bucket refills during a pause, so twice the rate is possible.
        let least = (f64::from(u32::try_from(sent).unwrap()) - READ_BURST) / READ_BYTES_PER_SECOND / 2.0;
        assert!(start.elapsed().as_secs_f64() >= least, "{:?}", start.elapsed());
    }

    #[tokio::test]
    async fn single_bytes_do_not_extend_the_deadline() {
        let mut listener = listener(1).await;
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut stream, _) = listener.accept().await;
        let idle = stream.deadline.deadline();
        client.write_all(b"GET").await.unwrap();
        stream.read_u8().await.unwrap();
        let request = stream.deadline.deadline();
        assert!(request < idle);
        stream.read_u8().await.unwrap();
        assert_eq!(stream.deadline.deadline(), request);
        stream.write_all(b"HTTP").await.unwrap();
        let response = stream.deadline.deadline();
        assert!(response > idle);
        stream.write_all(b"/1.1").await.unwrap();
        assert_eq!(stream.deadline.deadline(), response);
        stream.read_u8().await.unwrap();
        assert!(stream.deadline.deadline() < response);
    }
}
