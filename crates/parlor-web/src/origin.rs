//! Origin check: browsers may send requests only from this server's own page. The `Origin` header identifies pages of
//! other sites, and the `Host` header identifies sites that point their own name at this machine (DNS rebinding).

use std::net::IpAddr;

use axum::http::{HeaderMap, header};
use parlor_room::{ApiError, ErrorCode};

use crate::client::Client;

/// Checks the `Host` and `Origin` headers. A request without `Origin` does not come from a browser's page and is
/// allowed.
pub(crate) fn check_origin(headers: &HeaderMap, host_names: &[String], client: Client) -> Result<(), ApiError> {
    let foreign = || ApiError::new(ErrorCode::ForeignOrigin, "Requests from other sites are not allowed.");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).ok_or_else(foreign)?;
    if !is_own_host(host, host_names) {
        return Err(foreign());
    }
    match headers.get(header::ORIGIN) {
        None => Ok(()),
        Some(origin) => {
            let origin = origin.to_str().unwrap_or_default();
            let (scheme, origin_host) = origin.split_once("://").unwrap_or_default();
            let is_scheme_right = client.is_secure.map_or(["http", "https"].contains(&scheme), |is_secure| {
                scheme == if is_secure { "https" } else { "http" }
            });
            // A proxy may replace the host by the address that it forwards to.
            let is_own_name = client.is_forwarded && is_name(origin_host, host_names);
            if is_scheme_right && (origin_host == host || is_own_name) { Ok(()) } else { Err(foreign()) }
        }
    }
}

/// Whether a `Host` header names this server: by an IP address, which DNS cannot redirect, by localhost, or by a
/// configured name.
fn is_own_host(host: &str, host_names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    address.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost") || is_name(name, host_names)
}

fn is_name(name: &str, host_names: &[String]) -> bool {
    host_names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIRECT: Client =
        Client { address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), is_forwarded: false, is_secure: None };

    fn is_allowed(host: &str, origin: Option<&str>) -> bool {
        is_allowed_for(DIRECT, host, origin)
    }

    fn is_allowed_for(client: Client, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check_origin(&headers, &["parlor.example".to_owned()], client).is_ok()
    }

    #[test]
    fn allows_only_the_own_page() {
        assert!(is_allowed("127.0.0.1:8080", None));
        assert!(is_allowed("127.0.0.1:8080", Some("http://127.0.0.1:8080")));
        assert!(is_allowed("[::1]:8080", Some("http://[::1]:8080")));
        assert!(is_allowed("localhost:8080", Some("http://localhost:8080")));
        assert!(is_allowed("parlor.example", Some("https://parlor.example")));
        assert!(!is_allowed("127.0.0.1:8080", Some("http://evil.example")));
        assert!(!is_allowed("127.0.0.1:8080", Some("http://127.0.0.1:8081")));
        assert!(!is_allowed("127.0.0.1:8080", Some("null")));
        assert!(!is_allowed("evil.example:8080", Some("http://evil.example:8080")));
        assert!(!is_allowed("evil.example:8080", None));
        assert!(!is_allowed("127.0.0.1:8080", Some("https://parlor.example")));
    }

    #[test]
    fn behind_a_proxy_the_configured_name_and_the_scheme_decide() {
        let client = Client { is_forwarded: true, is_secure: Some(true), ..DIRECT };
        assert!(is_allowed_for(client, "127.0.0.1:8080", Some("https://parlor.example")));
        assert!(is_allowed_for(client, "parlor.example", Some("https://parlor.example")));
        assert!(!is_allowed_for(client, "127.0.0.1:8080", Some("http://parlor.example")));
        assert!(!is_allowed_for(client, "127.0.0.1:8080", Some("https://evil.example")));
        assert!(!is_allowed_for(client, "127.0.0.1:8080", Some("https://parlor.example:8443")));
    }
}
