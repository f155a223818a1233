//! Languages of the site: its texts, and the choice of a language for a request.
//!
//! The document is written in the reader's language and carries all texts of the page as JSON, so that nothing is
//! painted in another language first and no further request is needed. The texts of games travel with the catalog;
//! [`parlor_core::translation`] describes them.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, header};

/// Cookie with the language that the reader chose.
const COOKIE: &str = "parlor-language";

/// Language of the site.
#[derive(Debug)]
pub(crate) struct Language {
    /// BCP 47 tag.
    pub(crate) tag: &'static str,
    /// Direction of its script, as HTML names it.
    pub(crate) direction: &'static str,
    /// Texts of the page by key, as JSON.
    json: &'static str,
}

impl Language {
    /// Texts of the page by key. A unit test parses them.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        serde_json::from_str(self.json).unwrap_or_default()
    }
}

pub(crate) const ENGLISH: Language =
    Language { tag: "en", direction: "ltr", json: include_str!("../page/languages/en.json") };

/// All languages; the first one is for readers of none of them.
pub(crate) static LANGUAGES: [Language; 3] = [
    ENGLISH,
    Language { tag: "he", direction: "rtl", json: include_str!("../page/languages/he.json") },
    Language { tag: "fa", direction: "rtl", json: include_str!("../page/languages/fa.json") },
];

/// Position in [`LANGUAGES`] of the reader's language: the chosen one, or else the best one that the browser accepts.
pub(crate) fn negotiate(headers: &HeaderMap) -> usize {
    let values = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let chosen = values(header::COOKIE)
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        .find_map(find);
    chosen.or_else(|| values(header::ACCEPT_LANGUAGE).find_map(find_accepted)).unwrap_or(0)
}

/// Position of a language by its tag. Regions do not matter, and `iw` is an old tag of Hebrew.
pub(crate) fn find(tag: &str) -> Option<usize> {
    let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let primary = if primary == "iw" { "he" } else { &primary };
    LANGUAGES.iter().position(|language| language.tag == primary)
}

/// Position of the language with the highest weight in an `Accept-Language` header; the first one of equals.
fn find_accepted(header: &str) -> Option<usize> {
    let mut best = None;
    for range in header.split(',') {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse::<f32>().ok());
        let (Some(position), Some(weight)) = (find(tag.trim()), weight) else { continue };
        if weight > best.map_or(0.0, |(_, weight)| weight) {
            best = Some((position, weight));
        }
    }
    best.map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn negotiated(cookie: Option<&'static str>, accepted: Option<&'static str>) -> &'static str {
        let mut headers = HeaderMap::new();
        let mut set = |name, value: Option<&'static str>| {
            value.map(|value| headers.insert(name, HeaderValue::from_static(value)));
        };
        set(header::COOKIE, cookie);
        set(header::ACCEPT_LANGUAGE, accepted);
        LANGUAGES[negotiate(&headers)].tag
    }

    #[test]
    fn the_browser_decides_until_the_reader_chooses() {
        assert_eq!(negotiated(None, None), "en");
        assert_eq!(negotiated(None, Some("fa-IR,fa;q=0.9,en;q=0.8")), "fa");
        assert_eq!(negotiated(None, Some("de, en;q=0.5, iw-IL;q=0.7")), "he");
        assert_eq!(negotiated(None, Some("de,fr;q=0.9,*;q=0.1")), "en");
        assert_eq!(negotiated(None, Some("he;q=0, fa;q=x")), "en");
        assert_eq!(negotiated(Some("a=b; parlor-language=he"), Some("fa")), "he");
        assert_eq!(negotiated(Some("parlor-language=xx"), Some("fa")), "fa");
    }

    #[test]
    fn every_language_has_texts() {
        for language in &LANGUAGES {
            assert!(language.texts().len() > 100, "{} cannot be parsed", language.tag);
        }
    }
}
