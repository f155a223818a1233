//! From nothing to a running server and back: everything opened, served until told to stop, closed within 2 s.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{JoinHandle, available_parallelism};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::house::House;
use crate::listener::{Address, Door};
use crate::pool::Pool;
use crate::routes;
use crate::store::Store;

/// How long requests under way may still take when the server goes down.
const TO_FINISH: Duration = Duration::from_millis(700);
const TO_DROP_TASKS: Duration = Duration::from_millis(300);

#[derive(Clone, Debug)]
pub struct Config {
    pub address: SocketAddr,
    /// Where matches are kept.
    pub data: PathBuf,
    /// Names under which the server is known, besides its addresses and localhost.
    pub names: Vec<String>,
}

/// Serves until `stop` is ready. `started` is told the address, which matters where the port was 0. An error is
/// one line for a person.
pub fn serve(
    config: &Config,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    let (store, store_thread) = Store::open(&config.data)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    let served = runtime.block_on(run(config, store, started, stop));
    runtime.shutdown_timeout(TO_DROP_TASKS);
    finish(&store_thread);
    served
}

/// The same until somebody asks the process to end: Ctrl-C, or SIGTERM.
pub fn serve_until_signal(config: &Config, started: impl FnOnce(SocketAddr)) -> Result<(), String> {
    serve(config, started, signal())
}

async fn run(
    config: &Config,
    store: Store,
    started: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    raise_limit_of_open_files();
    let cannot = |error: std::io::Error| format!("cannot serve on {}: {error}", config.address);
    let listener = TcpListener::bind(config.address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let pool = Pool::new(workers()).map_err(|error| format!("no thread for an engine: {error}"))?;
    let house = Arc::new(House::new(store, pool, config.names.clone()));
    let service = routes::router(Arc::clone(&house)).into_make_service_with_connect_info::<Address>();
    started(address);
    let (tell, told_to_stop) = tokio::sync::oneshot::channel();
    let closing = Arc::clone(&house);
    let shutdown = async move {
        stop.await;
        closing.closing.send_replace(true);
        closing.pool.close();
        let _ = tell.send(());
    };
    let server = tokio::spawn(axum::serve(Door::new(listener), service).with_graceful_shutdown(shutdown).into_future());
    // Ready when told to stop, and also when the server has ended by itself.
    let _ = told_to_stop.await;
    match timeout(TO_FINISH, server).await {
        Ok(Ok(ended)) => ended.map_err(cannot),
        Ok(Err(_)) | Err(_) => Ok(()),
    }
}

/// One core is left to the server where there are several; two engines can always play each other.
fn workers() -> usize {
    available_parallelism().map_or(2, usize::from).saturating_sub(1).max(2)
}

/// What was acknowledged is on disk already; this lets the last batch end.
fn finish(store_thread: &JoinHandle<()>) {
    let deadline = std::time::Instant::now() + TO_FINISH;
    while !store_thread.is_finished() && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A socket is an open file, and the usual limit of 1,024 is less than this server can serve.
fn raise_limit_of_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit });
    }
}

async fn signal() {
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
