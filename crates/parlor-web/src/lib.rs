//! Web front end: one self-contained site for every game of the catalog, with the JSON and WebSocket API that it
//! uses. The site draws scenes and sends moves in notation; it never names a game.

mod analysis;
mod api_error;
mod app_state;
mod catalog_view;
mod connection;
mod engine_limits;
mod engine_pool;
mod listener;
mod messages;
mod move_review;
mod origin;
mod page;
mod rate_limit;
mod room;
mod routes;
mod seats;
mod secret;
mod server;
mod store;
mod views;

pub use server::{Config, serve, serve_until_signal};

/// Entry points of the fuzz targets. Other builds do not have them.
#[cfg(fuzzing)]
pub mod fuzzing {
    /// Parses a message of a client as a connection does; `false` if it is rejected.
    pub fn parse_client_message(text: &str) -> bool {
        serde_json::from_str::<crate::messages::ClientRequest>(text).is_ok()
    }
}
