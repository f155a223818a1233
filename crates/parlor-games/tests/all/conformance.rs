//! The conformance suite on every game of the catalog.

use parlor_conformance::check_game;
use parlor_games::catalog;

#[test]
fn four_in_a_row_conforms() {
    check_game(&catalog(), "four-in-a-row");
}

#[test]
fn tic_tac_toe_conforms() {
    check_game(&catalog(), "tic-tac-toe");
}

#[test]
fn knights_conforms() {
    check_game(&catalog(), "knights");
}

#[test]
fn reversi_conforms() {
    check_game(&catalog(), "reversi");
}

#[test]
fn pacman_conforms() {
    check_game(&catalog(), "pacman");
}

#[test]
fn every_game_has_a_test_above() {
    let names: Vec<String> = catalog().games().iter().map(|entry| entry.name.to_string()).collect();
    assert_eq!(names, ["four-in-a-row", "tic-tac-toe", "knights", "reversi", "pacman"]);
}
