//! Compression of responses with gzip, for clients that accept it.

use std::io::Write;
use std::net::IpAddr;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use parlor_room::ApiError;

use crate::error_response::HttpError;
use crate::traffic::Traffic;

/// Smaller bodies fit into one packet anyway.
const MIN_BYTES: usize = 1200;
/// Larger bodies are compressed outside the async threads, and counted.
const LARGE_BYTES: usize = 64 << 10;

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

/// Whether a client accepts gzip. `q=0` is not honored by the browsers that matter, and nobody sends it for
/// gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.split(',').any(|coding| coding.trim().starts_with("gzip")))
}

pub(crate) fn set_gzip_headers(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// Compresses a JSON response that was made for this request, if the client accepts that. A large one counts
/// against the memory for responses until the client has read it. Prepared responses are compressed already.
pub(crate) async fn finish_json(response: Response, traffic: &Traffic, client: IpAddr, accepts_gzip: bool) -> Response {
    let headers = response.headers();
    let is_json =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    match finish_body(body, traffic, client, accepts_gzip).await {
        Ok((body, is_compressed)) => {
            if is_compressed {
                set_gzip_headers(&mut parts.headers);
                parts.headers.remove(header::CONTENT_LENGTH);
            }
            Response::from_parts(parts, body)
        }
        Err(error) => HttpError::from(error).into_response(),
    }
}

/// The body, and whether it is compressed now.
async fn finish_body(
    body: Body,
    traffic: &Traffic,
    client: IpAddr,
    accepts_gzip: bool,
) -> Result<(Body, bool), ApiError> {
    // The body is in memory already, so reading it takes no more.
    let bytes = to_bytes(body, usize::MAX).await.map_err(|_| ApiError::read_failure())?;
    let is_compressed = accepts_gzip && bytes.len() >= MIN_BYTES;
    if bytes.len() < LARGE_BYTES {
        let body = if is_compressed { Body::from(compress(&bytes, Compression::fast())) } else { Body::from(bytes) };
        return Ok((body, is_compressed));
    }
    let share = traffic.response_memory.acquire(client, bytes.len())?;
    if !is_compressed {
        return Ok((Body::from(share.hold(bytes)), false));
    }
    let bytes = traffic.blocking_tasks.run(move || compress(&bytes, Compression::fast())).await?;
    Ok((Body::from(share.hold(Bytes::from(bytes))), true))
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
