//! Static assets of the page, embedded from `page/`: modules, styles and images. The page loads nothing from other
//! sites; the Content-Security-Policy header enforces it.
//!
//! Addresses contain a hash of all assets, `/page/HASH/main.js`, so browsers may keep them forever; the modules import
//! each other by relative paths and therefore by the same hash. The document itself is always revalidated; there is one
//! for each language.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use parlor_core::svg::escape;

use crate::compression::{accepts_gzip, compress_static, set_gzip_headers};
use crate::languages::{ENGLISH, LANGUAGES, Language, negotiate};

type Source = (&'static str, &'static str, &'static str);

macro_rules! assets {
    ($content_type:literal: $($path:literal),* $(,)?) => {
        &[$(($path, $content_type, include_str!(concat!("../page/", $path)))),*]
    };
}

/// Paths, content types and texts.
const SOURCES: &[&[Source]] = &[
    assets!("text/javascript; charset=utf-8":
        "main.js", "dom.js", "api.js", "dialogs.js", "format.js", "icons.js", "socket.js", "sound.js", "storage.js",
        "texts.js", "theme.js",
        "home/home-page.js", "home/match-cards.js", "home/quick-start.js",
        "board/board.js", "board/board-input.js", "board/choice-panel.js", "board/geometry.js", "board/grounds.js",
        "board/look.js", "board/move-selection.js", "board/piece-layer.js", "board/shapes.js",
        "board/swipe.js", "board/thumbnail.js",
        "setup/setup-page.js", "setup/engine-spec.js", "setup/option-fields.js", "setup/seat-fields.js",
        "setup/time-control.js",
        "match/match-page.js", "match/match-layout.js", "match/match-view.js", "match/actions.js", "match/analysis.js", "match/caption.js", "match/connection-bar.js",
        "match/evaluation-graph.js", "match/failure-panel.js", "match/invitation.js", "match/invitation-panel.js", "match/move-list.js",
        "match/move-queue.js", "match/pace.js", "match/plan-player.js", "match/players.js", "match/qr-code.js",
        "match/result.js", "match/shortcuts.js", "match/side-rail.js", "match/solver.js", "match/state.js", "match/summary.js",
        "learn/board-marks.js", "learn/explorer-address.js", "learn/explorer-page.js", "learn/learn-api.js", "learn/learn-layout.js", "learn/lesson.js",
        "learn/line-player.js", "learn/play-from-here.js", "learn/puzzle-page.js", "learn/puzzle-progress.js",
        "learn/puzzles-page.js", "learn/review-data.js", "learn/review-figures.js", "learn/review-graph.js", "learn/review-page.js",
        "learn/search-page.js", "learn/lesson-form.js", "learn/search-panel.js", "learn/search-player.js", "learn/tree-model.js",
        "learn/depth-first-model.js", "learn/monte-carlo-model.js", "learn/tree-view.js", "learn/frontier-model.js",
        "learn/frontier-view.js", "learn/trace-score.js",
        "editor/editor-page.js", "editor/grid.js", "editor/painter.js"),
    assets!("image/svg+xml": "icon.svg"),
    assets!("application/manifest+json": "manifest.webmanifest"),
];

/// The stylesheet is one asset: one request instead of many.
const STYLE: &str = concat!(
    include_str!("../page/style/tokens.css"),
    include_str!("../page/style/base.css"),
    include_str!("../page/style/board.css"),
    include_str!("../page/style/home.css"),
    include_str!("../page/style/setup.css"),
    include_str!("../page/style/dialogs.css"),
    include_str!("../page/style/match.css"),
    include_str!("../page/style/panel.css"),
    include_str!("../page/style/analysis.css"),
    include_str!("../page/style/editor.css"),
    include_str!("../page/style/search-drawing.css"),
    include_str!("../page/style/search.css"),
    include_str!("../page/style/phone.css"),
    include_str!("../page/style/review.css"),
    include_str!("../page/style/learn.css"),
);

const INDEX: &str = include_str!("../page/index.html");

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Asset in both encodings.
struct Asset {
    content_type: &'static str,
    text: Cow<'static, str>,
    gzip: Vec<u8>,
    tag: String,
}

impl Asset {
    fn new(content_type: &'static str, text: impl Into<Cow<'static, str>>) -> Asset {
        let text = text.into();
        Asset { content_type, gzip: compress_static(&text), tag: format!("\"{:016x}\"", hash([&*text])), text }
    }
}

struct Assets {
    /// Hash of all assets.
    version: String,
    /// The document in each language, in the order of [`LANGUAGES`].
    documents: Vec<Asset>,
    by_path: HashMap<&'static str, Asset>,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let style = [("style.css", "text/css; charset=utf-8", STYLE)];
    let sources = || SOURCES.iter().copied().flatten().chain(&style);
    let version = format!("{:016x}", hash(sources().map(|(_, _, text)| *text)));
    let index = INDEX.replace("\"/page/", &format!("\"/page/{version}/"));
    let document = |language| Asset::new("text/html; charset=utf-8", translate_document(&index, language));
    let documents = LANGUAGES.iter().map(document).collect();
    let by_path = sources().map(|(path, content_type, text)| (*path, Asset::new(content_type, *text))).collect();
    Assets { version, documents, by_path }
});

/// Fills in the document's placeholders, `{{key}}`, and the texts for its scripts.
fn translate_document(index: &str, language: &Language) -> String {
    let texts = language.texts();
    // A script element ends at the first `</script`, whatever its content is.
    let json = serde_json::to_string(&texts).unwrap_or_default().replace('<', "\\u003c");
    let query = if language.tag == ENGLISH.tag { String::new() } else { format!("?language={}", language.tag) };
    let document =
        [("language", language.tag), ("direction", language.direction), ("catalog-query", &query), ("texts", &json)];
    let texts = texts.iter().map(|(key, text)| (key.as_str(), escape(text)));
    let document = document.into_iter().map(|(key, text)| (key, text.to_owned()));
    texts.chain(document).fold(index.to_owned(), |index, (key, text)| index.replace(&format!("{{{{{key}}}}}"), &text))
}

/// The HTML document in the reader's language. It is the same at every address; its script reads the address and shows
/// that view.
pub(crate) fn index(headers: &HeaderMap) -> Response {
    let language = negotiate(headers);
    let mut response = respond(&ASSETS.documents[language], headers, false);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(LANGUAGES[language].tag));
    response
}

/// The HTML document for an address without a page, which its script explains.
pub(crate) fn not_found(headers: &HeaderMap) -> Response {
    let mut response = index(headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Asset at a path, if there is one. A path with the hash of another version gets the current asset: a page that was
/// open during an update can go on.
pub(crate) fn asset(path: &str, headers: &HeaderMap) -> Option<Response> {
    let is_version = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (version, path) = path.split_once('/').filter(|(first, _)| is_version(first)).unwrap_or(("", path));
    let asset = ASSETS.by_path.get(path)?;
    Some(respond(asset, headers, version == ASSETS.version))
}

/// Response with an entity tag; empty if the browser has the same version.
fn respond(asset: &'static Asset, request: &HeaderMap, is_immutable: bool) -> Response {
    let is_cached = request.get(header::IF_NONE_MATCH).is_some_and(|cached| cached.as_bytes() == asset.tag.as_bytes());
    let is_compressed = !is_cached && accepts_gzip(request);
    let body = match (is_cached, is_compressed) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(&asset.gzip[..]),
        (false, false) => Body::from(&*asset.text),
    };
    let mut response = Response::new(body);
    if is_cached {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    let cache = if is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        headers.insert(header::ETAG, tag);
    }
    if is_compressed {
        set_gzip_headers(headers);
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

/// FNV-1a hash, for entity tags and addresses.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = texts.into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
