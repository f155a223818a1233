//! Web front end: one self-contained site for every game of the catalog, with the JSON and WebSocket API that it
//! uses. The site draws scenes and sends moves in notation; it never names a game.

mod admin;
#[cfg(test)]
mod api_document;
mod app_state;
mod arena;
mod blocking_tasks;
mod catalog_view;
mod client;
mod compression;
mod config;
mod connection;
mod engine_limits;
mod engine_pool;
mod error_response;
mod extract;
mod http_bodies;
mod lan;
mod languages;
mod listener;
mod matches;
mod metrics;
mod origin;
mod page;
mod rate_limit;
mod request_log;
mod response_memory;
mod room;
mod routes;
mod scenes;
mod searches;
mod secret;
mod server;
#[cfg(test)]
mod simulation;
mod store;
mod study;
mod traffic;

pub use catalog_view::CatalogError;
pub use config::{Config, ServerLimits};
pub use server::{ServerError, serve, serve_until_signal};
pub use store::DataError;
pub use store::maintenance::{CheckReport, backup, check, export, restore};
