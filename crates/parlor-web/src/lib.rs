//! Parlor in the browser: one self-contained site that shows any game of the catalog, and the JSON and
//! WebSocket interface that it uses. It draws scenes, sends notation and never names a game.

mod appraisal;
mod catalog_view;
mod connection;
mod house;
mod listener;
mod messages;
mod origin;
mod page;
mod pool;
mod rate;
mod refused;
mod room;
mod routes;
mod seats;
mod secret;
mod server;
mod store;

pub use server::{Config, serve, serve_until_signal};
