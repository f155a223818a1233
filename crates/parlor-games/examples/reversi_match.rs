//! A match of two Reversi players from seeded openings of 8 to 10 random moves, each played twice with sides swapped:
//! `cargo run --release -p parlor-games --example reversi_match -- strong alphabeta --games 40 --seconds 0.1`.
//! A player is an engine of the catalog, or a file of pattern weights to play with. `--nodes N` limits nodes instead.

use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use parlor_core::{AnyEngine, AnyGame, EngineSpec, Limits, Outcome, Player, Setup};
use parlor_games::reversi::patterns::{KNOTS, PatternWeights, unpack};
use parlor_games::reversi::search::{NO_MOVE, Searcher};
use parlor_games::reversi::{Reversi, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

enum Contestant {
    Engine(Box<dyn AnyEngine>),
    Weights(Box<Searcher>),
}

impl Contestant {
    fn new(name: &str, game: &dyn AnyGame) -> Result<Contestant, String> {
        if let Ok(bytes) = fs::read(name) {
            let weights: &'static PatternWeights = Box::leak(Box::new(PatternWeights::new(&unpack(&bytes, KNOTS))));
            return Ok(Contestant::Weights(Box::new(Searcher::new(64, 1).with_weights(weights))));
        }
        game.engine(&EngineSpec::from(name)).map(Contestant::Engine).map_err(|bad| bad.to_string())
    }

    fn choose(&mut self, game: &dyn AnyGame, limits: &Limits) -> Option<String> {
        let mut best = None;
        match self {
            Contestant::Engine(engine) => {
                engine.search(game, limits, &mut |info| best = Some(info.best)).ok()?;
            }
            Contestant::Weights(searcher) => {
                let position: Reversi = game.position().parse().ok()?;
                let found = searcher.search(position.position(), limits, &mut |_| {})?;
                let square = Square::at(found.best / 8, found.best % 8);
                best =
                    square.filter(|_| found.best != NO_MOVE).map_or(Some("PASS".to_owned()), |at| Some(at.to_string()));
            }
        }
        best.or_else(|| game.legal_moves().into_iter().next())
    }

    fn reset(&mut self) {
        match self {
            Contestant::Engine(engine) => engine.reset(),
            Contestant::Weights(searcher) => searcher.clear(),
        }
    }
}

fn opening(seed: u64) -> Result<Box<dyn AnyGame>, String> {
    let mut dice = SmallRng::seed_from_u64(seed);
    let mut game = parlor_games::catalog().start(Setup::new("reversi")).map_err(|bad| bad.to_string())?;
    for _ in 0..dice.random_range(8..=10) {
        let moves = game.legal_moves();
        game.play(&moves[dice.random_range(0..moves.len())]).map_err(|bad| bad.to_string())?;
    }
    Ok(game)
}

/// Wins, draws and losses of the first contestant, and its sum of disc differences.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    discs: i64,
}

fn run(words: &[String]) -> Result<Tally, String> {
    let [one, two, options @ ..] = words else { return Err("name two players".to_owned()) };
    let (mut games, mut seed, mut limits) = (40u64, 1u64, Limits::time(Duration::from_millis(100)));
    for pair in options.chunks(2) {
        let [option, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        let bad = || format!("{option} \"{value}\" is not a number");
        match option.as_str() {
            "--games" => games = value.parse().map_err(|_| bad())?,
            "--seed" => seed = value.parse().map_err(|_| bad())?,
            "--nodes" => limits = Limits::nodes(value.parse().map_err(|_| bad())?),
            "--seconds" => limits = Limits::time(Duration::from_secs_f64(value.parse().map_err(|_| bad())?)),
            _ => return Err(format!("there is no option {option}")),
        }
    }
    let start = opening(0)?;
    let mut players = [Contestant::new(one, &*start)?, Contestant::new(two, &*start)?];
    let mut tally = Tally::default();
    for number in 0..games {
        let mut game = opening(seed.wrapping_mul(1_000_003).wrapping_add(number / 2))?;
        // The first contestant has Black in the first game of a pair.
        let black = (number % 2) as usize;
        players.iter_mut().for_each(Contestant::reset);
        while game.outcome().is_none() {
            let turn = if game.turn() == Player::First { black } else { 1 - black };
            let m = players[turn].choose(&*game, &limits).ok_or("no move")?;
            game.play(&m).map_err(|bad| format!("{m}: {bad}"))?;
        }
        let own = if black == 0 { Player::First } else { Player::Second };
        match game.outcome() {
            Some(Outcome::Win(winner)) if winner == own => tally.wins += 1,
            Some(Outcome::Win(_)) => tally.losses += 1,
            _ => tally.draws += 1,
        }
        let end: Reversi = game.position().parse().map_err(|_| "a position that does not read back")?;
        tally.discs += i64::from(end.discs(own).count_ones()) - i64::from(end.discs(!own).count_ones());
    }
    Ok(tally)
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred games")]
fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match run(&words) {
        Ok(Tally { wins, draws, losses, discs }) => {
            let games = f64::from((wins + draws + losses).max(1));
            let score = (f64::from(wins) + f64::from(draws) / 2.0) / games * 100.0;
            println!(
                "{wins} wins, {draws} draws, {losses} losses: {score:.1} %, mean margin {:+.1}",
                discs as f64 / games
            );
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("reversi_match: {message}");
            ExitCode::FAILURE
        }
    }
}
