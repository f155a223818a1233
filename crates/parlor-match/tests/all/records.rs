//! Tests of records: round trips, malformed texts and forged events.

use std::time::Duration;

use parlor_core::Player::{First, Second};
use parlor_core::{Player, Setup, SetupError};
use parlor_match::{Command, EngineFailure, Event, EventKind, MatchError, Record, RecordError, Terms, TimeControl};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{begin, catalog, drive, drive_at, play};

const RECORD: &str = "\
parlor record 2
game nim
position 9
terms clock=60+2,illegal-move-loses,take-backs
1 first plays take 1
2 second plays take 2
3 second takes back to 1
4 second plays take 3
10 first loses by illegal move take 6
";

fn parse(text: &str) -> Result<Record, String> {
    text.parse().map_err(|error: RecordError| error.to_string())
}

fn replay(text: &str) -> Result<parlor_match::Match, String> {
    parse(text)?.replay(&catalog()).map_err(|error| error.to_string())
}

#[test]
fn writes_a_match_as_text() {
    let mut m = begin("nim", 9, "clock=60+2,illegal-move-loses,take-backs");
    let script =
        [(1, First, play("1")), (2, Second, play("2")), (3, Second, Command::TakeBack), (4, Second, play("3"))];
    for (at, by, command) in script {
        drive(&mut m, by, &command, at).unwrap();
    }
    drive(&mut m, First, &play("take 6"), 10).unwrap();
    assert_eq!(m.record().to_string(), RECORD);

    let again = replay(RECORD).unwrap();
    assert_eq!((again.result(), again.ply(), again.events()), (m.result(), m.ply(), m.events()));
    assert_eq!(
        (again.clocks(Duration::ZERO), again.game().position()),
        (m.clocks(Duration::ZERO), m.game().position())
    );
}

#[test]
fn ignores_comments_blank_lines_and_whitespace() {
    let decorated = RECORD.replace("terms", "\n  # what was agreed\n\tterms").replace('\n', " \r\n");
    assert_eq!(parse(&decorated), parse(RECORD));
}

#[test]
fn parse_errors_name_the_line() {
    let error = |from: &str, to: &str| parse(&RECORD.replace(from, to)).unwrap_err();
    assert_eq!(parse("").unwrap_err(), "line 1: expected \"parlor record 2\"");
    assert_eq!(parse("hello\n").unwrap_err(), "line 1: expected \"parlor record 2\", found \"hello\"");
    assert_eq!(error("record 2", "record 3"), "line 1: expected \"parlor record 2\", found \"parlor record 3\"");
    assert_eq!(error("game nim", "games nim"), "line 2: expected \"game\", found \"games nim\"");
    assert_eq!(error("game nim\n", ""), "line 2: expected \"game\", found \"position 9\"");
    assert_eq!(error("position 9", "position \\q"), "line 3: \"\\\\q\" has an invalid escape sequence");
    assert_eq!(error("position 9", "option a 1\noption b 1\noption a 2"), "line 5: option \"a\" is repeated");
    assert_eq!(error("clock=60+2", "clock=+2"), "line 4: \"\" is not a time in seconds such as 12.5");
    assert_eq!(error("terms ", "# terms "), "line 5: expected \"terms\", found \"1 first plays take 1\"");
    assert_eq!(error("2 second plays", "two second plays"), "line 6: \"two\" is not a time in seconds such as 12.5");
    assert_eq!(error("2 second plays", "2 third plays"), "line 6: \"third\" is not a player: first or second");
    assert_eq!(error("back to 1", "back to x"), "line 7: \"x\" is not a number of moves");
    assert_eq!(error("second plays take 3", "second dances"), "line 8: \"dances\" is not an event");
    assert_eq!(error("second plays take 3", "second playstake 3"), "line 8: \"playstake 3\" is not an event");
    assert_eq!(error("10 first", "10"), "line 9: \"loses\" is not a player: first or second");
}

#[test]
fn parse_errors_name_what_is_missing_at_the_end() {
    assert_eq!(parse("parlor record 2").unwrap_err(), "line 2: expected \"game\", but the record ends here");
    assert_eq!(
        parse("parlor record 2\ngame nim\n\n").unwrap_err(),
        "line 4: expected \"terms\", but the record ends here"
    );
    assert_eq!(parse("parlor record 2\ngame nim\nterms unlimited").unwrap().setup, Setup::new("nim"));
}

#[test]
fn rejects_records_that_are_too_long() {
    let huge = format!("parlor record 2\ngame nim\nposition {}\nterms unlimited\n", "9".repeat(17 << 20));
    assert_eq!(parse(&huge).unwrap_err(), "line 1: a record has at most 16777216 bytes");
    let long = format!("{RECORD}{}", "11 first resigns\n".repeat(20_000));
    assert_eq!(parse(&long).unwrap_err(), "line 10006: a match has at most 10000 events");
}

#[test]
fn replay_errors_name_the_event() {
    let error = |from: &str, to: &str| replay(&RECORD.replace(from, to)).unwrap_err();
    assert_eq!(error("first plays take 1", "second plays take 1"), "ply 1, move \"take 1\": It is not your turn.");
    assert_eq!(error("first plays take 1", "first plays 1"), "event 1 is invalid: expected \"1 first plays take 1\"");
    assert_eq!(
        error("2 second plays take 2", "2 second plays take 4"),
        "ply 2, move \"take 4\": not a legal move here; legal: take 1, take 2, take 3"
    );
    assert_eq!(
        error("2 second plays take 2", "62 second plays take 2"),
        "event 2 is invalid: expected \"62 second runs out of time\""
    );
    assert_eq!(error("2 second plays", "0.5 second plays"), "event 2 is invalid: expected \"1 second plays take 2\"");
    assert_eq!(error("back to 1", "back to 0"), "event 3 is invalid: expected \"3 second takes back to 1\"");
    assert_eq!(
        error("10 first loses by illegal move take 6", "10 first runs out of time"),
        "event 5 is invalid: Time is not up yet."
    );
    let longer = format!("{RECORD}11 second resigns\n");
    assert_eq!(replay(&longer).unwrap_err(), "event 6 is invalid: The match is over.");
}

#[test]
fn replay_fails_for_an_unknown_game() {
    let record = parse(&RECORD.replace("nim", "chess")).unwrap();
    let Err(RecordError::Setup(SetupError::UnknownGame { name, .. })) = record.replay(&catalog()) else { panic!() };
    assert_eq!(name, "chess");
}

#[test]
fn other_versions_are_refused() {
    for version in ["0", "1", "3", "", "02"] {
        let error = parse(&RECORD.replace("record 2", &format!("record {version}"))).unwrap_err();
        assert!(error.starts_with("line 1: expected \"parlor record 2\", found \"parlor record"), "{error}");
    }
}

#[test]
fn a_new_record_states_every_option() {
    let game = parlor_games::catalog().start(Setup::new("tic-tac-toe")).unwrap();
    let text = parlor_match::Match::new(game, Terms::default()).record().to_string();
    assert_eq!(text, "parlor record 2\ngame tic-tac-toe\noption size 4\noption win-streak 3\nterms unlimited\n");
}

/// Arbitrary text, biased towards characters that need escaping.
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
    let failure =
        prop_oneof![Just(EngineFailure::Pause), Just(EngineFailure::Forfeit), Just(EngineFailure::UseLastReport),];
    (control, any::<bool>(), any::<bool>(), any::<bool>(), failure).prop_map(
        |(time, illegal_move_loses, take_backs, analysis, engine_failure)| Terms {
            time,
            illegal_move_loses,
            take_backs,
            analysis,
            engine_failure,
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let kind = prop_oneof![
        text().prop_map(EventKind::Played),
        text().prop_map(EventKind::PlayedIllegally),
        any::<usize>().prop_map(|to| EventKind::TookBack { to }),
        Just(EventKind::Resigned),
        Just(EventKind::RanOutOfTime),
        text().prop_map(EventKind::EngineFailed),
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
    fn record_round_trips_through_text(record in record()) {
        let written = record.to_string();
        prop_assert_eq!(written.parse::<Record>(), Ok(record), "{}", written);
    }

    #[test]
    fn event_is_one_line_and_round_trips(event in event()) {
        let line = event.to_string();
        prop_assert_eq!(line.lines().count(), 1);
        prop_assert_eq!(line.trim().parse::<Event>(), Ok(event));
    }

    #[test]
    fn parser_does_not_panic(text in any::<String>(), tail in vec("(game|option|position|terms|1|first|plays|\\\\u\\{[0-9a-f+]{0,9}\\}?| |\\n){0,12}", 0..6)) {
        let _ = text.parse::<Record>();
        let _ = format!("parlor record 2\n{}", tail.concat()).parse::<Record>();
        let _ = tail.concat().parse::<Event>();
        let _ = text.parse::<Terms>();
    }

    /// Every decided event is applied once, and the record replays to the same match.
    #[test]
    fn match_replays_from_its_record(
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
            if let Err(MatchError::StaleState { based_on, now }) = drive_at(&mut m, by, ply, &command, now) {
                prop_assert!(based_on != now);
            }
        }
        let again = m.record().to_string().parse::<Record>().unwrap().replay(&catalog()).unwrap();
        prop_assert_eq!(again.record(), m.record());
        prop_assert_eq!(again.result(), m.result());
        prop_assert_eq!(again.game().position(), m.game().position());
        prop_assert_eq!(again.deadline(), m.deadline());
        prop_assert_eq!(m.positions().last().unwrap().position(), m.game().position());
    }

    /// Admitting arbitrary events leaves a match whose record still replays.
    #[test]
    fn admitting_arbitrary_events_keeps_the_record_valid(events in vec(event(), 0..20)) {
        let mut m = begin("nim", 10, "clock=20+1,take-backs,illegal-move-loses");
        for event in &events {
            let _ = m.admit(m.events().len(), event);
        }
        prop_assert!(m.record().replay(&catalog()).is_ok());
    }
}
