//! Load test of the site on loopback: `load [--matches N] [--think SECONDS] [--minutes N]`, or `cargo xtask load`.
//!
//! Starts a server and plays many matches at once from several addresses, with time to think, page reloads, spectators,
//! analyses and games against engines, while one hostile address takes all it can get. Fails if moves arrive too late, if
//! anybody starves, if the server takes too much memory, or if a record is not complete.

mod hostile;
mod network;
mod players;
mod report;
mod server;
mod visitors;

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_core::{Catalog, GameEntry, SplitMix64};

use self::players::Pair;
use self::report::Report;
use self::server::Server;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Addresses of the clients, each with its own limits on the server.
const ADDRESSES: usize = 10;
const SPECTATORS: usize = 100;
/// Few enough for the one worker that a hostile client leaves to all others.
const ANALYSTS: usize = 4;
const ENGINE_GAMES: usize = 10;

/// Options of the test.
#[derive(Clone, Copy)]
struct Plan {
    matches: usize,
    /// Mean time between a move and the next one, in seconds.
    think: f64,
    minutes: f64,
}

/// What all clients share.
struct Context {
    server: SocketAddr,
    catalog: Catalog,
    /// The games for two players.
    games: Vec<GameEntry>,
    report: Report,
    think: f64,
    ends_at: Instant,
}

impl Context {
    /// Address of a client.
    fn client(number: usize) -> Ipv4Addr {
        Ipv4Addr::new(127, 0, 1, u8::try_from(number % ADDRESSES).unwrap_or(0) + 1)
    }

    fn game(&self, number: usize) -> &GameEntry {
        &self.games[number % self.games.len()]
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.ends_at
    }

    /// Waits for a random time around the mean; never past the end.
    async fn think(&self, random: &mut SplitMix64) {
        let share = f64::from(u32::try_from(random.below(1000)).unwrap_or(0)) / 1000.0;
        let time = Duration::from_secs_f64(self.think * (0.5 + share));
        tokio::time::sleep(time.min(self.ends_at.saturating_duration_since(Instant::now()))).await;
    }
}

fn main() -> ExitCode {
    let Some(plan) = parse(std::env::args().skip(1)) else {
        eprintln!("usage: load [--matches N] [--think SECONDS] [--minutes N]");
        return ExitCode::from(2);
    };
    match run(plan) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: impl Iterator<Item = String>) -> Option<Plan> {
    let mut plan = Plan { matches: 1000, think: 3.0, minutes: 1.0 };
    let arguments: Vec<String> = arguments.collect();
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { return None };
        let number: f64 = value.parse().ok().filter(|number| *number > 0.0)?;
        match name.as_str() {
            "--matches" => plan.matches = value.parse().ok()?,
            "--think" => plan.think = number,
            "--minutes" => plan.minutes = number,
            _ => return None,
        }
    }
    Some(plan)
}

fn run(plan: Plan) -> Result<bool, BoxError> {
    network::raise_open_file_limit();
    let server = Server::start()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let has_passed = runtime.block_on(measure(&server, plan));
    // The clients hold many sockets, which the server should not have to close one by one.
    runtime.shutdown_background();
    let stopped = server.stop()?;
    println!("the server ended {:.0} ms after SIGTERM", stopped.as_secs_f64() * 1000.0);
    has_passed
}

async fn measure(server: &Server, plan: Plan) -> Result<bool, BoxError> {
    let has_two_players =
        |entry: &&GameEntry| entry.start(entry.default_setup()).is_ok_and(|game| game.player_count() == 2);
    let catalog = parlor_games::catalog();
    let games: Vec<GameEntry> = catalog.games().iter().filter(has_two_players).cloned().collect();
    let report = Report::default();
    let duration = Duration::from_secs_f64(plan.minutes * 60.0);
    let mut context = Context {
        server: server.address,
        catalog,
        games,
        report,
        think: plan.think,
        ends_at: Instant::now() + duration,
    };
    let pairs = create_pairs(&context, plan.matches).await?;
    println!(
        "{} matches, {SPECTATORS} spectators, {ANALYSTS} analysts, {ENGINE_GAMES} games against engines, one hostile \
         address; {} s to think on average, {} min; load average {}",
        plan.matches,
        plan.think,
        plan.minutes,
        report::load_average(),
    );
    context.ends_at = Instant::now() + duration;
    let context = Arc::new(context);
    let watched: Vec<String> = pairs.iter().take(SPECTATORS).map(|pair| pair.id.clone()).collect();
    let mut clients = Vec::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        clients.push(tokio::spawn(pair.play(Arc::clone(&context), number)));
    }
    for (number, id) in watched.into_iter().enumerate() {
        clients.push(tokio::spawn(visitors::watch(Arc::clone(&context), number, id)));
    }
    for number in 0..ANALYSTS {
        clients.push(tokio::spawn(visitors::analyze(Arc::clone(&context), number)));
    }
    for number in 0..ENGINE_GAMES {
        clients.push(tokio::spawn(visitors::play_engine(Arc::clone(&context), number)));
    }
    let hostile = tokio::spawn(hostile::attack(Arc::clone(&context)));
    let memory = report::watch_memory(&context, server.process).await;
    for client in clients {
        client.await??;
    }
    hostile.abort();
    Ok(context.report.print(&memory, server.peak_memory(), plan.minutes))
}

/// Creates the matches, from all addresses at the same time.
async fn create_pairs(context: &Context, matches: usize) -> Result<Vec<Pair>, BoxError> {
    let mut pairs = Vec::new();
    for first in (0..matches).step_by(ADDRESSES) {
        let numbers = first..matches.min(first + ADDRESSES);
        pairs.extend(futures_util::future::try_join_all(numbers.map(|number| Pair::create(context, number))).await?);
    }
    Ok(pairs)
}
