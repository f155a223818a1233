//! Jobs on many machines, against a real NATS server on loopback. Workers and coordinators are threads here; the tests of
//! the program use processes, and kill them.

mod jobs;
mod local;
mod nats;
mod secured;
mod server;
