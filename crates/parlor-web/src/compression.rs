//! Compression of responses with gzip, for clients that accept it.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Smaller bodies fit into one packet anyway.
const MIN_BYTES: usize = 1200;
/// Larger than any response that is made at run time.
const MAX_BYTES: usize = 16 << 20;

/// Compresses text that is sent many times.
pub(crate) fn compress_static(text: &str) -> Vec<u8> {
    compress(text.as_bytes(), Compression::best())
}

fn compress(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Whether a client accepts gzip. `q=0` is not honored by the browsers that matter, and nobody sends it for gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.split(',').any(|coding| coding.trim().starts_with("gzip")))
}

pub(crate) fn set_gzip_headers(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// Compresses a JSON response that was made for this request. Prepared responses are compressed already.
pub(crate) async fn compress_json(response: Response) -> Response {
    let headers = response.headers();
    let is_json =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MAX_BYTES).await else { return Response::from_parts(parts, Body::empty()) };
    if bytes.len() < MIN_BYTES {
        return Response::from_parts(parts, Body::from(bytes));
    }
    set_gzip_headers(&mut parts.headers);
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(compress(&bytes, Compression::fast())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_gzip_only_if_the_client_says_so() {
        let headers = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            headers
        };
        assert!(accepts_gzip(&headers("gzip, deflate, br")));
        assert!(accepts_gzip(&headers("br, gzip;q=0.8")));
        assert!(!accepts_gzip(&headers("identity")));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn compresses_repetitive_text() {
        assert!(compress_static(&"a board ".repeat(1000)).len() < 200);
    }
}
