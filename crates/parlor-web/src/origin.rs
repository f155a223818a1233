//! Who may talk to this server from inside a browser: only its own page. A page from elsewhere is told apart by
//! its `Origin`, and one that points its own name at this machine (DNS rebinding) by the `Host`.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

use crate::refused::{Code, Refused};

/// Programs that are no browsers send no origin, and hold no browser's tokens either.
pub(crate) fn check(headers: &HeaderMap, names: &[String]) -> Result<(), Refused> {
    let foreign = || Refused::new(Code::ForeignOrigin, "Only this server's own page may do that.");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).ok_or_else(foreign)?;
    if !is_own_name(host, names) {
        return Err(foreign());
    }
    match headers.get(header::ORIGIN) {
        None => Ok(()),
        Some(origin) => {
            let origin = origin.to_str().unwrap_or_default();
            let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if place == Some(host) { Ok(()) } else { Err(foreign()) }
        }
    }
}

/// An address cannot be pointed elsewhere; of names, only those that are known to be meant.
fn is_own_name(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    address.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check(&headers, &["parlor.example".to_owned()]).is_ok()
    }

    #[test]
    fn only_the_own_page_is_let_in() {
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
    }
}
