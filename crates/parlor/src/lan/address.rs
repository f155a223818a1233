//! Where this machine waits, and where others can find it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};

/// On all interfaces, IPv6 and IPv4 alike; on IPv4 alone where the machine has nothing else, and on Windows, where
/// a socket for IPv6 does not hear IPv4, which the invitation names.
pub(super) fn listen(port: u16) -> io::Result<TcpListener> {
    let on = |ip: IpAddr| TcpListener::bind(SocketAddr::new(ip, port));
    if cfg!(windows) {
        return on(Ipv4Addr::UNSPECIFIED.into());
    }
    match on(Ipv6Addr::UNSPECIFIED.into()) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => on(Ipv4Addr::UNSPECIFIED.into()),
        result => result,
    }
}

/// The address by which other machines reach this one; `None` where there is no network. Connecting a datagram
/// socket sends nothing, but picks the interface that would be used (the addresses are for documentation).
pub(super) fn of_this_machine() -> Option<IpAddr> {
    let seen_from = |here: IpAddr, there: IpAddr| {
        let socket = UdpSocket::bind(SocketAddr::new(here, 0)).ok()?;
        socket.connect(SocketAddr::new(there, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
    };
    let ipv4 = seen_from(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let ipv6 = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    ipv4.or_else(|| seen_from(Ipv6Addr::UNSPECIFIED.into(), ipv6.into()))
}
