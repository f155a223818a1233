//! Client of a request: its address and the scheme of its URL. Behind a trusted reverse proxy both come from headers.

use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;
use parlor_room::ApiError;

use crate::error_response::HttpError;

/// Client that sent a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    /// Whether a trusted proxy forwarded the request.
    pub(crate) is_forwarded: bool,
    /// Whether the client used HTTPS, as far as a trusted proxy says.
    pub(crate) is_secure: Option<bool>,
}

impl Client {
    /// Client of a connection. Headers count only if the peer is a trusted proxy, because anybody can send them.
    pub(crate) fn new(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Client {
        let peer = peer.to_canonical();
        if !is_trusted(peer, trusted) {
            return Client { address: peer, is_forwarded: false, is_secure: None };
        }
        let mut address = peer;
        // Each proxy adds the address that it saw at the end. The last one that is no proxy of ours is the client; what
        // stands before it was sent by the client and proves nothing.
        for hop in forwarded_for(headers).into_iter().rev() {
            let Some(hop) = parse_address(&hop) else { break };
            address = hop;
            if !is_trusted(hop, trusted) {
                break;
            }
        }
        Client { address, is_forwarded: true, is_secure: forwarded_scheme(headers).map(|scheme| scheme == "https") }
    }
}

/// The middleware of the router has put the client into the request.
impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, HttpError> {
        Ok(parts.extensions.get().copied().ok_or_else(ApiError::busy)?)
    }
}

/// Whether an address belongs to a trusted proxy.
pub(crate) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

/// Values of a header, also of repeated ones, separated by commas.
fn list(headers: &HeaderMap, name: &str) -> Vec<String> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|value| value.trim().to_owned()).collect()
}

/// Values of one parameter of the header `Forwarded` (RFC 7239).
fn forwarded_parameter(headers: &HeaderMap, name: &str) -> Vec<String> {
    let parameter = |element: &String| {
        let (_, value) = element
            .split(';')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
        Some(value.trim().trim_matches('"').to_owned())
    };
    list(headers, "forwarded").iter().filter_map(parameter).collect()
}

/// Addresses that the proxies saw, the client's first.
fn forwarded_for(headers: &HeaderMap) -> Vec<String> {
    let forwarded = forwarded_parameter(headers, "for");
    if forwarded.is_empty() { list(headers, "x-forwarded-for") } else { forwarded }
}

/// Scheme that the client used, by the proxy nearest to it.
fn forwarded_scheme(headers: &HeaderMap) -> Option<String> {
    let forwarded = forwarded_parameter(headers, "proto").into_iter().next();
    forwarded.or_else(|| list(headers, "x-forwarded-proto").into_iter().next()).map(|scheme| scheme.to_lowercase())
}

/// Address with or without a port, IPv6 in brackets where it has one.
fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn client(peer: &str, headers: &[(&str, &str)]) -> Client {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        let header = |(name, value): &(&str, &str)| {
            (HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap())
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers.iter().map(header) {
            map.append(name, value);
        }
        Client::new(peer.parse().unwrap(), &map, &trusted)
    }

    #[test]
    fn headers_of_strangers_do_not_count() {
        let stranger = client("192.0.2.9", &[("x-forwarded-for", "198.51.100.1"), ("x-forwarded-proto", "https")]);
        assert_eq!(stranger, Client { address: [192, 0, 2, 9].into(), is_forwarded: false, is_secure: None });
    }

    #[test]
    fn the_last_address_before_our_proxies_is_the_client() {
        let cases = [
            ("10.0.0.1", vec![("x-forwarded-for", "198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", vec![("x-forwarded-for", "1.2.3.4, 198.51.100.1, 10.0.0.2")], "198.51.100.1"),
            ("10.0.0.1", vec![("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "198.51.100.1")], "198.51.100.1"),
            ("10.0.0.1", vec![("x-forwarded-for", "nonsense, 10.0.0.7")], "10.0.0.7"),
            ("10.0.0.1", vec![("x-forwarded-for", "198.51.100.1:4711")], "198.51.100.1"),
            ("::ffff:10.0.0.1", vec![("x-forwarded-for", "198.51.100.1")], "198.51.100.1"),
            ("::1", vec![("forwarded", "for=\"[2001:db8::7]:4711\";proto=https, for=10.0.0.2")], "2001:db8::7"),
            ("10.0.0.1", vec![], "10.0.0.1"),
        ];
        for (peer, headers, expected) in cases {
            assert_eq!(client(peer, &headers).address, expected.parse::<IpAddr>().unwrap(), "{peer} {headers:?}");
        }
    }

    #[test]
    fn a_trusted_proxy_says_whether_the_client_used_https() {
        let is_secure = |headers: &[(&str, &str)]| client("10.0.0.1", headers).is_secure;
        assert_eq!(is_secure(&[]), None);
        assert_eq!(is_secure(&[("x-forwarded-proto", "https")]), Some(true));
        assert_eq!(is_secure(&[("x-forwarded-proto", "http, https")]), Some(false));
        assert_eq!(is_secure(&[("forwarded", "proto=HTTPS;for=192.0.2.1")]), Some(true));
    }
}
