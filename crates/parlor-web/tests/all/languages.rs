//! Languages of the site over HTTP: the document in the reader's language, its caching, and the catalog.

use crate::common::{CATALOG, Server, get, request, response_head_with};

async fn document(server: &Server, headers: &str) -> String {
    let (status, body) = request(server.address, &format!("GET / HTTP/1.1\r\n{headers}"), "").await;
    assert_eq!(status, 200, "{headers}");
    body
}

#[tokio::test]
async fn the_document_is_in_the_language_of_the_reader() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let english = document(&server, "Accept-Language: de, en;q=0.5").await;
    assert!(english.contains("<html lang=\"en\" dir=\"ltr\">") && english.contains("Skip to content"), "{english}");
    assert!(english.contains("href=\"/api/games\""), "{english}");
    let hebrew = document(&server, "Accept-Language: he-IL,he;q=0.9,en;q=0.8").await;
    assert!(hebrew.contains("<html lang=\"he\" dir=\"rtl\">") && hebrew.contains("דילוג לתוכן"), "{hebrew}");
    assert!(hebrew.contains("href=\"/api/games?language=he\""), "{hebrew}");
    let chosen = document(&server, "Accept-Language: he\r\nCookie: parlor-language=fa").await;
    assert!(chosen.contains("<html lang=\"fa\" dir=\"rtl\">"), "{chosen}");
    for document in [english, hebrew, chosen] {
        assert!(!document.contains("{{"), "a placeholder is left: {document}");
    }
}

#[tokio::test]
async fn a_cached_document_is_not_used_for_another_language() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let head = async |headers: &str| response_head_with(server.address, "/", headers).await.to_lowercase();
    let hebrew = head("Accept-Language: he").await;
    assert!(hebrew.contains("vary: accept-encoding, accept-language, cookie"), "{hebrew}");
    assert!(hebrew.contains("content-language: he") && hebrew.contains("cache-control: no-cache"), "{hebrew}");
    let tag = hebrew.split("etag: ").nth(1).unwrap().lines().next().unwrap();
    let repeated = head(&format!("Accept-Language: he\r\nIf-None-Match: {tag}")).await;
    assert!(repeated.starts_with("http/1.1 304"), "{repeated}");
    let persian = head(&format!("Accept-Language: fa\r\nIf-None-Match: {tag}")).await;
    assert!(persian.starts_with("http/1.1 200") && persian.contains("content-language: fa"), "{persian}");
}

#[tokio::test]
async fn the_catalog_is_translated_and_falls_back_to_english() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, english) = get(server.address, "/api/games").await;
    for unknown in ["/api/games?language=en", "/api/games?language=xx", "/api/games?language="] {
        assert_eq!(get(server.address, unknown).await, (200, english.clone()), "{unknown}");
    }
    let (_, persian) = get(server.address, "/api/games?language=fa-IR").await;
    let games = || english.as_array().unwrap().iter().zip(persian.as_array().unwrap()).zip(CATALOG.games());
    for ((english, persian), entry) in games() {
        assert_eq!((&english["name"], &english["demo"]), (&persian["name"], &persian["demo"]));
        assert_ne!(english["title"], persian["title"], "{}", entry.name);
        assert_ne!(english["rules"]["goal"], persian["rules"]["goal"], "{}", entry.name);
        assert_eq!(english["messages"].as_object().unwrap().len(), 0, "{}", entry.name);
        assert_eq!(persian["messages"].as_object().unwrap().len(), entry.messages.len(), "{}", entry.name);
        assert_eq!(english["levels"], persian["levels"], "{}: engine specs are never translated", entry.name);
    }
}
