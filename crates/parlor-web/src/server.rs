//! Server start and shutdown: opens the store, listens, and on a stop signal ends within the drain time.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{JoinHandle, available_parallelism};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::admin;
use crate::app_state::{AppState, Site};
use crate::blocking_tasks::BlockingTasks;
use crate::catalog_view::{CatalogError, CatalogView};
use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::lan::lan_url;
use crate::listener::{ClientAddress, LimitedListener};
use crate::metrics::Metrics;
use crate::routes;
use crate::store::{DataError, Store, StoreOptions};

/// Time for tasks to end after the requests, and for the store to commit after the tasks. The rest of the drain time is
/// for requests.
const RUNTIME_SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(300);
const STORE_SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(700);

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error("cannot serve on {address}: {error}")]
    Address { address: SocketAddr, error: io::Error },
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// Runs the server until `stop` is ready. `started` gets the address, with the actual port if the port was 0.
pub fn serve(
    config: &Config,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    let metrics = Arc::new(Metrics::default());
    let options = StoreOptions {
        user: format!("the server on {}", config.address),
        retention: config.retention,
        metrics: Arc::clone(&metrics),
        ..StoreOptions::default()
    };
    let (store, store_thread) = Store::open_with(&config.data, options)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServerError::Thread)?;
    let result = runtime.block_on(run(config, store, metrics, started, stop));
    runtime.shutdown_timeout(RUNTIME_SHUTDOWN_TIMEOUT);
    wait_for_store(&store_thread);
    result
}

/// Runs the server until Ctrl-C or SIGTERM, and then for the drain time at most: if a task hangs, the process ends anyway.
/// Everything acknowledged is on disk already.
pub fn serve_until_signal(config: &Config, started: impl FnOnce(SocketAddr)) -> Result<(), ServerError> {
    let drain = config.drain;
    let stop = async move {
        stop_signal().await;
        std::thread::spawn(move || {
            std::thread::sleep(drain);
            std::process::exit(0);
        });
    };
    serve(config, started, stop)
}

async fn run(
    config: &Config,
    store: Store,
    metrics: Arc<Metrics>,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    raise_open_file_limit();
    let cannot_serve = |error| ServerError::Address { address: config.address, error };
    let listener = TcpListener::bind(config.address).await.map_err(cannot_serve)?;
    let address = listener.local_addr().map_err(cannot_serve)?;
    let catalog = Arc::clone(&config.catalog);
    let pool =
        EnginePool::with_metrics(engine_workers(), &catalog, Arc::clone(&metrics)).map_err(ServerError::Thread)?;
    let site = Site {
        catalog_view: Arc::new(CatalogView::new(&catalog)?),
        catalog,
        trusted_proxies: config.trusted_proxies.clone(),
        host_names: config.names.clone(),
        lan: lan_url(address),
    };
    let (arena, blocking_tasks) = (config.arena.clone(), BlockingTasks::new());
    let state = AppState::new(site, arena, store, pool, blocking_tasks, config.limits, metrics);
    if let Some(address) = config.admin {
        serve_admin(address, state.clone()).await?;
    }
    let service = routes::router(state.clone()).into_make_service_with_connect_info::<ClientAddress>();
    tracing::info!(%address, data = %config.data.display(), "the server is running");
    started(address);
    let (stopping, stop_requested) = tokio::sync::oneshot::channel();
    let shutdown = async move {
        stop.await;
        tracing::info!("the server is shutting down");
        state.shutdown.send_replace(true);
        state.searches.pool.close();
        let _ = stopping.send(());
    };
    let server = axum::serve(LimitedListener::new(listener, config), service).with_graceful_shutdown(shutdown);
    let server = tokio::spawn(server.into_future());
    // Also ready when the server ended by itself.
    let _ = stop_requested.await;
    match timeout(request_drain_time(config.drain), server).await {
        Ok(Ok(result)) => result.map_err(cannot_serve),
        Ok(Err(_)) | Err(_) => Ok(()),
    }
}

/// Part of the drain time in which requests can finish, with some reserve for a busy machine.
fn request_drain_time(drain: Duration) -> Duration {
    let reserve = RUNTIME_SHUTDOWN_TIMEOUT + STORE_SHUTDOWN_TIMEOUT + Duration::from_millis(300);
    drain.saturating_sub(reserve)
}

/// Serves the endpoints for operators in the background.
async fn serve_admin(address: SocketAddr, state: AppState) -> Result<(), ServerError> {
    let cannot_serve = |error| ServerError::Address { address, error };
    let listener = TcpListener::bind(address).await.map_err(cannot_serve)?;
    let address = listener.local_addr().map_err(cannot_serve)?;
    tracing::info!(%address, "serving /healthz, /readyz and /metrics");
    tokio::spawn(axum::serve(listener, admin::router(state)).into_future());
    Ok(())
}

/// Number of engine workers: one core is left for the server, a client can always have a move and an analysis at a time,
/// and one more worker is kept from each client for the others.
fn engine_workers() -> usize {
    available_parallelism().map_or(2, usize::from).saturating_sub(1).max(2) + 1
}

/// Waits for the store to commit its last batch. Everything acknowledged is on disk already.
fn wait_for_store(store_thread: &JoinHandle<()>) {
    let deadline = std::time::Instant::now() + STORE_SHUTDOWN_TIMEOUT;
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

/// Waits for Ctrl-C or SIGTERM, which have the same effect.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [signal(SignalKind::interrupt()), signal(SignalKind::terminate())];
        if let [Ok(mut interrupt), Ok(mut terminate)] = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
