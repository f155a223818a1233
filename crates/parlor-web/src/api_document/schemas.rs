//! Schemas of the API's types. A request may leave out what has a default, and a response states it; where the two
//! schemas of a type differ, that of the request is named `…Request`.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

const RESPONSES: &str = "/components/schemas";
const REQUESTS: &str = "/components/requests";

/// Largest integer that JavaScript can represent exactly.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Schemas that the document refers to.
pub(super) struct Schemas {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Schemas {
        let settings = |path: &'static str| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = path.into();
                settings.meta_schema = None;
            })
        };
        Schemas {
            requests: settings(REQUESTS).for_deserialize().into_generator(),
            responses: settings(RESPONSES).for_serialize().into_generator(),
        }
    }

    /// Schema of a type that clients send.
    pub(super) fn request<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    /// Schema of a type that the server sends.
    pub(super) fn response<T: JsonSchema>(&mut self) -> Value {
        self.responses.subschema_for::<T>().to_value()
    }

    /// Adds all schemas to the document, and completes the references to them.
    pub(super) fn finish(mut self, document: &mut Value) {
        let mut schemas = self.responses.take_definitions(true);
        schemas.values_mut().for_each(leave_out_null);
        let requests = self.requests.take_definitions(true);
        let mut renamed = Map::new();
        for (name, schema) in requests {
            let differs = schemas.get(&name).is_some_and(|response| *response != schema);
            let new_name = if differs { format!("{name}Request") } else { name.clone() };
            renamed.insert(format!("#{REQUESTS}/{name}"), format!("#{RESPONSES}/{new_name}").into());
            schemas.insert(new_name, schema);
        }
        schemas.sort_keys();
        document["components"]["schemas"] = schemas.into();
        normalize(document, &renamed);
    }
}

/// A response leaves an optional property out instead of sending null.
fn leave_out_null(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if required.iter().any(|one| one == name) {
            continue;
        }
        if let Some(types) = property.get_mut("type").and_then(Value::as_array_mut) {
            types.retain(|one| one != "null");
        }
        if let Some([other, null]) = property["anyOf"].as_array().map(Vec::as_slice)
            && null["type"] == "null"
        {
            *property = other.clone();
        }
    }
}

/// Completes the references to requests, states the ranges of integers, and turns rustdoc links into plain code.
fn normalize(value: &mut Value, renamed: &Map<String, Value>) {
    match value {
        Value::Object(object) => {
            if let Some(name) = object.get("$ref").and_then(|name| renamed.get(name.as_str()?)) {
                object.insert("$ref".to_owned(), name.clone());
            }
            let maximum = match object.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(u64::from(u8::MAX)),
                Some("uint32") => Some(u64::from(u32::MAX)),
                Some("uint" | "uint64") => Some(MAX_SAFE_INTEGER),
                _ => None,
            };
            if let Some(maximum) = maximum {
                object.remove("format");
                object.entry("maximum").or_insert(maximum.into());
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ").replace("  ", "\n\n");
            }
            object.values_mut().for_each(|value| normalize(value, renamed));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| normalize(value, renamed)),
        _ => {}
    }
}
