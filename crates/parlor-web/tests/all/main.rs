//! Integration tests of the server over HTTP and sockets, with valid and invalid input.

mod arena;
mod catalog;
mod common;
mod crash_recovery;
mod game_independence;
mod http_api;
mod learn;
mod limits;
mod nginx;
mod operations;
mod persistence;
mod play;
