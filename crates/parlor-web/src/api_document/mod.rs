//! Generator of openapi.json and of the page's declarations, from the types of the API.
//!
//! It is compiled for tests only, so the server does not depend on it: a test fails when one of the files differs, and
//! `cargo xtask api` writes them. The schemas come from schemars, because it reads the serde attributes that define the
//! wire format, and its dialect is that of `OpenAPI` 3.1; the declarations are derived from the same schemas.

mod operation;
mod operations;
mod schemas;
mod typescript;

use std::path::Path;
use std::{env, fs};

use parlor_room::{ApiError, ClientRequest, ErrorCode, PositionView, ServerMessage};
use serde_json::{Value, json};

use self::operations::operations;
use self::schemas::Schemas;
use crate::config::ServerLimits;
use crate::error_response::status;
use crate::rate_limit::POST_COST;
use crate::routes::API_ROUTES;

/// The variable that lets the test write the files instead of comparing them.
const WRITE_VARIABLE: &str = "PARLOR_WRITE_API";

/// The `OpenAPI` document.
fn document() -> Value {
    let mut schemas = Schemas::new();
    let mut paths = json!({});
    for operation in operations(&mut schemas) {
        paths[operation.path][operation.method] = operation.to_json();
    }
    schemas.response::<ApiError>();
    schemas.response::<PositionView>();
    schemas.request::<ClientRequest>();
    schemas.response::<ServerMessage>();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Parlor", "version": "1", "description": description() },
        "paths": paths,
    });
    schemas.finish(&mut document);
    for code in document["components"]["schemas"]["ErrorCode"]["oneOf"].as_array_mut().into_iter().flatten() {
        let status = status(error_code(&code["const"])).as_u16();
        code["description"] = format!("{} HTTP status {status}.", code["description"].as_str().unwrap_or("")).into();
    }
    document
}

fn error_code(code: &Value) -> ErrorCode {
    serde_json::from_value(code.clone()).expect("the schema lists error codes")
}

fn description() -> String {
    let ServerLimits { requests_per_second, request_burst, .. } = ServerLimits::default();
    format!(
        "API for every game of the catalog, over JSON and a WebSocket. Positions and moves are text in each game's \
         notation. A scene describes how a position looks and which moves are possible.\n\n\
         Browsers may use the API only from this server's own page; other programs send no `Origin` header.\n\n\
         Each client address may send {requests_per_second} requests per second, in bursts of up to {request_burst}; \
         a POST counts as {POST_COST}. These are the defaults; a server may have other limits. Beyond them, and if one \
         address has too many matches open, the status is 429. A response with status 429 or 503 has the \
         header `Retry-After` with the seconds to wait.\n\n\
         Every error is a JSON object with a code for programs and a sentence for people; see the schemas `Error` and \
         `ErrorCode`."
    )
}

/// Compares a generated file with the committed one, or writes it.
fn check(path: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os(WRITE_VARIABLE).is_some() {
        return fs::write(path, generated).expect("the file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "{} is out of date; run `cargo xtask api`", path.display());
}

#[test]
fn openapi_json_and_declarations_are_up_to_date() {
    let document = document();
    check("src/openapi.json", &(serde_json::to_string_pretty(&document).unwrap() + "\n"));
    check("page/api-types.d.ts", &typescript::declarations(&document["components"]["schemas"]));
}

#[test]
fn every_route_is_documented() {
    let documented: Vec<(&str, &str)> =
        operations(&mut Schemas::new()).iter().map(|operation| (operation.method, operation.path)).collect();
    assert_eq!(documented, API_ROUTES);
}

#[test]
fn every_error_code_has_a_meaning_and_a_status() {
    let document = document();
    let codes = document["components"]["schemas"]["ErrorCode"]["oneOf"].as_array().unwrap();
    assert!(codes.len() > 20);
    for code in codes {
        let description = code["description"].as_str().unwrap();
        let (meaning, status) = description.split_once(" HTTP status ").unwrap();
        assert!(meaning.ends_with('.') && meaning.len() > 10, "{code}");
        assert!(status.trim_end_matches('.').parse::<u16>().is_ok_and(|status| status >= 400), "{code}");
    }
}
