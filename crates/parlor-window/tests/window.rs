//! Tests of the window without a display: pointer, keyboard, texts, remote players and repainting.

mod support;

use std::time::{Duration, Instant};

use egui::{Key, Theme, ViewportId};
use egui_kittest::kittest::Queryable;
use parlor_core::{GameEntry, Limits, Player, Setup, SplitMix64};
use parlor_games::catalog;
use parlor_match::{
    ForfeitReason, MatchController, MatchPhase, MatchResult, PeerCommand, PeerEvent, RemotePeer, Terms, TimeControl,
    Waker,
};

use support::{FailingEngine, FirstMove, WindowHarness, controller, match_after, show, two_humans, with_engine};

const SIZE: [f32; 2] = [560.0, 640.0];

fn falling_game() -> Setup {
    catalog().games().iter().find(|game| game.name.contains("row")).unwrap().default_setup()
}

fn moves(harness: &WindowHarness) -> Vec<String> {
    controller(harness).current_match().moves().map(|(_, notation)| notation.to_owned()).collect()
}

fn click(harness: &mut WindowHarness, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

#[test]
fn clicks_make_moves_in_turn() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Light);
    click(&mut harness, "Column 4");
    click(&mut harness, "Column 4");
    assert_eq!(moves(&harness), ["4", "4"]);
    harness.get_by_label("Player one to move: choose a column.");
}

#[test]
fn column_is_clickable_from_top_to_bottom() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Light);
    let rect = harness.get_by_label("Column 6").rect();
    for at in [rect.center_top() + egui::vec2(0.0, 2.0), rect.center_bottom() - egui::vec2(0.0, 2.0)] {
        harness.hover_at(at);
        harness.drag_at(at);
        harness.drop_at(at);
        harness.run();
    }
    assert_eq!(moves(&harness), ["6", "6"]);
}

#[test]
fn only_keys_of_choices_make_moves() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    for key in [Key::Num3, Key::Num9, Key::Q, Key::Num3, Key::Escape] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness), ["3", "3"]);
}

#[test]
fn arrows_and_enter_make_moves() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 1);
    let first: u32 = moves(&harness)[0].parse().unwrap();
    assert!(first > 4, "right of the center: {first}");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(moves(&harness), [first.to_string(), first.to_string()], "the focus stays on the column");
}

#[test]
fn pointer_and_keyboard_can_alternate() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert!(harness.get_by_label("Column 4").is_focused());
    harness.get_by_label("Column 2").hover();
    harness.run();
    harness.get_by_label("Column 2").click();
    harness.run();
    for key in [Key::ArrowRight, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 2);
    assert_eq!(moves(&harness)[0], "2");
}

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
fn forced_pass_is_a_button() {
    let (game, position) = catalog().games().iter().find_map(|game| pass_position(&game.name)).unwrap();
    let mut harness = show(two_humans(Setup::new(&game).with_position(position), &[]), SIZE, Theme::Light);
    click(&mut harness, "Pass");
    assert_eq!(moves(&harness), ["PASS"]);
    click(&mut harness, "Take back");
    for key in [Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness), ["PASS"], "by keyboard too");
}

/// A position in which all choices are buttons, found by random play.
fn pass_position(game: &str) -> Option<(String, String)> {
    let mut random = SplitMix64::new(1);
    for _ in 0..400 {
        let mut position = catalog().start(Setup::new(game)).ok()?;
        while position.outcome().is_none() {
            let scene = position.scene();
            if scene.choices.iter().all(|choice| choice.steps.is_empty()) {
                return Some((game.to_owned(), position.position()));
            }
            position.play(&random.choose(&scene.choices)?.notation).ok()?;
        }
    }
    None
}

#[test]
fn popup_offers_ambiguous_moves() {
    let (setup, [first, second]) = support::ambiguous_moves();
    let mut harness = show(two_humans(setup, &[]), SIZE, Theme::Light);
    let both = format!("{}, or {}", first.label, second.label);
    click(&mut harness, &both);
    assert_eq!(moves(&harness).len(), 0);
    click(&mut harness, "Cancel");
    assert!(harness.query_by_label(&second.label.text).is_none());
    click(&mut harness, &both);
    click(&mut harness, &second.label.text);
    assert_eq!(moves(&harness), [second.notation]);
}

#[test]
fn popup_can_be_used_by_keyboard() {
    let (setup, ways) = support::ambiguous_moves();
    let mut harness = show(two_humans(setup, &[]), SIZE, Theme::Light);
    for key in [Key::ArrowUp, Key::Enter, Key::Tab, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 1);
    assert_eq!(moves(&harness)[0].contains(' '), ways[1].notation.contains(' '));
}

#[test]
fn take_back_undoes_the_engines_move_too() {
    let game = match_after(falling_game(), Terms { take_backs: true, ..Terms::default() }, &[]);
    let controller = with_engine(game, Player::Second, Duration::from_millis(20), || FirstMove);
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
    let controller = with_engine(game, Player::First, Duration::from_mins(1), || FirstMove);
    let mut harness = show(controller, SIZE, Theme::Dark);
    assert!(harness.query_by_label("Column 4").is_none());
    harness.key_press(Key::Num4);
    harness.step();
    assert!(moves(&harness).first().is_none_or(|first| first == "1"));
}

#[test]
fn failed_engine_pauses_the_match_until_it_is_retried() {
    for (failing, reason) in [
        (FailingEngine::Panics, "The engine crashed: out of ideas."),
        (FailingEngine::Silent, "The engine returned no move."),
        (FailingEngine::Illegal, "The engine returned an illegal move: 99."),
    ] {
        let game = match_after(falling_game(), Terms { take_backs: true, ..Terms::default() }, &[]);
        let mut builds = 0;
        // The first two searches fail; a retry then finds an engine that works.
        let build = move || {
            builds += 1;
            if builds <= 2 { failing } else { FailingEngine::Works }
        };
        let limit = Duration::from_millis(20);
        let mut harness = show(with_engine(game, Player::Second, limit, build), SIZE, Theme::Light);
        click(&mut harness, "Column 7");
        step_until(&mut harness, |harness| harness.query_by_label(reason).is_some());
        assert_eq!(controller(&harness).phase(), MatchPhase::Paused(reason.to_owned()));
        assert_eq!(controller(&harness).current_match().result(), None, "nobody resigns");
        harness.run();
        click(&mut harness, "Retry");
        if failing == FailingEngine::Panics {
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

#[track_caller]
fn step_until(harness: &mut WindowHarness, condition: impl Fn(&WindowHarness) -> bool) {
    let started = Instant::now();
    while !condition(harness) {
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", controller(harness).phase());
        harness.step();
    }
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
fn idle_window_does_not_repaint() {
    for moves in [&["4", "4"] as &[&str], &["1", "2", "1", "2", "1", "2", "1"]] {
        let harness = show(two_humans(falling_game(), moves), SIZE, Theme::Dark);
        let delay = harness.output().viewport_output[&ViewportId::ROOT].repaint_delay;
        assert_eq!(delay, Duration::MAX, "after {moves:?}");
    }
}

#[test]
fn moves_are_exchanged_with_a_remote_peer() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Waiting("Waiting for a player.\nSecond line.".to_owned()));
    harness.run();
    harness.get_by_label("Waiting for a player.");
    harness.get_by_label("Second line.");
    assert!(harness.query_by_label("Column 4").is_none(), "no move before the peer is there");
    harness.key_press(Key::Num4);
    harness.run();
    sender.send(PeerEvent::Joined);
    harness.run();
    assert_eq!(moves(&harness).len(), 0);
    click(&mut harness, "Column 4");
    assert_eq!(commands.try_recv(), Ok(PeerCommand::SendMove("4".to_owned())));
    assert!(harness.query_by_label("Column 4").is_none(), "not my turn");
    assert_eq!(sender.ply(), 1);
    sender.send(PeerEvent::Played { ply: 1, notation: "2".to_owned() });
    harness.run();
    assert_eq!(moves(&harness), ["4", "2"]);
    sender.send(PeerEvent::Left);
    harness.run();
    harness.get_by_label("The opponent left.");
    assert_eq!(commands.try_recv(), Ok(PeerCommand::Disconnect));
    assert!(harness.query_by_label("Column 4").is_none());
}

#[test]
fn peer_that_leaves_before_its_first_move_is_awaited_again() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    harness.run();
    click(&mut harness, "Column 4");
    sender.send(PeerEvent::Left);
    harness.run();
    assert_eq!(moves(&harness).len(), 0, "the board is emptied");
    harness.get_by_label("Your opponent left. Waiting for another.");
    let sent: Vec<PeerCommand> = commands.try_iter().collect();
    assert_eq!(sent, [PeerCommand::SendMove("4".to_owned()), PeerCommand::AwaitPeer]);
    assert_eq!(sender.ply(), 0);
    sender.send(PeerEvent::Joined);
    harness.run();
    click(&mut harness, "Column 2");
    assert_eq!(moves(&harness), ["2"]);
}

#[test]
fn result_is_told_from_this_side_and_the_connection_stays_open() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &["1", "2", "1", "2", "1", "2"]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::First, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    sender.send(PeerEvent::Played { ply: 6, notation: "1".to_owned() });
    harness.run();
    harness.get_by_label("You lost: 4 in a row.");
    assert_eq!(commands.try_iter().collect::<Vec<_>>(), [PeerCommand::MatchOver]);
    sender.send(PeerEvent::ProtocolError("noise".to_owned()));
    harness.run();
    assert!(controller(&harness).is_peer_connected());
    sender.send(PeerEvent::Left);
    harness.run();
    assert!(!controller(&harness).is_peer_connected());
    harness.get_by_label("You lost: 4 in a row.");
    assert_eq!(commands.try_iter().count(), 0);
}

fn click_at(harness: &mut WindowHarness, at: egui::Pos2) {
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run_steps(2);
}

#[test]
fn click_on_a_full_column_shows_a_notice() {
    let mut harness = show(two_humans(falling_game(), &["1", "1", "1", "1", "1"]), SIZE, Theme::Light);
    let at = harness.get_by_label("Column 1").rect().center();
    click_at(&mut harness, at);
    harness.run();
    assert_eq!(moves(&harness).len(), 6);
    click_at(&mut harness, at);
    harness.get_by_label("This column is full.");
    assert_eq!(moves(&harness).len(), 6);
    harness.run_steps(40);
    assert!(harness.query_by_label("This column is full.").is_none(), "the notice passes");
}

#[test]
fn click_out_of_turn_shows_a_notice() {
    let waker = Waker::default();
    let (peer, sender, _commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    harness.run();
    let at = harness.get_by_label("Column 4").rect().center();
    click_at(&mut harness, at);
    harness.run();
    click_at(&mut harness, at);
    harness.get_by_label("It is not your turn.");
    assert_eq!(moves(&harness).len(), 1);
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

#[test]
fn every_choice_is_visible_at_small_and_odd_sizes() {
    for game in catalog().games() {
        for size in [[400.0, 400.0], [400.0, 900.0], [1400.0, 400.0]] {
            let harness = show(two_humans(game.default_setup(), &[]), size, Theme::Dark);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::from(size)).expand(17.0);
            for choice in &controller(&harness).scene().choices {
                let rect = harness.get_by_label(&choice.label.text).rect();
                assert!(screen.contains_rect(rect) && rect.width() >= 20.0, "{} {size:?}: {rect}", game.name);
            }
        }
    }
}

#[test]
fn window_has_no_code_for_particular_games() {
    let catalog = catalog();
    let words = catalog.games().iter().flat_map(|game| [game.name.to_string(), game.title.to_lowercase()]);
    let words: Vec<String> = words.collect();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let file = file.unwrap().path();
        let source = std::fs::read_to_string(&file).unwrap().to_lowercase();
        for word in &words {
            assert!(!source.contains(word.as_str()), "{} names {word}", file.display());
        }
    }
}
