//! World of a simulation: the network, and one server after the other on the same disk.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_core::{Catalog, SplitMix64};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::network::Network;
use crate::app_state::{AppState, Site};
use crate::blocking_tasks::BlockingTasks;
use crate::catalog_view::CatalogView;
use crate::config::ServerLimits;
use crate::engine_pool::EnginePool;
use crate::engine_pool::simulated::{WORKERS, run_worker};
use crate::listener::ClientAddress;
use crate::routes;
use crate::store::simulated::{DiskState, SimulatedDisk};

const HTTP_TIMEOUT: Duration = Duration::from_secs(15);

/// What the clients do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Playing,
    /// There are no more faults, and nobody plays: everybody comes to see the same.
    Settling,
    Over,
}

/// Games of a simulation, with their view, which takes too long to make for every run.
#[derive(Clone)]
pub(super) struct Games {
    pub(super) catalog: Arc<Catalog>,
    pub(super) view: Arc<CatalogView>,
}

pub(super) struct World {
    pub(super) games: Games,
    pub(super) network: Network,
    pub(super) phase: watch::Sender<Phase>,
    start: Instant,
    trace: Mutex<Vec<String>>,
    violations: Mutex<Vec<String>>,
}

impl World {
    pub(super) fn new(games: Games) -> World {
        World {
            games,
            network: Network::default(),
            phase: watch::Sender::new(Phase::Playing),
            start: Instant::now(),
            trace: Mutex::default(),
            violations: Mutex::default(),
        }
    }

    /// Adds a line to the history of the run, which is shown if it fails. Without tokens and ids, which no seed determines.
    pub(super) fn log(&self, line: impl AsRef<str>) {
        let line = format!("{:10.6} {}", self.start.elapsed().as_secs_f64(), line.as_ref());
        self.trace.lock().unwrap().push(line);
    }

    /// Reports that an invariant does not hold.
    pub(super) fn fail(&self, violation: impl Into<String>) {
        let violation = violation.into();
        self.log(&violation);
        self.violations.lock().unwrap().push(violation);
    }

    /// The history, and the first violation.
    pub(super) fn outcome(&self) -> (Vec<String>, Option<String>) {
        (std::mem::take(&mut *self.trace.lock().unwrap()), self.violations.lock().unwrap().first().cloned())
    }

    /// Sends the text of an HTTP request and returns that of the response; `None` if there was none.
    pub(super) async fn exchange(&self, client: SocketAddr, random: &mut SplitMix64, text: &str) -> Option<String> {
        let mut stream = self.network.connect(client, random).await?;
        let exchange = async {
            stream.write_all(text.as_bytes()).await.ok()?;
            let mut response = String::new();
            stream.read_to_string(&mut response).await.ok()?;
            Some(response)
        };
        timeout(HTTP_TIMEOUT, exchange).await.ok()?
    }

    /// Sends an HTTP request and returns status and body; `None` if there was no complete response.
    pub(super) async fn http(
        &self,
        client: SocketAddr,
        random: &mut SplitMix64,
        head: &str,
        body: &str,
    ) -> Option<(u16, String)> {
        let text = request(head, body, body.len());
        let response = self.exchange(client, random, &text).await?;
        let status = response.split(' ').nth(1)?.parse().ok()?;
        let (head, body) = response.split_once("\r\n\r\n")?;
        let length =
            head.to_ascii_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        (length == Some(body.len())).then(|| (status, body.to_owned()))
    }
}

/// Text of an HTTP request that states this length of its body.
pub(super) fn request(head: &str, body: &str, length: usize) -> String {
    let headers = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json";
    format!("{head} HTTP/1.1\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}")
}

/// A running server.
pub(super) struct Server {
    world: Arc<World>,
    pub(super) state: AppState,
    http: JoinHandle<()>,
    disk: JoinHandle<SimulatedDisk>,
    pub(super) disk_state: watch::Sender<DiskState>,
}

impl Server {
    pub(super) fn start(world: &Arc<World>, disk: SimulatedDisk, random: &mut SplitMix64) -> Server {
        Server::start_with(world, disk, random, ServerLimits::default())
    }

    pub(super) fn start_with(
        world: &Arc<World>,
        disk: SimulatedDisk,
        random: &mut SplitMix64,
        limits: ServerLimits,
    ) -> Server {
        world.log("the server starts");
        let disk_state = watch::Sender::new(DiskState::Reliable);
        let (store, queue) = disk.store();
        let Games { catalog, view } = world.games.clone();
        let pool = EnginePool::simulated();
        let (trusted_proxies, host_names) = (Vec::new(), Vec::new());
        let site = Site { catalog, catalog_view: view, trusted_proxies, host_names, lan: None };
        let state = AppState::new(site, None, store, pool, BlockingTasks::simulated(), limits, Arc::default());
        let disk = tokio::spawn(disk.run(queue, disk_state.subscribe()));
        for worker in 0..WORKERS {
            tokio::spawn(run_worker(Arc::clone(&state.searches.pool), worker, SplitMix64::new(random.next_u64())));
        }
        let service = routes::router(state.clone()).into_make_service_with_connect_info::<ClientAddress>();
        let listener = world.network.listen();
        let http = tokio::spawn(async move { axum::serve(listener, service).await.expect("the server serves") });
        Server { world: Arc::clone(world), state, http, disk, disk_state }
    }

    /// Ends without warning. What the tasks of this server still do reaches neither the disk nor a client.
    pub(super) async fn crash(self) -> SimulatedDisk {
        self.world.log("the server crashes");
        self.world.network.stop_listening();
        self.disk_state.send_replace(DiskState::Off);
        self.world.network.disconnect_all();
        self.http.abort();
        self.state.searches.pool.close();
        self.disk.await.expect("the disk returns")
    }

    /// Ends as after a stop signal: tells the clients, and takes a moment to finish.
    pub(super) async fn stop(self) -> SimulatedDisk {
        self.world.log("the server stops");
        self.world.network.stop_listening();
        self.state.shutdown.send_replace(true);
        self.state.searches.pool.close();
        sleep(Duration::from_secs(1)).await;
        self.crash().await
    }
}
