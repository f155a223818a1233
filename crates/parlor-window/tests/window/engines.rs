//! Engines: their turn, take-backs, and what a person can do when one fails.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_conformance::StubEngine;
use parlor_core::{Limits, Player};
use parlor_match::{EngineChoice, EngineFactory, EngineMenu, MatchPhase, Terms};

use super::support::{WindowHarness, controller, match_after, show, with_engine};
use super::{SIZE, click, falling_game, moves};

#[test]
fn take_back_undoes_the_engines_move_too() {
    let game = match_after(falling_game(), Terms { take_backs: true, ..Terms::default() }, &[]);
    let controller = with_engine(game, Player::Second, Duration::from_millis(20), StubEngine::first_move);
    let mut harness = show(controller, SIZE, Theme::Dark);
    click(&mut harness, "Column 7");
    let started = Instant::now();
    while moves(&harness).len() < 2 && started.elapsed() < Duration::from_secs(10) {
        harness.step();
    }
    assert_eq!(moves(&harness), ["7", "1"]);
    harness.run();
    click(&mut harness, "Take back");
    assert_eq!(moves(&harness).len(), 0);
}

#[test]
fn engine_turn_does_not_block_and_rejects_input() {
    let game = match_after(falling_game(), Terms::default(), &[]);
    let controller = with_engine(game, Player::First, Duration::from_mins(1), StubEngine::first_move);
    let mut harness = show(controller, SIZE, Theme::Dark);
    assert!(harness.query_by_label("Column 4").is_none());
    harness.key_press(Key::Num4);
    harness.step();
    assert!(moves(&harness).first().is_none_or(|first| first == "1"));
}

#[test]
fn failed_engine_pauses_the_match_until_it_is_retried() {
    for (failing, reason) in [
        ("panics", "The engine crashed: out of ideas."),
        ("silent", "The engine returned no move."),
        ("illegal", "The engine returned an illegal move: 99."),
    ] {
        let game = match_after(falling_game(), Terms { take_backs: true, ..Terms::default() }, &[]);
        let builds = AtomicU32::new(0);
        // The first two searches fail; a retry then finds an engine that works.
        let build = move || match failing {
            _ if builds.fetch_add(1, Ordering::Relaxed) >= 2 => StubEngine::first_move(),
            "panics" => StubEngine::panics(),
            "silent" => StubEngine::silent(),
            _ => StubEngine::plays("99"),
        };
        let limit = Duration::from_millis(20);
        let mut harness = show(with_engine(game, Player::Second, limit, build), SIZE, Theme::Light);
        click(&mut harness, "Column 7");
        step_until(&mut harness, |harness| harness.query_by_label(reason).is_some());
        assert_eq!(controller(&harness).phase(), MatchPhase::Paused(reason.to_owned()));
        assert_eq!(controller(&harness).current_match().result(), None, "nobody resigns");
        harness.run();
        click(&mut harness, "Retry");
        if failing == "panics" {
            step_until(&mut harness, |harness| moves(harness).len() == 2);
        } else {
            // The engine is still the same one, and fails again. A take-back ends the pause too.
            step_until(&mut harness, |harness| harness.query_by_label("Retry").is_some());
            harness.run();
            click(&mut harness, "Take back");
            assert!(moves(&harness).is_empty());
        }
        assert!(harness.query_by_label("Retry").is_none());
    }
}

/// Engines to choose from: one that fails, and one that plays.
fn menu() -> EngineMenu {
    let choice = |title: &str| EngineChoice {
        title: title.to_owned(),
        spec: title.into(),
        limits: Limits::time(Duration::from_millis(20)),
    };
    let factory = EngineFactory::new(|_, spec| {
        Ok(Box::new(if spec.name() == "sound" { StubEngine::first_move() } else { StubEngine::silent() }))
    });
    EngineMenu { choices: vec![choice("broken"), choice("sound")], factory }
}

#[test]
fn failed_engine_can_be_replaced_by_another_one() {
    let game = match_after(falling_game(), Terms::default(), &[]);
    let controller = with_engine(game, Player::Second, Duration::from_millis(20), StubEngine::panics);
    let mut harness = show(controller.with_engine_menu(menu()), SIZE, Theme::Light);
    assert!(harness.query_by_label("Change engine").is_none(), "nothing has failed");
    click(&mut harness, "Column 7");
    for (engine, reason) in [("broken", "The engine crashed: out of ideas."), ("sound", "The engine returned no move.")]
    {
        step_until(&mut harness, |harness| harness.query_by_label(reason).is_some());
        harness.run();
        click(&mut harness, "Change engine");
        click(&mut harness, engine);
    }
    step_until(&mut harness, |harness| moves(harness).len() == 2);
    harness.run();
    assert_eq!(moves(&harness), ["7", "1"]);
    assert!(harness.query_by_label("Change engine").is_none());
    click(&mut harness, "Column 7");
    step_until(&mut harness, |harness| moves(harness).len() == 4);
    assert!(harness.query_by_label("Retry").is_none(), "the new engine stays");
}

#[track_caller]
fn step_until(harness: &mut WindowHarness, condition: impl Fn(&WindowHarness) -> bool) {
    let started = Instant::now();
    while !condition(harness) {
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", controller(harness).phase());
        harness.step();
    }
}
