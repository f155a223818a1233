//! Invalid input: every error says what is wrong and where, and no input panics.

use parlor_core::{AnyGame, Setup, SetupError};
use parlor_games::catalog;
use proptest::prelude::*;

fn setup_error(setup: Setup) -> String {
    match catalog().start(setup) {
        Ok(game) => panic!("accepted as {}", game.position()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn unknown_game_error_lists_the_known_games() {
    let error = catalog().start(Setup::new("chess")).map(|game| game.position()).unwrap_err();
    assert!(matches!(error, SetupError::UnknownGame { .. }));
    for game in catalog().games() {
        assert!(error.to_string().contains(&*game.name), "{error}");
    }
}

#[test]
fn rejects_bad_options_and_combinations() {
    for (setup, expected) in [
        (Setup::new("tic-tac-toe").with_option("size", 10), "size \"10\" is not a whole number from 2 to 9"),
        (Setup::new("tic-tac-toe").with_option("size", 1), "size \"1\" is not a whole number from 2 to 9"),
        (
            Setup::new("tic-tac-toe").with_option("win-streak", "many"),
            "win-streak \"many\" is not a whole number from 0 to 99",
        ),
        (
            Setup::new("knights").with_option("path", "zigzag"),
            "path \"zigzag\" is not one of two-one, one-two, either, leap",
        ),
        (
            Setup::new("knights").with_option("path", "leap").with_option("trail", "path"),
            "path leap cannot be combined with trail path: a leap passes no cells",
        ),
        (Setup::new("reversi").with_option("size", 5), "size \"5\" is not one of 8, 6, 4"),
    ] {
        assert_eq!(setup_error(setup), expected);
    }
}

#[test]
fn rejects_malformed_positions_with_place_and_reason() {
    let four = |position: &str| Setup::new("four-in-a-row").with_position(position);
    let tic = |position: &str| Setup::new("tic-tac-toe").with_option("size", 3).with_position(position);
    let knights = |position: &str| Setup::new("knights").with_option("size", 3).with_position(position);
    let reversi = |position: &str| Setup::new("reversi").with_position(position);
    let pacman = |position: &str| Setup::new("pacman").with_position(position);
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
        (
            reversi("X"),
            "bad position: the board has 1 cell, but size 8 has 64, and then a space and the side to move, X or O",
        ),
        (
            reversi(&format!("{} X", "-".repeat(36))),
            "bad position: the board has 36 cells, but size 8 has 64, and then a space and the side to move, X or O",
        ),
        (tic("----/----/----/----"), "bad position: the board is 4x4, but option size is 3"),
        (knights("X---/----/----/---O X"), "bad position: the board is 4x4, but option size is 3"),
        (reversi(&"-".repeat(64)), "bad position, character 65: \"\" is not the side to move, X or O"),
        (reversi(&format!("{}? X", "-".repeat(63))), "bad position, character 64: \"?\" is not X, O or -"),
        (reversi("F5A1"), "bad position, character 3: A1 is not a legal move there"),
        (pacman("66 11/10"), "bad position: row 2 has 1 code, but row 1 has 2"),
        (pacman("10 11/10 10"), "bad position: no cell holds Pac-Man (66)"),
        (pacman("66 88"), "bad position: row 1, column 2: a second Pac-Man; the first is in row 1, column 1"),
        (pacman("[[66, 11], 3]"), "bad position: row 2 is not a list of codes"),
        (reversi("F5Z"), "bad position, character 3: \"Z\": a move is a cell from A1 to H8 or PASS"),
    ] {
        assert_eq!(setup_error(setup), expected);
    }
}

#[test]
fn an_empty_text_and_a_hyphen_are_the_start_of_every_game() {
    let catalog = catalog();
    for entry in catalog.games() {
        let start = catalog.start(entry.default_setup()).unwrap();
        for text in ["", "-", " - "] {
            let game = catalog.start(entry.default_setup().with_position(text)).unwrap();
            assert_eq!((game.setup(), game.position()), (start.setup(), start.position()), "{} {text:?}", entry.name);
        }
    }
}

#[test]
fn lower_case_is_read_and_capitals_are_written() {
    let catalog = catalog();
    let written = |setup: Setup| catalog.start(setup).unwrap().position();
    let reversi = |position: &str| Setup::new("reversi").with_position(position);
    assert_eq!(written(reversi("f5d6")), written(reversi("F5D6")));
    let board = written(reversi("F5D6"));
    assert_eq!(written(reversi(&board.to_lowercase())), board);
    assert_eq!(catalog.start(Setup::new("reversi")).unwrap().canonicalize("f5").unwrap(), "F5");
    let tic_tac_toe = Setup::new("tic-tac-toe").with_option("size", 3);
    assert_eq!(written(tic_tac_toe.with_position("xx-/oo-/---")), "XX-/OO-/---");
    let knights = Setup::new("knights").with_option("size", 3);
    assert_eq!(written(knights.with_position("x--/---/--o o")), "X--/---/--O O");
}

#[test]
fn four_in_a_row_keeps_the_order_of_the_moves() {
    let mut game = catalog().start(Setup::new("four-in-a-row").with_position("257")).unwrap();
    assert_eq!(game.position(), "257");
    game.play("1").unwrap();
    assert_eq!(game.position(), "2571");
    let mut game = catalog().start(Setup::new("four-in-a-row")).unwrap();
    assert_eq!(game.position(), "-");
    game.play("7").unwrap();
    assert_eq!(game.position(), "7");
}

#[test]
fn accepts_a_shortened_move_only_if_unambiguous() {
    let either = Setup::new("knights").with_option("path", "either").with_option("trail", "path");
    let game = catalog().start(either.clone()).unwrap();
    assert!(game.canonicalize("3 2").is_err(), "two ways lead there");
    assert_eq!(game.canonicalize(" 3  2   one-two ").unwrap(), "3 2 one-two");
    let blocked = "X-------/*-------/--------/--------/--------/--------/--------/-------O X";
    let game = catalog().start(either.with_position(blocked)).unwrap();
    assert_eq!(game.canonicalize("3 2").unwrap(), "3 2 one-two");
    assert!(game.canonicalize("3 2 two-one").is_err());
}

/// Text similar to the games' notations, and arbitrary text.
fn arbitrary_text() -> impl Strategy<Value = String> {
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
    fn no_text_panics_a_parser(text in arbitrary_text()) {
        let catalog = catalog();
        for entry in catalog.games() {
            for variant in &entry.variants {
                let setup = entry.variant_setup(variant);
                if let Ok(game) = catalog.start(setup.clone().with_position(&text)) {
                    let written = game.position();
                    let again = catalog.start(setup.clone().with_position(&written)).map(|game| game.position());
                    prop_assert_eq!(again, Ok(written), "{:?}", text);
                }
                let mut game: Box<dyn AnyGame> = catalog.start(setup).unwrap();
                let is_legal = game.canonicalize(&text).is_ok();
                prop_assert_eq!(game.play(&text).is_ok(), is_legal);
            }
        }
    }
}
