//! Ports for servers that start after their clients, or again.

use std::net::{Ipv4Addr, TcpStream};
use std::process;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// A port that no other test of this process gets, below those that systems give to outgoing connections: a client that
/// tries a port of those while its server does not listen may be given the same one as its own.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Not by listening: a process that another test starts at this moment has the listener for a while, too.
    let is_free = |port: &u16| TcpStream::connect((Ipv4Addr::LOCALHOST, *port)).is_err();
    let first = 20_000 + (process::id() % 10_000) as u16;
    std::iter::repeat_with(|| first + NEXT.fetch_add(1, Relaxed)).take(2_000).find(is_free).unwrap()
}
