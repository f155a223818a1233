//! Integration tests of the server over HTTP and sockets, with valid and invalid input.

mod arena;
mod catalog;
mod common;
mod crash_recovery;
mod game_independence;
mod http_api;
mod languages;
mod large_answers;
mod learn;
mod limits;
mod nginx;
mod operations;
mod persistence;
mod play;
mod search_trace;
