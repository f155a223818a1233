//! One operation of the API document.

use std::collections::BTreeMap;

use parlor_room::ErrorCode;
use serde_json::{Value, json};

use crate::error_response::status;

/// Error codes that every operation can have.
const COMMON_ERRORS: [ErrorCode; 3] = [ErrorCode::ForeignOrigin, ErrorCode::TooFast, ErrorCode::Busy];
/// Error codes of every operation on a match: it may not exist, or the store may fail.
const MATCH_ERRORS: [ErrorCode; 4] =
    [ErrorCode::NoSuchMatch, ErrorCode::Trouble, ErrorCode::DamagedMatch, ErrorCode::QuotaExceeded];
/// Error codes of every operation with a body.
const BODY_ERRORS: [ErrorCode; 3] = [ErrorCode::BadRequest, ErrorCode::SlowRequest, ErrorCode::TooLarge];

/// Operation of the API.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    json: Value,
    errors: Vec<ErrorCode>,
}

impl Operation {
    pub(super) fn get(path: &'static str, id: &str, summary: &str) -> Operation {
        Operation::new("get", path, id, summary)
    }

    pub(super) fn post(path: &'static str, id: &str, summary: &str) -> Operation {
        Operation::new("post", path, id, summary)
    }

    fn new(method: &'static str, path: &'static str, id: &str, summary: &str) -> Operation {
        let json = json!({ "operationId": id, "summary": summary, "responses": {} });
        let mut operation = Operation { method, path, json, errors: COMMON_ERRORS.to_vec() };
        if path.contains("{id}") {
            operation.errors.extend(MATCH_ERRORS);
            let schema = json!({ "type": "string", "pattern": "^[a-km-np-z2-9]{16}$" });
            operation = operation.parameter("path", "id", "Id of the match.", &schema);
        }
        operation
    }

    pub(super) fn describe(mut self, description: impl Into<String>) -> Operation {
        self.json["description"] = description.into().into();
        self
    }

    /// Adds a parameter in the path, which is required, or in the query, which is not.
    pub(super) fn parameter(mut self, place: &str, name: &str, description: &str, schema: &Value) -> Operation {
        let parameter = json!({
            "name": name, "in": place, "required": place == "path", "description": description, "schema": schema,
        });
        match self.json["parameters"].as_array_mut() {
            Some(parameters) => parameters.push(parameter),
            None => self.json["parameters"] = json!([parameter]),
        }
        self
    }

    /// Sets the body of the request.
    pub(super) fn body(mut self, content_type: &str, schema: &Value) -> Operation {
        self.json["requestBody"] = json!({ "required": true, "content": { content_type: { "schema": schema } } });
        self.errors.extend(BODY_ERRORS);
        if content_type == "application/json" {
            self.errors.push(ErrorCode::WrongContentType);
        }
        self
    }

    /// Sets the response of success.
    pub(super) fn returns(mut self, content_type: &str, description: &str, schema: &Value) -> Operation {
        self.json["responses"]["200"] =
            json!({ "description": description, "content": { content_type: { "schema": schema } } });
        self
    }

    /// Sets the response of a connection that switches to the WebSocket protocol.
    pub(super) fn switches_protocol(mut self, description: &str) -> Operation {
        self.json["responses"]["101"] = json!({ "description": description });
        self
    }

    /// Adds error codes besides those that the path and the body imply.
    pub(super) fn errors(mut self, codes: &[ErrorCode]) -> Operation {
        self.errors.extend(codes);
        self
    }

    /// Links the id in the response to the operations that read a match.
    pub(super) fn links_to_match(mut self) -> Operation {
        for id in ["getMatch", "getRecord", "getScenes", "getLine"] {
            self = self.link(id, None);
        }
        self
    }

    /// Links the id in the response, and perhaps other parts of it as a body, to an operation on the match.
    pub(super) fn link(mut self, id: &str, body: Option<Value>) -> Operation {
        let link = &mut self.json["responses"]["200"]["links"][id];
        *link = json!({ "operationId": id, "parameters": { "id": "$response.body#/id" } });
        if let Some(body) = body {
            link["requestBody"] = body;
        }
        self
    }

    pub(super) fn to_json(&self) -> Value {
        let mut json = self.json.clone();
        let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
        for code in &self.errors {
            by_status.entry(status(*code).as_u16()).or_default().push(*code);
        }
        for (status, codes) in by_status {
            json["responses"][status.to_string()] = error_response(status, &codes);
        }
        json
    }
}

/// Response of a status, which names the codes that can occur.
fn error_response(status: u16, codes: &[ErrorCode]) -> Value {
    let names: Vec<Value> = codes.iter().map(|code| json!(code)).collect();
    let text: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_str().unwrap_or_default())).collect();
    let schema = json!({ "$ref": "#/components/schemas/Error", "properties": { "error": { "enum": names } } });
    let mut response = json!({
        "description": format!("Error {}.", text.join(", ")),
        "content": { "application/json": { "schema": schema } },
    });
    if status == 429 || status == 503 {
        response["headers"]["Retry-After"] = json!({ "description": "Seconds to wait.", "required": true, "schema": { "type": "integer", "minimum": 1 } });
    }
    response
}
