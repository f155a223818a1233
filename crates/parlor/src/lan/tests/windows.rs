//! Two windows without a display, one against the other over the wire.

use std::thread;
use std::time::{Duration, Instant};

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_window::Stage;

use super::support::{Shown, show, table};
use super::{PATIENCE, hosting, human, joining, moves};

/// Both windows show what there is until it is this one's turn.
fn until_turn(mine: &mut Shown, other: &mut Shown) {
    let begun = Instant::now();
    while !table(mine).is_human_turn() {
        assert!(begun.elapsed() < PATIENCE, "{:?}", table(mine).stage());
        mine.step();
        other.step();
        thread::sleep(Duration::from_millis(1));
    }
    mine.step();
}

#[test]
fn a_game_between_two_windows_goes_to_its_end() {
    let (server, port) = hosting(human);
    let mut server = show(server, [500.0, 560.0], Theme::Light);
    assert!(server.query_by_label("Column 4").is_none(), "nobody to play against yet");
    assert!(server.query_by_label_contains(&format!("port {port}")).is_some(), "how to reach this machine");
    let mut client = show(joining(port, human), [400.0, 400.0], Theme::Dark);
    for column in ["Column 4", "Column 5", "Column 3"] {
        until_turn(&mut server, &mut client);
        assert!(client.query_by_label(column).is_none(), "not the client's turn");
        client.key_press(Key::Num1);
        client.step();
        server.get_by_label(column).click();
        server.run_steps(3);
        until_turn(&mut client, &mut server);
        assert!(server.query_by_label(column).is_none(), "not the server's turn");
        client.key_press(Key::Num1);
        client.run_steps(3);
    }
    until_turn(&mut server, &mut client);
    server.get_by_label("Column 6").click();
    server.run();
    let begun = Instant::now();
    while !matches!(table(&client).stage(), Stage::Over(_)) {
        assert!(begun.elapsed() < PATIENCE);
        client.step();
        thread::sleep(Duration::from_millis(1));
    }
    client.run();
    assert_eq!(moves(table(&server)), "4151316");
    assert_eq!(moves(table(&client)), "4151316");
    for shown in [&mut server, &mut client] {
        shown.get_by_label("Player one wins.");
        shown.key_press(Key::Num2);
        shown.run();
        assert_eq!(table(shown).game().ply(), 7, "after the end nothing moves");
        assert!(shown.query_by_label("New game").is_none(), "the window can only be closed");
    }
    drop(client);
    thread::sleep(Duration::from_millis(50));
    server.run();
    server.get_by_label("Player one wins.");
}
