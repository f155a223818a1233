//! Static assets of the page, embedded from `page/`: modules, styles and images. The page loads nothing from other
//! sites; the Content-Security-Policy header enforces it.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// Embedded file with its path and content type.
struct Asset {
    path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

macro_rules! assets {
    ($content_type:literal: $($path:literal),* $(,)?) => {
        &[$(Asset {
            path: $path, content_type: $content_type, text: include_str!(concat!("../page/", $path))
        }),*]
    };
}

const ASSETS: &[&[Asset]] = &[
    assets!("text/javascript; charset=utf-8":
        "main.js", "dom.js", "api.js", "format.js", "socket.js", "storage.js", "theme.js", "home-page.js",
        "board/board.js", "board/board-input.js", "board/geometry.js", "board/move-selection.js",
        "board/piece-layer.js", "board/shapes.js", "board/thumbnail.js",
        "setup/setup-page.js", "setup/engine-spec.js", "setup/option-fields.js", "setup/seat-fields.js",
        "setup/time-control.js",
        "match/match-page.js", "match/actions.js", "match/analysis.js", "match/caption.js",
        "match/evaluation-graph.js", "match/invitation.js", "match/move-list.js", "match/move-queue.js",
        "match/plan-player.js", "match/players.js", "match/solver.js", "match/state.js",
        "editor/editor-page.js", "editor/grid.js"),
    assets!("text/css; charset=utf-8":
        "style/colors.css", "style/base.css", "style/home.css", "style/setup.css", "style/board.css",
        "style/pieces.css", "style/match.css", "style/analysis.css", "style/editor.css"),
    assets!("image/svg+xml": "icon.svg"),
    assets!("application/manifest+json": "manifest.webmanifest"),
];

const INDEX: &str = include_str!("../page/index.html");

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The HTML document. It is the same at every address; its script reads the address and shows that view.
pub(crate) fn index() -> Response {
    respond("text/html; charset=utf-8", INDEX, &HeaderMap::new())
}

/// Asset at a path, if there is one.
pub(crate) fn asset(path: &str, headers: &HeaderMap) -> Option<Response> {
    let asset = ASSETS.iter().copied().flatten().find(|asset| asset.path == path)?;
    Some(respond(asset.content_type, asset.text, headers))
}

/// Response with an entity tag; empty if the browser has the same version.
fn respond(content_type: &'static str, text: &'static str, request: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", hash(text));
    let is_cached = request.get(header::IF_NONE_MATCH).is_some_and(|cached| cached.as_bytes() == tag.as_bytes());
    let mut response = Response::new(if is_cached { Body::empty() } else { Body::from(text) });
    if is_cached {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Sets the security headers of a response.
pub(crate) fn set_security_headers(headers: &mut HeaderMap) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
}

/// FNV-1a hash, for entity tags.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
