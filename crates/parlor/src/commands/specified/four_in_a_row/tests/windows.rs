//! Two windows without a display that play each other over the network.

use std::thread;
use std::time::{Duration, Instant};

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_match::MatchPhase;

use super::support::{WindowHarness, controller, show};
use super::{TIMEOUT, human, moves, new_client, new_server};

/// Advances both windows until it is the turn of the first.
fn advance_until_turn(mine: &mut WindowHarness, other: &mut WindowHarness) {
    let started = Instant::now();
    while !controller(mine).is_human_turn() {
        assert!(started.elapsed() < TIMEOUT, "{:?}", controller(mine).phase());
        mine.step();
        other.step();
        thread::sleep(Duration::from_millis(1));
    }
    mine.step();
}

#[test]
fn two_windows_play_a_complete_game() {
    let (server, port) = new_server(human);
    let mut server = show(server, [500.0, 560.0], Theme::Light);
    assert!(server.query_by_label("Column 4").is_none(), "no opponent yet");
    assert!(server.query_by_label_contains(&format!("port {port}")).is_some(), "the waiting screen shows the port");
    let mut client = show(new_client(port, human), [400.0, 400.0], Theme::Dark);
    for column in ["Column 4", "Column 5", "Column 3"] {
        advance_until_turn(&mut server, &mut client);
        assert!(client.query_by_label(column).is_none(), "not the client's turn");
        client.key_press(Key::Num1);
        client.step();
        server.get_by_label(column).click();
        server.run_steps(3);
        advance_until_turn(&mut client, &mut server);
        assert!(server.query_by_label(column).is_none(), "not the server's turn");
        client.key_press(Key::Num1);
        client.run_steps(3);
    }
    advance_until_turn(&mut server, &mut client);
    server.get_by_label("Column 6").click();
    server.run();
    let started = Instant::now();
    while !matches!(controller(&client).phase(), MatchPhase::Over(_)) {
        assert!(started.elapsed() < TIMEOUT);
        client.step();
        thread::sleep(Duration::from_millis(1));
    }
    client.run();
    assert_eq!(moves(controller(&server)), "4151316");
    assert_eq!(moves(controller(&client)), "4151316");
    for (shown, result) in [(&mut server, "You win: 4 in a row."), (&mut client, "You lost: 4 in a row.")] {
        shown.get_by_label(result);
        shown.key_press(Key::Num2);
        shown.run();
        assert_eq!(controller(shown).current_match().ply(), 7, "after the end nothing moves");
        assert!(shown.query_by_label("New game").is_none(), "the window can only be closed");
    }
    drop(client);
    thread::sleep(Duration::from_millis(50));
    server.run();
    server.get_by_label("You win: 4 in a row.");
}
