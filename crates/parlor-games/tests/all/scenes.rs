//! Scenes as text pictures.

use parlor_core::{AnyGame, Mark, Piece, Setup};
use parlor_games::catalog;

fn play(setup: Setup, moves: &[&str]) -> Box<dyn AnyGame> {
    let mut game = catalog().start(setup).unwrap();
    for m in moves {
        game.play(m).unwrap_or_else(|_| panic!("{m} is illegal"));
    }
    game
}

/// Compares a scene with a picture, without the indentation of the source.
fn assert_picture(game: &dyn AnyGame, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(|line| line.trim_start().trim_start_matches('|')).collect();
    let picture = game.scene().to_string();
    let picture: Vec<&str> = picture.lines().collect();
    assert_eq!(picture, expected[1..expected.len() - 1], "\n{}", picture.join("\n"));
}

#[test]
fn four_in_a_row_marks_the_last_disc_and_every_winning_disc() {
    let game = play(Setup::new("four-in-a-row"), &["4", "4", "5", "3"]);
    assert_picture(
        &*game,
        "
        |  +  +  +  +  +  +  +
        |  +  +  +  +  +  +  +
        |  +  +  +  +  +  +  +
        |  +  +  +  +  +  +  +
        |  +  +  +  O  +  +  +
        |  +  + [O] X  X  +  +
        |  1  2  3  4  5  6  7
        |Player one - Player two
        |Player one to move: choose a column.
        ",
    );
    // The disc in the middle completes two lines of four at once.
    let game = play(Setup::new("four-in-a-row"), &["1", "1", "2", "2", "3", "3", "5", "5", "6", "6", "7", "7", "4"]);
    assert_picture(
        &*game,
        "
        |  .  .  .  .  .  .  .
        |  .  .  .  .  .  .  .
        |  .  .  .  .  .  .  .
        |  .  .  .  .  .  .  .
        |  O  O  O  .  O  O  O
        | (X)(X)(X)(X)(X)(X)(X)
        |  1  2  3  4  5  6  7
        |Player one - Player two
        |Player one wins.
        ",
    );
}

#[test]
fn tic_tac_toe_marks_a_whole_overline() {
    let setup = Setup::new("tic-tac-toe").with_option("size", 5).with_option("win-streak", 3);
    let game = play(setup, &["00", "10", "01", "11", "03", "13", "04", "30", "02"]);
    assert_picture(
        &*game,
        "
        |0 (X)(X)(X)(X)(X)
        |1  O  O  .  O  .
        |2  .  .  .  .  .
        |3  O  .  .  .  .
        |4  .  .  .  .  .
        |   0  1  2  3  4
        |X - O
        |X wins.
        ",
    );
    assert!(game.scene().marks.iter().any(|(_, mark)| *mark == Mark::LastMove));
}

#[test]
fn knights_shows_destinations_and_scorched_cells() {
    let game = play(Setup::new("knights").with_option("size", 5).with_option("trail", "path"), &["3 2"]);
    assert_picture(
        &*game,
        "
        |1  *  .  .  .  .
        |2  *  .  .  .  .
        |3  * [X] .  +  .
        |4  .  .  +  .  .
        |5  .  .  .  .  O
        |   1  2  3  4  5
        |X - O
        |O to move: choose where your knight goes.
        ",
    );
}

#[test]
fn reversi_counts_discs_and_offers_a_pass_as_a_button() {
    let game = play(Setup::new("reversi"), &["C4", "C5"]);
    assert_picture(
        &*game,
        "
        |1  .  .  .  .  .  .  .  .
        |2  .  .  .  .  .  .  .  .
        |3  .  .  .  .  .  .  .  .
        |4  .  .  X  X  X  .  .  .
        |5  .  . [O] O  O  .  .  .
        |6  .  +  +  +  +  +  .  .
        |7  .  .  .  .  .  .  .  .
        |8  .  .  .  .  .  .  .  .
        |   A  B  C  D  E  F  G  H
        |Black 3 - White 3
        |Black to move: enclose at least one disc.
        ",
    );
    let game = play(Setup::new("reversi").with_position(format!("XO-{}-OX X", "X".repeat(58))), &["C1"]);
    assert_picture(
        &*game,
        "
        |1  X  X [X] X  X  X  X  X
        |2  X  X  X  X  X  X  X  X
        |3  X  X  X  X  X  X  X  X
        |4  X  X  X  X  X  X  X  X
        |5  X  X  X  X  X  X  X  X
        |6  X  X  X  X  X  X  X  X
        |7  X  X  X  X  X  X  X  X
        |8  X  X  X  X  X  .  O  X
        |   A  B  C  D  E  F  G  H
        |button: Pass
        |Black 62 - White 1
        |White to move: no legal move, you must pass.
        ",
    );
}

#[test]
fn pacman_shows_pellets_poison_ghosts_and_the_fatal_cell() {
    let setup = Setup::new("pacman").with_position("99 66 11 71 30/99 10 99 99 51");
    let game = play(setup.clone(), &[]);
    assert_picture(
        &*game,
        "
        |  #  P  o  x  Y
        |  #  +  #  #  R
        |button: Bump into the edge, up
        |Pac-Man 3 - Ghosts 2
        |Pac-Man to move: eat every pellet and survive.
        ",
    );
    let game = play(setup, &["D", "U", "R", "R"]);
    assert_picture(
        &*game,
        "
        |  #  .  . <P> .
        |  #  .  #  #  o
        |Pac-Man 1 - Ghosts 0
        |Pac-Man did not survive.
        ",
    );
    let game = play(Setup::new("pacman").with_position("66 11 10"), &["R"]);
    assert_picture(
        &*game,
        "
        |  . [P] .
        |Pac-Man 0 - Ghosts 0
        |Pac-Man has eaten every pellet.
        ",
    );
}

#[test]
fn the_piece_of_a_side_is_the_one_on_the_board() {
    let catalog = parlor_games::catalog();
    for entry in catalog.games() {
        let mut game = entry.start(entry.default_setup()).unwrap();
        let sides = game.scene().sides;
        for _ in 0..2 {
            let notation = game.legal_moves().into_iter().next().unwrap();
            game.play(&notation).unwrap();
        }
        let scene = game.scene();
        for side in &sides[..usize::from(game.player_count())] {
            let kind = side.piece.unwrap();
            let looks_alike =
                |piece: &&Piece| (piece.shape, piece.tint, piece.letter) == (kind.shape, kind.tint, kind.letter);
            assert!(scene.pieces.iter().any(|piece| looks_alike(&piece)), "{}: {kind:?}", entry.name);
        }
    }
}
