//! What people and programs get wrong: every refusal says what is wrong and where, and nothing panics.

use parlor_core::{AnyGame, Setup, SetupError};
use parlor_games::catalog::{self, GAMES};
use proptest::prelude::*;

fn refusal(setup: Setup) -> String {
    match catalog::start(setup) {
        Ok(game) => panic!("accepted as {}", game.position()),
        Err(bad) => bad.to_string(),
    }
}

#[test]
fn an_unknown_game_is_answered_with_the_known_ones() {
    let bad = catalog::start(Setup::of("chess")).map(|game| game.position()).unwrap_err();
    assert!(matches!(bad, SetupError::UnknownGame { .. }));
    for game in GAMES {
        assert!(bad.to_string().contains(game.name), "{bad}");
    }
}

#[test]
fn options_are_judged_alone_and_together() {
    for (setup, expected) in [
        (Setup::of("tic-tac-toe").with("size", 10), "size \"10\" is not a whole number from 2 to 9"),
        (Setup::of("tic-tac-toe").with("size", 1), "size \"1\" is not a whole number from 2 to 9"),
        (
            Setup::of("tic-tac-toe").with("size", 4).with("win-streak", 5),
            "win-streak 5 is more than the size of the board, 4",
        ),
        (Setup::of("knights").with("path", "zigzag"), "path \"zigzag\" is not one of two-one, one-two, either, leap"),
        (
            Setup::of("knights").with("path", "leap").with("trail", "path"),
            "path leap has no way to close, so it cannot go with trail path",
        ),
        (Setup::of("reversi").with("size", 8), "there is no option \"size\", nor any other here"),
    ] {
        assert_eq!(refusal(setup), expected);
    }
}

#[test]
fn a_malformed_position_says_what_is_wrong_and_where() {
    let four = |position: &str| Setup::of("four-in-a-row").from_position(position);
    let tic = |position: &str| Setup::of("tic-tac-toe").from_position(position);
    let knights = |position: &str| Setup::of("knights").with("size", 3).from_position(position);
    let reversi = |position: &str| Setup::of("reversi").from_position(position);
    let pacman = |position: &str| Setup::of("pacman").from_position(position);
    for (setup, expected) in [
        (four("4485"), "bad position, character 3: \"8\" is not a column from 1 to 7"),
        (four("4444444"), "bad position, character 7: there is no room in column 4"),
        (four("12121213"), "bad position, character 8: the game is over before column 3"),
        (four("44 5"), "bad position, character 3: \" \" is not a column from 1 to 7"),
        (tic("X-O/--/---"), "bad position, character 7: \"/\" is not X, O or -"),
        (tic("X-O-/---/---"), "bad position, character 4: \"-\" where \"/\" ends a row of 3"),
        (tic("X-O/---"), "bad position: the text ends after 2 whole rows of 3"),
        (tic("X-O/---/---/"), "bad position, character 12: \"/\" after the last row"),
        (tic("XXX/OO-/X--"), "bad position: no game leads here (4 X, 2 O; X opens and the first line ends the game)"),
        (tic("XXX/OOO/---"), "bad position: no game leads here (3 X, 3 O; X opens and the first line ends the game)"),
        (knights("X--/---/--X X"), "bad position, character 11: a second X"),
        (knights("X--/---/--- X"), "bad position: there is no O on the board"),
        (knights("X--/-?-/--O X"), "bad position, character 6: \"?\" is not X, O, * or -"),
        (knights("X--/---/--O Z"), "bad position: \"Z\" is not the side to move, X or O"),
        (knights("X--/---/--O"), "bad position: the text ends before the side to move, X or O"),
        (reversi("X"), "bad position: a board has 64 cells and then the side to move, X or O"),
        (reversi(&"-".repeat(64)), "bad position, character 65: \"\" is not the side to move, X or O"),
        (reversi(&format!("{}? X", "-".repeat(63))), "bad position, character 64: \"?\" is not X, O or -"),
        (reversi("F5A1"), "bad position, character 3: A1 is not a legal move there"),
        (pacman("66 11/10"), "bad position: row 2 has 1 code, but row 1 has 2"),
        (pacman("10 11/10 10"), "bad position: no cell holds Pac-Man (66)"),
        (pacman("66 88"), "bad position: row 1, column 2: a second Pac-Man; the first is in row 1, column 1"),
        (pacman("[[66, 11], 3]"), "bad position: row 2 is not a list of codes"),
        (reversi("F5Z"), "bad position, character 3: \"Z\": a move is a cell from A1 to H8 or PASS"),
    ] {
        assert_eq!(refusal(setup), expected);
    }
}

#[test]
fn moves_may_be_shortened_only_where_that_is_clear() {
    let either = Setup::of("knights").with("path", "either").with("trail", "path");
    let game = catalog::start(either.clone()).unwrap();
    assert!(game.canonical("3 2").is_err(), "two ways lead there");
    assert_eq!(game.canonical(" 3  2   one-two ").unwrap(), "3 2 one-two");
    let blocked = "X-------/*-------/--------/--------/--------/--------/--------/-------O X";
    let game = catalog::start(either.from_position(blocked)).unwrap();
    assert_eq!(game.canonical("3 2").unwrap(), "3 2 one-two");
    assert!(game.canonical("3 2 two-one").is_err());
}

/// Text that looks like the notations here, and text that does not.
fn some_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-XO*/ 0-9A-H]{0,90}",
        "[-XO]{64} ?[XO]?",
        "[1-7]{0,45}",
        "([A-H][1-8]|PASS){0,20}",
        "[-(\\[{,/ 0-9}\\])]{0,40}",
        "(66|11|[1-5][01]|7[17]|88|99|[ /]){0,12}",
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn no_text_crashes_a_reader(text in some_text()) {
        for entry in GAMES {
            for variant in entry.variants {
                let setup = entry.setup(variant);
                if let Ok(game) = catalog::start(setup.clone().from_position(&text)) {
                    let written = game.position();
                    let again = catalog::start(setup.clone().from_position(&written)).map(|game| game.position());
                    prop_assert_eq!(again, Ok(written), "{:?}", text);
                }
                let mut game: Box<dyn AnyGame> = catalog::start(setup).unwrap();
                let is_legal = game.canonical(&text).is_ok();
                prop_assert_eq!(game.play(&text).is_ok(), is_legal);
            }
        }
    }
}
