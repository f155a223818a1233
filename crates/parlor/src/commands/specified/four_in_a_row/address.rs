//! Network addresses: the listening socket, and the address by which other machines reach this one.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};

/// Listens on all interfaces, IPv6 and IPv4. It listens on IPv4 alone if the machine has no IPv6, and on Windows, where
/// an IPv6 socket does not accept IPv4 connections, which the waiting screen offers.
pub(super) fn listen(port: u16) -> io::Result<TcpListener> {
    let bind = |ip: IpAddr| TcpListener::bind(SocketAddr::new(ip, port));
    if cfg!(windows) {
        return bind(Ipv4Addr::UNSPECIFIED.into());
    }
    match bind(Ipv6Addr::UNSPECIFIED.into()) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => bind(Ipv4Addr::UNSPECIFIED.into()),
        result => result,
    }
}

/// The address by which other machines reach this one; `None` without a network.
///
/// Connecting a datagram socket sends nothing, but selects the interface that would be used. The destinations are
/// addresses reserved for documentation.
pub(super) fn local_address() -> Option<IpAddr> {
    let source_address = |local: IpAddr, destination: IpAddr| {
        let socket = UdpSocket::bind(SocketAddr::new(local, 0)).ok()?;
        socket.connect(SocketAddr::new(destination, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
    };
    let ipv4 = source_address(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let ipv6 = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    ipv4.or_else(|| source_address(Ipv6Addr::UNSPECIFIED.into(), ipv6.into()))
}
