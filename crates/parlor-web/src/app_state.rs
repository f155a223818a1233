//! Application state: the parts of a server. A handler extracts those that it needs, and no part knows the
//! whole.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{FromRef, State};
use ipnet::IpNet;
use parlor_core::Catalog;
use tokio::sync::watch;

use crate::arena::ArenaFile;
use crate::blocking_tasks::BlockingTasks;
use crate::catalog_view::CatalogView;
use crate::config::ServerLimits;
use crate::engine_pool::EnginePool;
use crate::matches::Matches;
use crate::metrics::Metrics;
use crate::searches::Searches;
use crate::store::Store;
use crate::traffic::Traffic;

/// The parts of a server.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) site: Arc<Site>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) matches: Arc<Matches>,
    pub(crate) searches: Arc<Searches>,
    pub(crate) arena: Arc<ArenaFile>,
    /// Becomes true when the server shuts down.
    pub(crate) shutdown: watch::Sender<bool>,
}

pub(crate) type SiteState = State<Arc<Site>>;
pub(crate) type MatchesState = State<Arc<Matches>>;
pub(crate) type SearchesState = State<Arc<Searches>>;

/// What the site shows, and under which names.
pub(crate) struct Site {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) catalog_view: Arc<CatalogView>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// Host names of this server, besides IP addresses and localhost.
    pub(crate) host_names: Vec<String>,
    /// Address in the local network; `None` if only this machine can reach the server.
    pub(crate) lan: Option<String>,
}

impl AppState {
    /// `arena` is the file of the arena whose pages are shown.
    pub(crate) fn new(
        site: Site,
        arena: Option<PathBuf>,
        store: Store,
        pool: EnginePool,
        blocking_tasks: BlockingTasks,
        limits: ServerLimits,
        metrics: Arc<Metrics>,
    ) -> AppState {
        let shutdown = watch::Sender::new(false);
        let arena = ArenaFile::new(arena, &site.catalog, blocking_tasks.clone());
        let traffic = Traffic::new(limits, blocking_tasks.clone(), metrics);
        let searches = Arc::new(Searches::new(&site.catalog, pool, blocking_tasks));
        AppState {
            matches: Arc::new(Matches::new(Arc::new(store), &searches, limits, shutdown.subscribe())),
            site: Arc::new(site),
            traffic: Arc::new(traffic),
            searches,
            arena: Arc::new(arena),
            shutdown,
        }
    }
}

/// Lets handlers extract parts of the state.
macro_rules! parts {
    ($($field:ident: $part:ty),*) => {
        $(impl FromRef<AppState> for Arc<$part> {
            fn from_ref(state: &AppState) -> Arc<$part> {
                Arc::clone(&state.$field)
            }
        })*
    };
}

parts!(site: Site, traffic: Traffic, matches: Matches, searches: Searches, arena: ArenaFile);
