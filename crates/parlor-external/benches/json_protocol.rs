//! Moves per second over the engine protocol: Four in a Row against a program that plays at random, which is this program
//! itself as a child. The two take turns, so together they use one core.
//!
//! `cargo bench -p parlor-external`

use std::env;
use std::io::{BufReader, stdin, stdout};
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, EngineSpec, GameResult, Limits, Setup};
use parlor_external::{ExternalOptions, external_engine, serve_json};

const CHILD: &str = "child";
const DURATION: Duration = Duration::from_secs(5);

fn main() {
    let catalog = parlor_games::catalog();
    if env::args().nth(1).is_some_and(|argument| argument == CHILD) {
        let spec = EngineSpec::new("random");
        serve_json(&catalog, "four-in-a-row", &spec, BufReader::new(stdin()), &mut stdout()).unwrap();
        return;
    }
    for suspends_off_move in [false, true] {
        let command = format!("{} {CHILD}", env::current_exe().unwrap().display());
        let options = ExternalOptions { suspends_off_move, ..ExternalOptions::default() };
        let game = catalog.start(Setup::new("four-in-a-row")).unwrap();
        let mut engine = external_engine(&catalog, &*game, &command, &options).unwrap();
        let (mut moves, mut games) = (0u32, 0u32);
        let started = Instant::now();
        while started.elapsed() < DURATION {
            let mut game = catalog.start(Setup::new("four-in-a-row")).unwrap();
            engine.begin_game(&*game, game.turn()).unwrap();
            let seat = game.turn();
            while game.outcome().is_none() {
                let mut best = String::new();
                let limits = Limits::time(Duration::from_secs(1));
                if game.turn() == seat {
                    engine.search(&*game, &limits, &mut |info| best = info.best).unwrap();
                    moves += 1;
                } else {
                    best = game.legal_moves().swap_remove(0);
                }
                game.play(&best).unwrap();
            }
            engine.end_game(GameResult::Unfinished, "");
            games += 1;
        }
        let seconds = started.elapsed().as_secs_f64();
        let rate = f64::from(moves) / seconds;
        let mode = if suspends_off_move { "suspended off move" } else { "running" };
        println!("json protocol, {mode}: {rate:.0} moves/s, {moves} moves in {games} games, {seconds:.1} s");
    }
}
