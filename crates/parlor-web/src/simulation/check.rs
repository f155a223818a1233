//! Invariants of a simulation, checked when everybody has come to rest.

use std::collections::HashMap;

use parlor_match::{EventKind, Match, Record};
use serde_json::{Value, json};

use super::client::{Move, Report, View};
use super::world::World;

/// A match as the server shows and records it.
pub(super) struct ServerView {
    pub(super) state: Value,
    pub(super) record: String,
}

impl ServerView {
    fn view(&self) -> View {
        let moves = self.state["moves"].as_array().into_iter().flatten();
        let moves = moves.filter_map(|played| played["move"].as_str().map(str::to_owned)).collect();
        View { moves, position: self.state.clone(), room: self.state["room"].clone() }
    }
}

/// Checks a match at rest: what the server and the clients see, and what each of them was told before.
pub(super) fn check_match(world: &World, server: &ServerView, reports: &[Report]) {
    let replayed = server.record.parse().and_then(|record: Record| record.replay(&world.games.catalog));
    let game_match = match replayed {
        Ok(game_match) => game_match,
        // A move after the end of its player's time would be rejected here.
        Err(error) => return world.fail(format!("the record is not valid: {error}\n{}", server.record)),
    };
    check_rest(world, server);
    let history = history(world, &game_match);
    for report in reports {
        if !report.is_connected {
            world.fail(format!("{} cannot connect", report.name));
        } else if report.view.essence() != server.view().essence() {
            let (seen, real) = (report.view.essence(), server.view().essence());
            world.fail(format!("{} sees {seen} instead of {real}", report.name));
        }
        check_history(world, report, &history);
    }
    check_movers(world, &game_match, reports);
}

/// Checks that nothing is overdue: neither the end of a clock nor the move of an engine.
fn check_rest(world: &World, server: &ServerView) {
    let state = &server.state;
    let Some(turn) = ["first", "second"].iter().position(|side| state["scene"]["turn"] == *side) else { return };
    if state["clocks"]["running"] == true && state["clocks"]["left"][turn] == 0 {
        world.fail("a clock has ended, but not the match");
    }
    if state["room"]["seats"][turn]["kind"] == "engine" && state["failure"].is_null() {
        world.fail("an engine does not move");
    }
}

/// Moves and reason for the end after each event.
fn history(world: &World, game_match: &Match) -> Vec<(Vec<String>, bool)> {
    let Some(start) = game_match.position_at(0) else { return Vec::new() };
    let mut replayed = Match::new(start, *game_match.terms());
    let state = |replayed: &Match| {
        let moves = replayed.moves().map(|(_, notation)| notation.to_owned()).collect();
        (moves, replayed.result().is_some())
    };
    let mut states = vec![state(&replayed)];
    for (index, event) in game_match.events().iter().enumerate() {
        if let Err(error) = replayed.admit(index, event) {
            world.fail(format!("{event} does not follow the events before it: {error}"));
        }
        states.push(state(&replayed));
    }
    states
}

/// Checks that a client saw states of the match in their order: what it was told was never lost.
fn check_history(world: &World, report: &Report, history: &[(Vec<String>, bool)]) {
    let mut next = 0;
    for (moves, reason) in &report.states {
        let is_seen = |(real, is_over): &(Vec<String>, bool)| real == moves && *is_over != reason.is_null();
        let Some(index) = history[next..].iter().position(is_seen) else {
            return world.fail(format!("{} saw {moves:?} with result {reason}, which the match lost", report.name));
        };
        next += index;
    }
}

/// Checks that every move of a person was sent by the client in that seat, and that every acknowledged one is there.
fn check_movers(world: &World, game_match: &Match, reports: &[Report]) {
    let mut played: [HashMap<Move, usize>; 2] = Default::default();
    let mut ply = 0;
    for event in game_match.events() {
        match &event.kind {
            EventKind::Played(notation) => {
                *played[event.by.index()].entry((ply, notation.clone())).or_default() += 1;
                ply += 1;
            }
            EventKind::TookBack { to } => ply = *to,
            _ => {}
        }
    }
    for (seat, played) in played.iter().enumerate() {
        let holders: Vec<&Report> = reports.iter().filter(|report| report.seats.contains(&seat)).collect();
        if holders.len() > 1 {
            world.fail(format!("several clients hold seat {seat}"));
        }
        let Some(holder) = holders.first() else { continue };
        let count = |moves: &[Move], one: &Move| moves.iter().filter(|other| *other == one).count();
        for (one, times) in played {
            if *times > count(&holder.sent, one) {
                world.fail(format!("{one:?} was played {times} times, but {} sent it less often", holder.name));
            }
        }
        // A client at one screen has both seats; its moves count for either.
        let is_shared = holder.seats.len() > 1;
        for one in holder.acknowledged.iter().filter(|_| !is_shared) {
            let times = played.get(one).copied().unwrap_or(0);
            if count(&holder.acknowledged, one) > times {
                world.fail(format!("{one:?} was acknowledged to {}, but is lost", holder.name));
            }
        }
    }
    for spectator in reports.iter().filter(|report| report.seats.is_empty() && !report.acknowledged.is_empty()) {
        world.fail(format!("{} has no seat, but moved: {}", spectator.name, json!(spectator.acknowledged)));
    }
}
