//! Server start and shutdown: opens the store, listens, and on a stop signal shuts down within 2 s.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{JoinHandle, available_parallelism};
use std::time::Duration;

use parlor_core::Catalog;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::app_state::AppState;
use crate::engine_pool::EnginePool;
use crate::listener::{ClientAddress, LimitedListener};
use crate::routes;
use crate::store::Store;

/// Time for requests to finish during shutdown, and for the store to commit.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(700);
const RUNTIME_SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(300);

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Games and engines that the server offers.
    pub catalog: Arc<Catalog>,
    /// Address to listen on; port 0 means any free port.
    pub address: SocketAddr,
    /// Folder of the database.
    pub data: PathBuf,
    /// Host names of the server, besides IP addresses and localhost. Requests with any other `Host` are rejected.
    pub names: Vec<String>,
}

/// Runs the server until `stop` is ready. `started` gets the address, with the actual port if the port was 0. An error
/// is one line of text.
pub fn serve(
    config: &Config,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    let (store, store_thread) = Store::open(&config.data, &config.catalog)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    let result = runtime.block_on(run(config, store, started, stop));
    runtime.shutdown_timeout(RUNTIME_SHUTDOWN_TIMEOUT);
    wait_for_store(&store_thread);
    result
}

/// Runs the server until Ctrl-C or SIGTERM.
pub fn serve_until_signal(config: &Config, started: impl FnOnce(SocketAddr)) -> Result<(), String> {
    serve(config, started, stop_signal())
}

async fn run(
    config: &Config,
    store: Store,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    raise_open_file_limit();
    let cannot_serve = |error: std::io::Error| format!("cannot serve on {}: {error}", config.address);
    let listener = TcpListener::bind(config.address).await.map_err(cannot_serve)?;
    let address = listener.local_addr().map_err(cannot_serve)?;
    let catalog = Arc::clone(&config.catalog);
    let pool = EnginePool::new(engine_workers(), &catalog)
        .map_err(|error| format!("cannot start an engine thread: {error}"))?;
    let state = Arc::new(AppState::new(catalog, store, pool, config.names.clone())?);
    let service = routes::router(Arc::clone(&state)).into_make_service_with_connect_info::<ClientAddress>();
    started(address);
    let (stopping, stop_requested) = tokio::sync::oneshot::channel();
    let shutdown = async move {
        stop.await;
        state.is_shutting_down.send_replace(true);
        state.engine_pool.close();
        let _ = stopping.send(());
    };
    let server = axum::serve(LimitedListener::new(listener), service).with_graceful_shutdown(shutdown);
    let server = tokio::spawn(server.into_future());
    // Also ready when the server ended by itself.
    let _ = stop_requested.await;
    match timeout(SHUTDOWN_TIMEOUT, server).await {
        Ok(Ok(result)) => result.map_err(cannot_serve),
        Ok(Err(_)) | Err(_) => Ok(()),
    }
}

/// Number of engine workers: one core is left for the server, and two engines can always play each other.
fn engine_workers() -> usize {
    available_parallelism().map_or(2, usize::from).saturating_sub(1).max(2)
}

/// Waits for the store to commit its last batch. Everything acknowledged is on disk already.
fn wait_for_store(store_thread: &JoinHandle<()>) {
    let deadline = std::time::Instant::now() + SHUTDOWN_TIMEOUT;
    while !store_thread.is_finished() && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Raises the soft limit of open files. Every socket needs one, and the usual limit is 1,024.
fn raise_open_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit });
    }
}

async fn stop_signal() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
