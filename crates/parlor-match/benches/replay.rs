//! Time to replay records: `cargo bench -p parlor-match --bench replay`. Prints for each game the fastest of five rounds over
//! 10,000 records of random games.
#![allow(clippy::cast_precision_loss, reason = "times and numbers of moves are small")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use parlor_core::{Catalog, SplitMix64};
use parlor_match::{Event, EventKind, Record, Terms};

const RECORDS: usize = 10_000;
const ROUNDS: usize = 5;
/// A random walk in a problem may never end.
const MAX_PLIES: usize = 200;

fn main() {
    let catalog = parlor_games::catalog();
    println!("{RECORDS} records each, nanoseconds for a move: whole replay; the rules alone, by");
    println!("the position after each move or in place");
    for entry in catalog.games() {
        let mut random = SplitMix64::new(1);
        let records: Vec<Record> = (0..RECORDS).map(|_| random_record(&catalog, &entry.name, &mut random)).collect();
        let moves: usize = records.iter().map(|record| record.events.len()).sum();
        let each = |time: Duration| time.as_nanos() as f64 / moves as f64;
        let replay = fastest(|| records.iter().for_each(|record| drop(black_box(record.replay(&catalog).unwrap()))));
        let start = catalog.start(entry.default_setup()).unwrap();
        let after = fastest(|| {
            for record in &records {
                let game = notations(record).fold(start.clone(), |game, notation| game.after(notation).unwrap().1);
                black_box(game);
            }
        });
        let in_place = fastest(|| {
            for record in &records {
                let mut game = start.clone();
                notations(record).for_each(|notation| game.play(notation).unwrap());
                black_box(game);
            }
        });
        let (name, replay, after, in_place) = (&*entry.name, each(replay), each(after), each(in_place));
        println!("{name:16} {moves:8} moves  replay {replay:5.0}  after {after:5.0}  in place {in_place:5.0}");
    }
}

fn notations(record: &Record) -> impl Iterator<Item = &str> {
    record.events.iter().filter_map(|event| match &event.kind {
        EventKind::Played(notation) => Some(notation.as_str()),
        _ => None,
    })
}

fn random_record(catalog: &Catalog, game: &str, random: &mut SplitMix64) -> Record {
    let mut game = catalog.start(catalog.game(game).unwrap().default_setup()).unwrap();
    let mut events = Vec::new();
    while game.outcome().is_none() && events.len() < MAX_PLIES {
        let Some(notation) = random.choose(&game.legal_moves()).cloned() else { break };
        events.push(Event { at: Duration::ZERO, by: game.turn(), kind: EventKind::Played(notation.clone()) });
        game.play(&notation).unwrap();
    }
    Record { setup: game.setup().clone(), terms: Terms::default(), events }
}

fn fastest(mut run: impl FnMut()) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    rounds.min().unwrap_or_default()
}
