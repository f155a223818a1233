//! Address under which other machines of the local network reach this server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// An address of the documentation range, which no packet is sent to.
const ELSEWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 9);

/// The server's address in the local network; `None` if it listens on this machine only.
pub(crate) fn lan_url(address: SocketAddr) -> Option<String> {
    let ip = address.ip();
    let ip = if ip.is_unspecified() { outgoing_ip()? } else { ip };
    (!ip.is_loopback()).then(|| format!("http://{}", SocketAddr::new(ip, address.port())))
}

/// Address of the interface that the routing table chooses. A connected UDP socket sends nothing.
fn outgoing_ip() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_others_reach_are_named() {
        assert_eq!(lan_url(([127, 0, 0, 1], 8000).into()), None);
        assert_eq!(lan_url(([192, 168, 1, 7], 8000).into()).as_deref(), Some("http://192.168.1.7:8000"));
    }
}
