//! The server as programs meet it: over HTTP and sockets, well meant and not.

mod common;
mod crash;
mod keeping;
mod limits;
mod names;
mod play;
mod requests;
