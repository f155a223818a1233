//! Whole games, their terms and their end.

use std::time::Duration;

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_core::{GameEntry, Limits, Player};
use parlor_games::catalog;
use parlor_match::{ForfeitReason, MatchController, MatchPhase, MatchResult, Terms, TimeControl, Waker};

use super::support::{controller, match_after, show, two_humans};
use super::{SIZE, click, click_at, falling_game, moves};

/// Moves to the end of a game: arbitrary ones for two players, the solution of a problem.
fn moves_to_the_end(entry: &GameEntry) -> Vec<String> {
    let mut game = entry.start(entry.default_setup()).unwrap();
    if game.player_count() == 1 {
        let mut plan = Vec::new();
        let mut engine = game.engine(&entry.analysis_engine).unwrap();
        engine.search(&*game, &Limits::time(Duration::from_secs(10)), &mut |info| plan = info.line).unwrap();
        return plan;
    }
    let mut moves: Vec<String> = Vec::new();
    while game.outcome().is_none() {
        let legal = game.legal_moves();
        moves.push(legal[(moves.len() * 7 + 3) % legal.len()].clone());
        game.play(moves.last().unwrap()).unwrap();
    }
    moves
}

#[test]
fn every_game_can_be_played_to_the_end_by_accessible_labels() {
    for game in catalog().games() {
        let mut harness = show(two_humans(game.default_setup(), &[]), SIZE, Theme::Light);
        for notation in moves_to_the_end(game) {
            let scene = controller(&harness).scene();
            let choice = scene.choices.iter().find(|choice| choice.notation == notation).unwrap();
            harness.get_by_label(&choice.label.text).click_accesskit();
            harness.run();
        }
        assert!(matches!(controller(&harness).phase(), MatchPhase::Over(_)), "{}", game.name);
        let caption = controller(&harness).scene().caption;
        assert!(harness.query_all_by_label(&caption.text).count() > 0, "{}: {caption}", game.name);
    }
}

#[test]
fn finished_game_rejects_moves_and_can_be_restarted() {
    let mut harness = show(two_humans(falling_game(), &["1", "2", "1", "2", "1", "2", "1"]), SIZE, Theme::Light);
    assert!(harness.query_by_label("Column 3").is_none());
    harness.key_press(Key::Num3);
    harness.run();
    assert_eq!(moves(&harness).len(), 7);
    harness.get_by_label("Player one wins.");
    click(&mut harness, "New game");
    assert_eq!(moves(&harness).len(), 0);
    click(&mut harness, "Column 3");
    assert_eq!(moves(&harness), ["3"]);
}

#[test]
fn timed_match_waits_for_start_and_is_lost_on_time() {
    let terms = Terms { time: TimeControl::PerMove(Duration::from_millis(300)), ..Terms::default() };
    let game = match_after(falling_game(), terms, &[]);
    let mut harness = show(MatchController::new(game, Waker::default()), SIZE, Theme::Light);
    assert_eq!(controller(&harness).phase(), MatchPhase::Ready);
    assert!(harness.query_by_label("Column 4").is_none());
    std::thread::sleep(Duration::from_millis(350));
    harness.run();
    harness.get_by_label("Start").click();
    harness.step();
    harness.step();
    assert_eq!(controller(&harness).phase(), MatchPhase::Playing);
    std::thread::sleep(Duration::from_millis(350));
    harness.step();
    harness.run();
    let lost = MatchResult::Forfeit { loser: Player::First, reason: ForfeitReason::RanOutOfTime };
    assert_eq!(controller(&harness).current_match().result(), Some(lost));
    harness.get_by_label("Player two wins: Player one ran out of time.");
}

#[test]
fn illegal_move_loses_if_the_switch_says_so() {
    for is_switched_on in [false, true] {
        let terms = Terms { time: TimeControl::PerMove(Duration::from_mins(1)), ..Terms::default() };
        let catalog = catalog();
        let entry = catalog.games().iter().find(|game| game.usual_terms.seconds_per_move.is_some()).unwrap();
        let game = match_after(entry.default_setup(), terms, &[]);
        let mut harness = show(MatchController::new(game, Waker::default()), SIZE, Theme::Light);
        if is_switched_on {
            harness.get_by_label("Illegal move loses").click();
            harness.run_steps(2);
        }
        harness.get_by_label("Start").click();
        harness.run_steps(3);
        assert_eq!(controller(&harness).phase(), MatchPhase::Playing);
        let board = harness.get_by_role(egui::accesskit::Role::Image).rect();
        click_at(&mut harness, board.center() + egui::vec2(20.0, 20.0));
        let illegal = MatchResult::Forfeit { loser: Player::First, reason: ForfeitReason::IllegalMove };
        assert_eq!(controller(&harness).current_match().result(), is_switched_on.then_some(illegal));
        if !is_switched_on {
            harness.get_by_label("You cannot move there.");
        }
    }
}
