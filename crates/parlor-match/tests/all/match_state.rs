//! Tests of `Match` with simulated time: rejected commands, clocks, take-backs and results.

use parlor_core::Player::{self, First, Second};
use parlor_core::{Outcome, Setup};
use parlor_match::{
    Admitted, Command, Event, EventKind, ForfeitReason, MAX_EVENTS, Match, MatchError, MatchResult, ReplayError, Terms,
};

use crate::common::{begin, catalog, drive, drive_at, nim, play, seconds};

fn notations(m: &Match) -> Vec<&str> {
    m.moves().map(|(_, notation)| notation).collect()
}

fn forfeit(loser: Player, reason: ForfeitReason) -> MatchResult {
    MatchResult::Forfeit { loser, reason }
}

#[test]
fn plays_to_the_result_of_the_rules() {
    let mut m = nim(5, "unlimited");
    let event = drive(&mut m, First, &play("3"), 1).unwrap();
    assert_eq!(event, Event { at: seconds(1), by: First, kind: EventKind::Played("take 3".to_owned()) });
    assert_eq!((m.turn(), m.ply(), m.result()), (Second, 1, None));
    drive(&mut m, Second, &play("take 2"), 2).unwrap();
    assert_eq!(m.result(), Some(MatchResult::Finished(Outcome::Win(Second))));
    assert_eq!(m.result().unwrap().winner(), Some(Second));
    assert_eq!(m.moves().collect::<Vec<_>>(), [(First, "take 3"), (Second, "take 2")]);
    for command in [play("1"), Command::Resign, Command::TakeBack, Command::ClaimTime, Command::Abandon] {
        assert_eq!(drive(&mut m, First, &command, 3), Err(MatchError::MatchIsOver));
    }
}

#[test]
fn rejects_moves_out_of_turn_and_illegal_moves() {
    let mut m = nim(5, "unlimited");
    assert_eq!(drive(&mut m, Second, &play("1"), 0), Err(MatchError::NotYourTurn));
    for notation in ["4", "0", "", "take", "take 1 2", "\n", "-1", &"1".repeat(100_000)] {
        assert_eq!(drive(&mut m, First, &play(notation), 0), Err(MatchError::IllegalMove));
    }
    assert_eq!((m.ply(), m.events().len()), (0, 0));
    assert_eq!(MatchError::IllegalMove.to_string(), "Illegal move.");
}

#[test]
fn rejects_commands_for_another_position() {
    let mut m = nim(9, "unlimited,take-backs");
    drive(&mut m, First, &play("1"), 1).unwrap();
    drive(&mut m, Second, &play("1"), 2).unwrap();
    let stale = |based_on| Err(MatchError::StaleState { based_on, now: 2 });
    assert_eq!(drive_at(&mut m, First, 0, &play("1"), 3), stale(0));
    assert_eq!(drive_at(&mut m, First, usize::MAX, &play("1"), 3), stale(usize::MAX));
    assert_eq!(drive_at(&mut m, First, 1, &Command::TakeBack, 3), stale(1));
    // Resigning does not depend on the position.
    assert!(drive_at(&mut m, Second, 0, &Command::Resign, 3).is_ok());
    assert_eq!(
        MatchError::StaleState { based_on: 0, now: 2 }.to_string(),
        "The position has changed: you sent this at move 0, and the match is at move 2."
    );
}

#[test]
fn admits_an_event_once_and_only_where_it_would_be_decided() {
    let mut m = nim(9, "move=10");
    let event = Event { at: seconds(4), by: First, kind: EventKind::Played("take 1".to_owned()) };
    assert_eq!(m.admit(1, &event), Err(ReplayError::Missing { events: 0 }));
    assert_eq!(m.admit(0, &event), Ok(Admitted::New));
    assert_eq!(m.admit(0, &event), Ok(Admitted::AlreadyThere));
    assert_eq!((m.ply(), m.events().len()), (1, 1));
    let other = Event { at: seconds(5), ..event.clone() };
    assert_eq!(m.admit(0, &other), Err(ReplayError::Mismatch(event)));
    let invalid = [
        (seconds(5), Second, EventKind::Played("1".to_owned())),
        (seconds(5), Second, EventKind::Played("take 7".to_owned())),
        (seconds(5), Second, EventKind::PlayedIllegally("take 7".to_owned())),
        (seconds(3), Second, EventKind::Played("take 1".to_owned())),
        (seconds(14), Second, EventKind::Played("take 1".to_owned())),
        (seconds(5), Second, EventKind::TookBack { to: usize::MAX }),
        (seconds(5), Second, EventKind::RanOutOfTime),
        (seconds(14), First, EventKind::RanOutOfTime),
    ];
    for (at, by, kind) in invalid {
        let event = Event { at, by, kind };
        assert!(m.admit(1, &event).is_err(), "{event}");
        assert_eq!((m.ply(), m.events().len(), m.result()), (1, 1, None), "{event}");
        assert_eq!(m.game().position(), "pile of 8", "{event}");
    }
    let late = Event { at: seconds(14), by: Second, kind: EventKind::Played("take 1".to_owned()) };
    let lost = Event { at: seconds(14), by: Second, kind: EventKind::RanOutOfTime };
    assert_eq!(m.admit(1, &late), Err(ReplayError::Mismatch(lost)));
}

/// In a problem the index alone tells a repeated event from an equal one that follows it.
#[test]
fn equal_events_at_two_indices_are_two_events() {
    let mut m = begin("staircase", 3, "unlimited");
    let step = Event { at: seconds(1), by: First, kind: EventKind::Played("1".to_owned()) };
    assert_eq!([0, 1, 0, 1].map(|index| m.admit(index, &step).unwrap()), {
        use Admitted::{AlreadyThere, New};
        [New, New, AlreadyThere, AlreadyThere]
    });
    assert_eq!((m.ply(), m.game().position()), (2, "step 2".to_owned()));
}

#[test]
fn both_players_can_resign_at_any_time() {
    for (by, winner) in [(First, Second), (Second, First)] {
        let mut m = nim(5, "unlimited");
        drive(&mut m, by, &Command::Resign, 1).unwrap();
        assert_eq!(m.result(), Some(forfeit(by, ForfeitReason::Resigned)));
        assert_eq!(m.result().unwrap().winner(), Some(winner));
        assert_eq!(drive(&mut m, by, &Command::Resign, 2), Err(MatchError::MatchIsOver));
    }
}

#[test]
fn abandoned_match_has_no_winner() {
    let mut m = nim(5, "move=5");
    drive(&mut m, Second, &Command::Abandon, 1).unwrap();
    assert_eq!(m.result(), Some(MatchResult::Abandoned));
    assert_eq!(m.result().unwrap().winner(), None);
    assert_eq!(m.deadline(), None);
}

#[test]
fn result_text_is_one_sentence() {
    let result = |game, terms, command: &Command| {
        let mut m = begin(game, 3, terms);
        assert_eq!(m.result_text(), None);
        drive(&mut m, First, command, 1).unwrap();
        m.result_text().unwrap()
    };
    assert_eq!(result("nim", "unlimited", &Command::Resign), "Dark wins: Light resigned.");
    assert_eq!(result("nim", "unlimited", &Command::Abandon), "The match was abandoned.");
    // A single player has no opponent who wins.
    assert_eq!(result("staircase", "unlimited", &Command::Resign), "Climber resigned.");
}

#[test]
fn illegal_move_loses_if_the_terms_say_so() {
    for typed in ["take 4", "", "x\ny", &"ü".repeat(5000)] {
        let mut m = nim(5, "unlimited,illegal-move-loses");
        assert_eq!(drive(&mut m, Second, &play(typed), 0), Err(MatchError::NotYourTurn));
        let event = drive(&mut m, First, &play(typed), 1).unwrap();
        assert_eq!(m.result(), Some(forfeit(First, ForfeitReason::IllegalMove)));
        let EventKind::PlayedIllegally(kept) = event.kind else { panic!("{event}") };
        assert!(typed.starts_with(&kept) && kept.len() < 300 && (kept == typed || kept.len() > 200), "{kept}");
    }
}

#[test]
fn move_at_the_deadline_is_late() {
    let mut m = nim(9, "move=5");
    assert_eq!(m.deadline(), Some(seconds(5)));
    assert_eq!(drive(&mut m, Second, &Command::ClaimTime, 4), Err(MatchError::TimeNotUp));
    drive(&mut m, First, &play("1"), 4).unwrap();
    assert_eq!(m.deadline(), Some(seconds(9)));
    assert_eq!(m.clocks(seconds(7)), Some([seconds(5), seconds(2)]));
    let event = drive(&mut m, Second, &play("1"), 9).unwrap();
    assert_eq!(event, Event { at: seconds(9), by: Second, kind: EventKind::RanOutOfTime });
    assert_eq!(m.result(), Some(forfeit(Second, ForfeitReason::RanOutOfTime)));
    assert_eq!((m.ply(), m.deadline()), (1, None));
    assert_eq!(m.clocks(seconds(100)), Some([seconds(5), seconds(0)]));
}

#[test]
fn every_command_after_the_deadline_is_a_loss_on_time() {
    for command in [play("1"), play("7"), Command::Resign, Command::TakeBack, Command::ClaimTime, Command::Abandon] {
        for by in Player::BOTH {
            let mut m = nim(9, "move=5,take-backs,illegal-move-loses");
            drive(&mut m, First, &play("1"), 1).unwrap();
            drive_at(&mut m, by, 0, &command, 6).unwrap();
            assert_eq!(m.result(), Some(forfeit(Second, ForfeitReason::RanOutOfTime)), "{command:?} by {by}");
        }
    }
}

#[test]
fn clock_runs_in_own_turn_and_gains_the_increment() {
    let mut m = nim(20, "clock=10+2");
    drive(&mut m, First, &play("1"), 4).unwrap();
    assert_eq!(m.clocks(seconds(4)), Some([seconds(8), seconds(10)]));
    drive(&mut m, Second, &play("1"), 13).unwrap();
    assert_eq!(m.clocks(seconds(14)), Some([seconds(7), seconds(3)]));
    assert_eq!(m.deadline(), Some(seconds(21)));
    drive(&mut m, First, &play("1"), 20).unwrap();
    assert_eq!(m.deadline(), Some(seconds(23)));
    drive(&mut m, First, &Command::ClaimTime, 23).unwrap();
    assert_eq!(m.result(), Some(forfeit(Second, ForfeitReason::RanOutOfTime)));
    assert_eq!(m.clocks(seconds(99)), Some([seconds(3), seconds(0)]));
}

#[test]
fn time_does_not_run_backwards_or_overflow() {
    let mut m = nim(9, "clock=18446744073709551615+18446744073709551615");
    drive(&mut m, First, &play("1"), 7).unwrap();
    assert_eq!(drive(&mut m, Second, &play("1"), 3).unwrap().at, seconds(7));
    assert_eq!(m.deadline(), None);
    assert_eq!(m.clocks(seconds(0)).unwrap()[1], std::time::Duration::MAX);
    assert!(m.thinking_time(seconds(8)) < m.clocks(seconds(8)).map(|left| left[0]));
}

#[test]
fn unlimited_match_has_no_deadline() {
    let mut m = nim(9, "unlimited");
    assert_eq!((m.deadline(), m.clocks(seconds(1)), m.thinking_time(seconds(1))), (None, None, None));
    assert_eq!(drive(&mut m, Second, &Command::ClaimTime, u64::MAX), Err(MatchError::TimeNotUp));
    drive(&mut m, First, &play("1"), u64::MAX).unwrap();
}

#[test]
fn thinking_time_is_less_than_the_clock() {
    let mut m = nim(9, "move=5");
    assert_eq!(m.thinking_time(seconds(0)).unwrap().as_millis(), 4850);
    assert_eq!(m.thinking_time(seconds(5)), Some(seconds(0)));
    drive(&mut m, First, &play("1"), 1).unwrap();
    assert_eq!(m.thinking_time(seconds(4)).unwrap().as_millis(), 1910);
    let clock = nim(9, "clock=300+2");
    assert_eq!(clock.thinking_time(seconds(0)).unwrap().as_millis(), 11710);
    assert!(clock.thinking_time(seconds(299)).unwrap() < seconds(1));
}

#[test]
fn rejects_take_back_if_not_allowed_or_without_a_move() {
    let mut m = nim(9, "unlimited");
    drive(&mut m, First, &play("1"), 1).unwrap();
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 2), Err(MatchError::TakeBacksNotAllowed));
    let mut m = nim(9, "unlimited,take-backs");
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 1), Err(MatchError::NothingToTakeBack));
    drive(&mut m, First, &play("1"), 1).unwrap();
    assert_eq!(drive(&mut m, Second, &Command::TakeBack, 2), Err(MatchError::NothingToTakeBack));
}

#[test]
fn take_back_returns_to_own_last_turn() {
    let mut m = nim(20, "unlimited,take-backs");
    for (by, notation) in [(First, "1"), (Second, "2"), (First, "3")] {
        drive(&mut m, by, &play(notation), 1).unwrap();
    }
    // The opponent is to move: only the player's own move is taken back.
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 2).unwrap().kind, EventKind::TookBack { to: 2 });
    assert_eq!((m.turn(), m.game().position()), (First, "pile of 17".to_owned()));
    // The second time the opponent's reply is taken back too.
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 2).unwrap().kind, EventKind::TookBack { to: 0 });
    assert_eq!((m.turn(), m.ply(), m.game().position()), (First, 0, "pile of 20".to_owned()));
    drive(&mut m, First, &play("2"), 3).unwrap();
    assert_eq!(notations(&m), ["take 2"]);
    assert_eq!(m.events().len(), 6);
}

#[test]
fn take_back_resets_both_clocks_to_the_start_of_that_turn() {
    let mut m = nim(20, "clock=60+0,take-backs");
    drive(&mut m, First, &play("1"), 10).unwrap();
    drive(&mut m, Second, &play("1"), 15).unwrap();
    drive(&mut m, First, &play("1"), 35).unwrap();
    drive(&mut m, Second, &play("1"), 38).unwrap();
    assert_eq!(m.clocks(seconds(40)), Some([seconds(28), seconds(52)]));
    drive(&mut m, First, &Command::TakeBack, 40).unwrap();
    assert_eq!(m.clocks(seconds(40)), Some([seconds(50), seconds(55)]));
    assert_eq!(m.deadline(), Some(seconds(90)));
    drive(&mut m, First, &play("2"), 41).unwrap();
    assert_eq!(m.clocks(seconds(41)), Some([seconds(49), seconds(55)]));
}

#[test]
fn problem_has_one_player_who_takes_back_step_by_step() {
    let mut m = begin("staircase", 3, "move=5,take-backs");
    for command in [play("1"), Command::Resign, Command::TakeBack, Command::ClaimTime, Command::Abandon] {
        assert_eq!(drive(&mut m, Second, &command, 0), Err(MatchError::NoSuchSeat));
    }
    drive(&mut m, First, &play("1"), 1).unwrap();
    drive(&mut m, First, &play("1"), 2).unwrap();
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 3).unwrap().kind, EventKind::TookBack { to: 1 });
    assert_eq!((m.game().position(), m.deadline()), ("step 1".to_owned(), Some(seconds(8))));
    drive(&mut m, First, &play("2"), 4).unwrap();
    assert_eq!(m.result().unwrap().winner(), Some(First));

    let mut m = begin("staircase", 1, "unlimited");
    drive(&mut m, First, &play("2"), 1).unwrap();
    assert_eq!(m.result(), Some(MatchResult::Finished(Outcome::Win(Second))));
    assert_eq!(drive(&mut m, First, &play("1"), 2), Err(MatchError::MatchIsOver));
}

#[test]
fn failed_problem_can_be_taken_back_and_a_solved_one_cannot() {
    let mut m = begin("staircase", 1, "unlimited,take-backs");
    drive(&mut m, First, &play("2"), 1).unwrap();
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 2).unwrap().kind, EventKind::TookBack { to: 0 });
    assert_eq!((m.result(), m.game().position()), (None, "step 0".to_owned()));
    let replayed = m.record().replay(&catalog()).unwrap();
    assert_eq!((replayed.result(), replayed.ply()), (None, 0));
    drive(&mut m, First, &play("1"), 3).unwrap();
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 4), Err(MatchError::MatchIsOver));
    let mut m = begin("staircase", 1, "unlimited");
    drive(&mut m, First, &play("2"), 1).unwrap();
    assert_eq!(drive(&mut m, First, &Command::TakeBack, 2), Err(MatchError::TakeBacksNotAllowed));
}

#[test]
fn match_can_be_over_at_the_start() {
    let mut m = nim(0, "move=5");
    assert_eq!(m.result(), Some(MatchResult::Finished(Outcome::Win(Second))));
    assert_eq!((m.deadline(), m.clocks(seconds(9))), (None, Some([seconds(5); 2])));
    assert_eq!(drive(&mut m, First, &play("1"), 0), Err(MatchError::MatchIsOver));
}

#[test]
fn gives_the_position_at_every_ply() {
    let mut m = nim(9, "unlimited,take-backs");
    for (by, notation) in [(First, "1"), (Second, "2"), (First, "3")] {
        drive(&mut m, by, &play(notation), 1).unwrap();
    }
    let position_at = |ply| m.position_at(ply).map(|game| game.position());
    assert_eq!(position_at(0).unwrap(), "pile of 9");
    assert_eq!(position_at(2).unwrap(), "pile of 6");
    assert_eq!(position_at(3).unwrap(), "pile of 3");
    assert_eq!(position_at(4), None);
    assert_eq!(m.positions().map(|game| game.turn()).collect::<Vec<_>>(), [First, Second, First, Second]);
    assert_eq!(m.scene().caption.text, "pile of 3");
    assert_eq!(m.setup(), &Setup::new("nim").with_position(9));
    assert_eq!(m.terms(), &Terms { take_backs: true, ..Terms::default() });
}

/// Only some positions are stored; the others are replayed from those.
#[test]
fn long_match_gives_every_position_and_takes_back_all_moves() {
    let mut m = begin("staircase", 200, "unlimited,take-backs");
    for _ in 0..100 {
        drive(&mut m, First, &play("1"), 1).unwrap();
    }
    for ply in (0..=100).rev() {
        let (stored, replayed) = (m.position_at(ply).unwrap(), m.positions().nth(ply).unwrap());
        assert_eq!((stored.position(), stored.scene()), (replayed.position(), replayed.scene()), "ply {ply}");
    }
    for ply in (0..100).rev() {
        drive(&mut m, First, &Command::TakeBack, 2).unwrap();
        assert_eq!((m.ply(), m.game().position()), (ply, format!("step {ply}")));
    }
}

#[test]
fn match_at_maximum_length_can_only_be_ended() {
    let mut m = begin("staircase", u32::MAX, "unlimited,take-backs");
    for _ in 0..MAX_EVENTS / 2 {
        drive(&mut m, First, &play("1"), 1).unwrap();
        drive(&mut m, First, &Command::TakeBack, 1).unwrap();
    }
    assert_eq!(drive(&mut m, First, &play("1"), 2), Err(MatchError::MatchIsTooLong));
    drive(&mut m, First, &Command::Resign, 2).unwrap();
    let record = m.record();
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    assert_eq!(record.replay(&catalog()).unwrap().result(), m.result());
}
