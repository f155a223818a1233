//! Records: written, read back, damaged and forged.

use std::time::Duration;

use parlor_core::Player::{First, Second};
use parlor_core::{Player, Setup, SetupError};
use parlor_match::{Command, Event, EventKind, MatchError, Record, RecordError, Terms, TimeControl};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{begin, drive, play, start};

const WHOLE: &str = "\
parlor record 1
game nim
position 9
terms clock=60+2,illegal-move-loses,take-backs
1 first plays take 1
2 second plays take 2
3 second takes back to 1
4 second plays take 3
10 first loses by illegal move take 6
";

fn read(text: &str) -> Result<Record, String> {
    text.parse().map_err(|bad: RecordError| bad.to_string())
}

fn replay(text: &str) -> Result<parlor_match::Match, String> {
    read(text)?.replay(start).map_err(|bad| bad.to_string())
}

#[test]
fn a_match_is_written_as_a_person_would_read_it() {
    let mut m = begin("nim", 9, "clock=60+2,illegal-move-loses,take-backs");
    let script =
        [(1, First, play("1")), (2, Second, play("2")), (3, Second, Command::TakeBack), (4, Second, play("3"))];
    for (at, by, command) in script {
        drive(&mut m, by, &command, at).unwrap();
    }
    drive(&mut m, First, &play("take 6"), 10).unwrap();
    assert_eq!(m.record().to_string(), WHOLE);

    let again = replay(WHOLE).unwrap();
    assert_eq!((again.ending(), again.ply(), again.events()), (m.ending(), m.ply(), m.events()));
    assert_eq!(
        (again.clocks(Duration::ZERO), again.game().position()),
        (m.clocks(Duration::ZERO), m.game().position())
    );
}

#[test]
fn what_people_and_editors_add_to_a_record_is_ignored() {
    let dressed = WHOLE.replace("terms", "\n  # what was agreed\n\tterms").replace('\n', " \r\n");
    assert_eq!(read(&dressed), read(WHOLE));
}

#[test]
fn a_malformed_record_is_refused_by_line() {
    let told = |from: &str, to: &str| read(&WHOLE.replace(from, to)).unwrap_err();
    assert_eq!(read("").unwrap_err(), "line 1: there is no \"parlor record 1\"");
    assert_eq!(read("hello\n").unwrap_err(), "line 1: \"hello\" is not \"parlor record 1\"");
    assert_eq!(told("record 1", "record 2"), "line 1: \"parlor record 2\" is not \"parlor record 1\"");
    assert_eq!(told("game nim", "games nim"), "line 2: here must be the game, not \"games nim\"");
    assert_eq!(told("game nim\n", ""), "line 2: here must be the game, not \"position 9\"");
    assert_eq!(told("position 9", "position \\q"), "line 3: \"\\\\q\" has a broken escape");
    assert_eq!(told("position 9", "option a 1\noption b 1\noption a 2"), "line 5: option \"a\" is given twice");
    assert_eq!(told("clock=60+2", "clock=+2"), "line 4: \"\" is not a time in seconds such as 12.5");
    assert_eq!(told("terms ", "# terms "), "line 5: here must be the terms, not \"1 first plays take 1\"");
    assert_eq!(told("2 second plays", "two second plays"), "line 6: \"two\" is not a time in seconds such as 12.5");
    assert_eq!(told("2 second plays", "2 third plays"), "line 6: \"third\" is not a player: first or second");
    assert_eq!(told("back to 1", "back to x"), "line 7: \"x\" is not a number of moves");
    assert_eq!(told("second plays take 3", "second dances"), "line 8: \"dances\" is nothing that a player does");
    assert_eq!(
        told("second plays take 3", "second playstake 3"),
        "line 8: \"playstake 3\" is nothing that a player does"
    );
    assert_eq!(told("10 first", "10"), "line 9: \"loses\" is not a player: first or second");
}

#[test]
fn a_record_that_ends_early_says_what_is_missing() {
    assert_eq!(read("parlor record 1").unwrap_err(), "line 2: the record ends where the game must be");
    assert_eq!(read("parlor record 1\ngame nim\n\n").unwrap_err(), "line 4: the record ends where the terms must be");
    assert_eq!(read("parlor record 1\ngame nim\nterms unlimited").unwrap().setup, Setup::of("nim"));
}

#[test]
fn a_record_has_bounds() {
    let huge = format!("parlor record 1\ngame nim\nposition {}\nterms unlimited\n", "9".repeat(17 << 20));
    assert_eq!(read(&huge).unwrap_err(), "line 1: a record has at most 16777216 bytes");
    let long = format!("{WHOLE}{}", "11 first resigns\n".repeat(20_000));
    assert_eq!(read(&long).unwrap_err(), "line 10006: a match has at most 10000 events");
}

#[test]
fn a_forged_record_is_refused_by_event() {
    let told = |from: &str, to: &str| replay(&WHOLE.replace(from, to)).unwrap_err();
    assert_eq!(told("first plays take 1", "second plays take 1"), "event 1 cannot have happened: It is not your turn.");
    assert_eq!(
        told("first plays take 1", "first plays 1"),
        "event 1 cannot have happened: it would have been \"1 first plays take 1\""
    );
    assert_eq!(
        told("2 second plays take 2", "2 second plays take 4"),
        "event 2 cannot have happened: it would have been \"2 second loses by illegal move take 4\""
    );
    assert_eq!(
        told("2 second plays take 2", "62 second plays take 2"),
        "event 2 cannot have happened: it would have been \"62 second runs out of time\""
    );
    assert_eq!(
        told("2 second plays", "0.5 second plays"),
        "event 2 cannot have happened: it would have been \"1 second plays take 2\""
    );
    assert_eq!(
        told("back to 1", "back to 0"),
        "event 3 cannot have happened: it would have been \"3 second takes back to 1\""
    );
    assert_eq!(
        told("10 first loses by illegal move take 6", "10 first runs out of time"),
        "event 5 cannot have happened: The time is not up."
    );
    let longer = format!("{WHOLE}11 second resigns\n");
    assert_eq!(replay(&longer).unwrap_err(), "event 6 cannot have happened: The match is over.");
}

#[test]
fn a_setup_that_the_catalog_refuses_is_no_match() {
    let record = read(&WHOLE.replace("nim", "chess")).unwrap();
    let Err(RecordError::Setup(SetupError::UnknownGame { name, .. })) = record.replay(start) else { panic!() };
    assert_eq!(name, "chess");
}

/// Anything one can type, and what one should not.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ \\\\\\n\\r\\t#a\u{a0}]{0,6}", "[0-9 ]{0,20}"]
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(First), Just(Second)]
}

fn time() -> impl Strategy<Value = Duration> {
    (any::<u64>(), 0..1_000_000_000u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
}

fn terms() -> impl Strategy<Value = Terms> {
    let positive = || time().prop_filter("above zero", |time| !time.is_zero());
    let control = prop_oneof![
        Just(TimeControl::Unlimited),
        positive().prop_map(TimeControl::PerMove),
        (positive(), time()).prop_map(|(initial, increment)| TimeControl::Clock { initial, increment }),
    ];
    (control, any::<bool>(), any::<bool>()).prop_map(|(time, illegal_move_loses, take_backs)| Terms {
        time,
        illegal_move_loses,
        take_backs,
    })
}

fn event() -> impl Strategy<Value = Event> {
    let kind = prop_oneof![
        text().prop_map(EventKind::Played),
        text().prop_map(EventKind::PlayedIllegally),
        any::<usize>().prop_map(|to| EventKind::TookBack { to }),
        Just(EventKind::Resigned),
        Just(EventKind::RanOutOfTime),
        Just(EventKind::Abandoned),
    ];
    (time(), player(), kind).prop_map(|(at, by, kind)| Event { at, by, kind })
}

fn record() -> impl Strategy<Value = Record> {
    let setup = (text(), btree_map(text(), text(), 0..4), proptest::option::of(text()))
        .prop_map(|(game, options, position)| Setup { game, options, position });
    (setup, terms(), vec(event(), 0..8)).prop_map(|(setup, terms, events)| Record { setup, terms, events })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        8 => (0..5u8).prop_map(|take| Command::Play(take.to_string())),
        1 => text().prop_map(Command::Play),
        3 => Just(Command::TakeBack),
        1 => Just(Command::ClaimTime),
        1 => prop_oneof![Just(Command::Resign), Just(Command::Abandon)],
    ]
}

proptest! {
    #[test]
    fn every_record_reads_back_as_written(record in record()) {
        let written = record.to_string();
        prop_assert_eq!(written.parse::<Record>(), Ok(record), "{}", written);
    }

    #[test]
    fn an_event_is_one_line(event in event()) {
        let line = event.to_string();
        prop_assert_eq!(line.lines().count(), 1);
        prop_assert_eq!(line.trim().parse::<Event>(), Ok(event));
    }

    #[test]
    fn no_text_crashes_the_reader(text in any::<String>(), tail in vec("(game|option|position|terms|1|first|plays|\\\\u\\{[0-9a-f+]{0,9}\\}?| |\\n){0,12}", 0..6)) {
        let _ = text.parse::<Record>();
        let _ = format!("parlor record 1\n{}", tail.concat()).parse::<Record>();
        let _ = tail.concat().parse::<Event>();
        let _ = text.parse::<Terms>();
    }

    /// Whatever is commanded, what was decided is applied, and the record of it leads to the same match.
    #[test]
    fn a_match_replays_from_its_record(
        size in 0..40u32,
        terms in select(&["unlimited,take-backs", "move=5,take-backs", "clock=20+1,take-backs,illegal-move-loses"][..]),
        is_problem in any::<bool>(),
        script in vec((player(), command(), 0..4u64, 0..8usize), 0..60),
    ) {
        let mut m = begin(if is_problem { "staircase" } else { "nim" }, size, terms);
        let mut now = 0;
        for (by, command, later, lag) in script {
            now += later;
            let ply = m.ply().saturating_sub(lag.saturating_sub(5));
            let decided = m.decide(by, ply, &command, Duration::from_secs(now));
            if let Err(MatchError::StaleState { based_on, now }) = decided {
                prop_assert!(based_on != now);
            }
            let Ok(event) = decided else { continue };
            let before = m.events().len();
            m.apply(&event);
            prop_assert_eq!(m.events().last(), Some(&event));
            prop_assert_eq!(m.events().len(), before + 1);
        }
        let again = m.record().to_string().parse::<Record>().unwrap().replay(start).unwrap();
        prop_assert_eq!(again.record(), m.record());
        prop_assert_eq!(again.ending(), m.ending());
        prop_assert_eq!(again.game().position(), m.game().position());
        prop_assert_eq!(again.flag_falls(), m.flag_falls());
        prop_assert_eq!(m.positions().last().unwrap().position(), m.game().position());
    }

    /// Any event at all, applied to any match, leaves one that still replays.
    #[test]
    fn applying_nonsense_does_no_harm(events in vec(event(), 0..20)) {
        let mut m = begin("nim", 10, "clock=20+1,take-backs,illegal-move-loses");
        for event in &events {
            m.apply(event);
        }
        prop_assert!(m.record().replay(start).is_ok());
    }
}
