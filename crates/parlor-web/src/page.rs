//! The page, embedded: plain modules, styles and pictures, as they lie in `page/`. Nothing is fetched from
//! elsewhere, and the headers keep it that way.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// A file of the page by its path, and its kind.
struct File {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! files {
    ($kind:literal: $($path:literal),* $(,)?) => {
        &[$(File { path: $path, kind: $kind, text: include_str!(concat!("../page/", $path)) }),*]
    };
}

const FILES: &[&[File]] = &[
    files!("text/javascript; charset=utf-8":
        "main.js", "dom.js", "api.js", "socket.js", "keep.js", "home.js", "form.js", "forms/fields.js",
        "table.js", "table/state.js", "table/panel.js", "table/moves.js", "table/clocks.js", "table/graph.js",
        "table/analysis.js", "table/solver.js", "editor.js",
        "board/board.js", "board/shapes.js", "board/picking.js", "board/thumbnail.js"),
    files!("text/css; charset=utf-8": "style/colours.css", "style/page.css", "style/board.css", "style/table.css"),
    files!("image/svg+xml": "icon.svg"),
    files!("application/manifest+json": "manifest.webmanifest"),
];

const INDEX: &str = include_str!("../page/index.html");

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page itself, at whatever address: it reads the address and shows what belongs there.
pub(crate) fn index() -> Response {
    respond("text/html; charset=utf-8", INDEX, &HeaderMap::new())
}

pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let file = FILES.iter().copied().flatten().find(|file| file.path == path)?;
    Some(respond(file.kind, file.text, headers))
}

fn respond(kind: &'static str, text: &'static str, asked: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", fingerprint(text));
    let is_known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(text) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// On every answer.
pub(crate) fn protect(headers: &mut HeaderMap) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
}

/// FNV-1a: only has to change when the text does.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
