//! The public conformance suite, and perft counts from tests/perft.py, which shares no code with the rules.

use own_game::breakthrough;
use parlor_core::{Catalog, Setup, StopFlag};

fn catalog() -> Catalog {
    Catalog::new().with_game(breakthrough())
}

#[test]
fn breakthrough_conforms() {
    parlor_conformance::check_game(&catalog(), "breakthrough");
}

#[test]
fn perft_counts_equal_those_of_an_independent_program() {
    let check = |position: &str, counts: &[u64]| {
        let game = catalog().start(Setup::new("breakthrough").with_position(position)).unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth, &StopFlag::default()), Some(*count), "{position} at depth {depth}");
        }
    };
    check("OOOOOO/OOOOOO/------/------/XXXXXX/XXXXXX X", &[16, 256, 4308, 71478, 1_248_290]);
    // With captures and wins in the tree.
    check("--O---/O-O-X-/-X-O--/--X-O-/-O-X--/--X--- X", &[12, 114, 1066, 8854, 75446]);
    // Most games end within the tree.
    check("------/--O---/------/-X-O--/------/--X--- O", &[6, 34, 175, 646, 3459, 11087, 46193, 96958]);
}

#[test]
fn reaching_the_far_row_or_capturing_every_pawn_wins() {
    let after = |position: &str, m: &str| {
        let mut game = catalog().start(Setup::new("breakthrough").with_position(position)).unwrap();
        game.play(m).unwrap();
        game.scene().caption.to_string()
    };
    assert_eq!(after("------/-X----/------/------/----O-/------ X", "b5-a6"), "X breaks through and wins.");
    assert_eq!(after("------/------/--X---/-O----/------/------ O", "b3-b2"), "X to move.");
    assert_eq!(after("------/------/--O---/-X----/------/------ X", "b3-c4"), "X captures every pawn and wins.");
}

#[test]
fn rejects_positions_that_no_game_leads_to() {
    let rejects = |position: &str, reason: &str| {
        let error = catalog().start(Setup::new("breakthrough").with_position(position)).unwrap_err().to_string();
        assert!(error.contains(reason), "{position}: {error}");
    };
    rejects("------/------/------/------/------/------ X", "already won");
    rejects("X-----/------/------/------/------/-----X X", "already won");
    rejects("OOOOOO/OOOOOO/O-----/------/XXXXXX/XXXXXX X", "at most 12 pawns");
    rejects("OOOOOO/OOOOOO/------/-----?/XXXXXX/XXXXXX X", "character 27");
    rejects("OOOOOO/OOOOOO/------/------/XXXXXX X", "6 rows of 6 cells");
    rejects("OOOOOO/OOOOOO/------/------/XXXXXX/XXXXXX", "side to move is missing");
    rejects("OOOOOO/OOOOOO/------/------/XXXXXX/XXXXXX Z", "X or O");
}
