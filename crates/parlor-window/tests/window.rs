//! The window as a person meets it, without a display: the pointer, the keyboard, what it says and when it rests.

mod support;

use std::time::{Duration, Instant};

use egui::{Key, Theme, ViewportId};
use egui_kittest::kittest::Queryable;
use parlor_core::{EngineSpec, Limits, Player, Setup};
use parlor_games::catalog::{self, GAMES, GameEntry};
use parlor_match::{Ending, Reason, Terms, TimeControl};
use parlor_window::{Bell, EngineSeat, Heard, Remote, Said, Seat, Stage, Table};

use support::{FirstMove, Shown, after, people, show, table};

const SIZE: [f32; 2] = [560.0, 640.0];

fn falling() -> Setup {
    Setup::of(GAMES.iter().find(|game| game.name.contains("row")).unwrap().name)
}

fn moves(shown: &Shown) -> Vec<String> {
    table(shown).game().moves().map(|(_, notation)| notation.to_owned()).collect()
}

fn click(shown: &mut Shown, label: &str) {
    shown.get_by_label(label).click();
    shown.run();
}

#[test]
fn clicks_make_moves_in_turn() {
    let mut shown = show(people(falling(), &[]), SIZE, Theme::Light);
    click(&mut shown, "Column 4");
    click(&mut shown, "Column 4");
    assert_eq!(moves(&shown), ["4", "4"]);
    shown.get_by_label("Player one to move: choose a column.");
}

#[test]
fn a_click_anywhere_in_a_column_counts_even_above_it() {
    let mut shown = show(people(falling(), &[]), SIZE, Theme::Light);
    let rect = shown.get_by_label("Column 6").rect();
    for at in [rect.center_top() + egui::vec2(0.0, 2.0), rect.center_bottom() - egui::vec2(0.0, 2.0)] {
        shown.hover_at(at);
        shown.drag_at(at);
        shown.drop_at(at);
        shown.run();
    }
    assert_eq!(moves(&shown), ["6", "6"]);
}

#[test]
fn keys_of_choices_make_moves_and_others_do_not() {
    let mut shown = show(people(falling(), &[]), SIZE, Theme::Dark);
    for key in [Key::Num3, Key::Num9, Key::Q, Key::Num3, Key::Escape] {
        shown.key_press(key);
        shown.run();
    }
    assert_eq!(moves(&shown), ["3", "3"]);
}

#[test]
fn arrows_and_enter_reach_every_target() {
    let mut shown = show(people(falling(), &[]), SIZE, Theme::Dark);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        shown.key_press(key);
        shown.run();
    }
    assert_eq!(moves(&shown).len(), 1);
    let first: u32 = moves(&shown)[0].parse().unwrap();
    assert!(first > 4, "from the middle to the right: {first}");
    shown.key_press(Key::Enter);
    shown.run();
    assert_eq!(moves(&shown), [first.to_string(), first.to_string()], "the keyboard stays where it was");
}

#[test]
fn the_pointer_takes_over_from_the_keyboard_and_back() {
    let mut shown = show(people(falling(), &[]), SIZE, Theme::Dark);
    shown.key_press(Key::ArrowLeft);
    shown.run();
    assert!(shown.get_by_label("Column 4").is_focused());
    shown.get_by_label("Column 2").hover();
    shown.run();
    shown.get_by_label("Column 2").click();
    shown.run();
    for key in [Key::ArrowRight, Key::Enter] {
        shown.key_press(key);
        shown.run();
    }
    assert_eq!(moves(&shown).len(), 2);
    assert_eq!(moves(&shown)[0], "2");
}

/// A game for two ends whatever is played; a puzzle ends by its solution.
fn way_to_the_end(entry: &GameEntry) -> Vec<String> {
    let mut game = catalog::start(Setup::of(entry.name)).unwrap();
    if entry.seats == 1 {
        let mut plan = Vec::new();
        let mut engine = game.engine(&EngineSpec::of(entry.judge)).unwrap();
        engine.search(&*game, &Limits::time(Duration::from_secs(10)), &mut |thought| plan = thought.line).unwrap();
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
fn every_game_can_be_played_to_the_end_by_labels_alone() {
    for game in GAMES {
        let mut shown = show(people(Setup::of(game.name), &[]), SIZE, Theme::Light);
        for notation in way_to_the_end(game) {
            let scene = table(&shown).scene();
            let choice = scene.choices.iter().find(|choice| choice.notation == notation).unwrap();
            shown.get_by_label(&choice.label).click_accesskit();
            shown.run();
        }
        assert!(matches!(table(&shown).stage(), Stage::Over(_)), "{}", game.name);
        let caption = table(&shown).scene().caption;
        assert!(shown.query_all_by_label(&caption).count() > 0, "{}: {caption}", game.name);
    }
}

#[test]
fn after_the_end_nothing_moves_and_a_new_game_can_begin() {
    let mut shown = show(people(falling(), &["1", "2", "1", "2", "1", "2", "1"]), SIZE, Theme::Light);
    assert!(shown.query_by_label("Column 3").is_none());
    shown.key_press(Key::Num3);
    shown.run();
    assert_eq!(moves(&shown).len(), 7);
    shown.get_by_label("Player one wins.");
    click(&mut shown, "New game");
    assert_eq!(moves(&shown).len(), 0);
    click(&mut shown, "Column 3");
    assert_eq!(moves(&shown), ["3"]);
}

#[test]
fn a_forced_pass_is_a_button() {
    // White has just enclosed all that Black could reach.
    let (game, position) = GAMES.iter().find_map(|game| pass_position(game.name)).unwrap();
    let mut shown = show(people(Setup::of(&game).from_position(position), &[]), SIZE, Theme::Light);
    click(&mut shown, "Pass");
    assert_eq!(moves(&shown), ["PASS"]);
    click(&mut shown, "Take back");
    for key in [Key::ArrowDown, Key::Enter] {
        shown.key_press(key);
        shown.run();
    }
    assert_eq!(moves(&shown), ["PASS"], "by the keyboard too");
}

/// Some position from which there is nothing but a button, found by playing at random.
fn pass_position(game: &str) -> Option<(String, String)> {
    let mut seed = 1_usize;
    for _ in 0..400 {
        let mut game_now = parlor_games::catalog::start(Setup::of(game)).ok()?;
        while game_now.outcome().is_none() {
            let scene = game_now.scene();
            if scene.choices.iter().all(|choice| choice.steps.is_empty()) {
                return Some((game.to_owned(), game_now.position()));
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let notation = &scene.choices[(seed >> 33) % scene.choices.len()].notation;
            game_now.play(notation).ok()?;
        }
    }
    None
}

#[test]
fn two_ways_to_one_cell_are_offered_by_name() {
    let (setup, [first, second]) = support::two_ways();
    let mut shown = show(people(setup, &[]), SIZE, Theme::Light);
    let both = format!("{}, or {}", first.label, second.label);
    click(&mut shown, &both);
    assert_eq!(moves(&shown).len(), 0);
    click(&mut shown, "Cancel");
    assert!(shown.query_by_label(&second.label).is_none());
    click(&mut shown, &both);
    click(&mut shown, &second.label);
    assert_eq!(moves(&shown), [second.notation]);
}

#[test]
fn two_ways_are_offered_to_the_keyboard_too() {
    let (setup, ways) = support::two_ways();
    let mut shown = show(people(setup, &[]), SIZE, Theme::Light);
    for key in [Key::ArrowUp, Key::Enter, Key::Tab, Key::Enter] {
        shown.key_press(key);
        shown.run();
    }
    assert_eq!(moves(&shown).len(), 1);
    assert_eq!(moves(&shown)[0].contains(' '), ways[1].notation.contains(' '));
}

#[test]
fn taking_back_goes_back_past_the_engine() {
    let bell = Bell::default();
    let engine = EngineSeat::new("first move", Box::new(FirstMove), Duration::from_millis(20), &bell).unwrap();
    let game = after(falling(), Terms { take_backs: true, ..Terms::default() }, &[]);
    let mut shown = show(Table::new(game, vec![Seat::Human, Seat::Engine(engine)], bell), SIZE, Theme::Dark);
    click(&mut shown, "Column 7");
    let begun = Instant::now();
    while moves(&shown).len() < 2 && begun.elapsed() < Duration::from_secs(10) {
        shown.step();
    }
    assert_eq!(moves(&shown), ["7", "1"]);
    shown.run();
    click(&mut shown, "Take back");
    assert_eq!(moves(&shown).len(), 0);
}

#[test]
fn an_engine_never_blocks_the_window_and_nobody_moves_for_it() {
    let bell = Bell::default();
    let engine = EngineSeat::new("first move", Box::new(FirstMove), Duration::from_mins(1), &bell).unwrap();
    let game = after(falling(), Terms::default(), &[]);
    let mut shown = show(Table::new(game, vec![Seat::Engine(engine), Seat::Human], bell), SIZE, Theme::Dark);
    assert!(shown.query_by_label("Column 4").is_none());
    shown.key_press(Key::Num4);
    shown.step();
    assert!(moves(&shown).first().is_none_or(|first| first == "1"));
}

#[test]
fn a_match_against_the_clock_waits_for_a_start_and_is_lost_on_time() {
    let terms = Terms { time: TimeControl::PerMove(Duration::from_millis(300)), ..Terms::default() };
    let game = after(falling(), terms, &[]);
    let mut shown = show(Table::new(game, Vec::new(), Bell::default()), SIZE, Theme::Light);
    assert_eq!(table(&shown).stage(), Stage::Ready);
    assert!(shown.query_by_label("Column 4").is_none());
    std::thread::sleep(Duration::from_millis(350));
    shown.run();
    shown.get_by_label("Start").click();
    shown.step();
    shown.step();
    assert_eq!(table(&shown).stage(), Stage::Playing);
    std::thread::sleep(Duration::from_millis(350));
    shown.step();
    shown.run();
    let lost = Ending::Forfeit { loser: Player::First, why: Reason::RanOutOfTime };
    assert_eq!(table(&shown).game().ending(), Some(lost));
    shown.get_by_label("Player two wins: Player one ran out of time.");
}

#[test]
fn nothing_is_painted_while_nothing_happens() {
    for moves in [&["4", "4"] as &[&str], &["1", "2", "1", "2", "1", "2", "1"]] {
        let shown = show(people(falling(), moves), SIZE, Theme::Dark);
        let delay = shown.output().viewport_output[&ViewportId::ROOT].repaint_delay;
        assert_eq!(delay, Duration::MAX, "after {moves:?}");
    }
}

#[test]
fn somebody_elsewhere_sees_my_moves_and_i_theirs() {
    let bell = Bell::default();
    let (remote, ear, said) = Remote::new(&bell);
    let game = after(falling(), Terms::default(), &[]);
    let mut shown = show(Table::new(game, vec![Seat::Human, Seat::Remote(remote)], bell), SIZE, Theme::Light);
    ear.tell(Heard::Waiting("Waiting for somebody.\nTell them this.".to_owned()));
    shown.run();
    shown.get_by_label("Waiting for somebody.");
    shown.get_by_label("Tell them this.");
    assert!(shown.query_by_label("Column 4").is_none(), "no move before the peer is there");
    shown.key_press(Key::Num4);
    shown.run();
    ear.tell(Heard::Joined);
    shown.run();
    assert_eq!(moves(&shown).len(), 0);
    click(&mut shown, "Column 4");
    assert_eq!(said.try_recv(), Ok(Said::Played("4".to_owned())));
    assert!(shown.query_by_label("Column 4").is_none(), "not my turn");
    assert_eq!(ear.ply(), 1);
    ear.tell(Heard::Played { ply: 1, notation: "2".to_owned() });
    shown.run();
    assert_eq!(moves(&shown), ["4", "2"]);
    ear.tell(Heard::Left);
    shown.run();
    shown.get_by_label("The opponent left.");
    assert_eq!(said.try_recv(), Ok(Said::HangUp));
    assert!(shown.query_by_label("Column 4").is_none());
}

#[test]
fn the_window_can_be_as_small_as_promised_and_as_odd() {
    for game in GAMES {
        for size in [[400.0, 400.0], [400.0, 900.0], [1400.0, 400.0]] {
            let shown = show(people(Setup::of(game.name), &[]), size, Theme::Dark);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::from(size)).expand(17.0);
            for choice in &table(&shown).scene().choices {
                let rect = shown.get_by_label(&choice.label).rect();
                assert!(screen.contains_rect(rect) && rect.width() >= 20.0, "{} {size:?}: {rect}", game.name);
            }
        }
    }
}

#[test]
fn the_window_knows_no_game() {
    let words = GAMES.iter().flat_map(|game| [game.name.to_owned(), game.title.to_lowercase()]);
    let words: Vec<String> = words.collect();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let file = file.unwrap().path();
        let source = std::fs::read_to_string(&file).unwrap().to_lowercase();
        for word in &words {
            assert!(!source.contains(word.as_str()), "{} names {word}", file.display());
        }
    }
}
