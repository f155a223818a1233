//! What a room does, one sentence a test.

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyReport, EngineLimits, Player, Score, Value};
use parlor_match::{Command, EventKind, Match, Record, SearchFailure, SearchId};
use parlor_room::{
    ApiError, ClientId, CloseReason, Effect, EngineOffer, ErrorCode, MatchId, Participants, Reply, RequestId,
    ResultReason, Room, RoomCommand, SeatAssignment, SeatRequest, SecretHash, ServerMessage, StoreAnswer, StoredMatch,
    Write,
};

const HOST: SecretHash = SecretHash([1; 32]);
const FRIEND: SecretHash = SecretHash([2; 32]);
const RIVAL: SecretHash = SecretHash([3; 32]);
const SPECTATOR: SecretHash = SecretHash([4; 32]);
const INVITATION: SecretHash = SecretHash([5; 32]);

const YOU: SeatRequest = SeatRequest::You {};
const INVITED: SeatRequest = SeatRequest::Friend {};

fn engine() -> SeatRequest {
    SeatRequest::Engine { engine: "alphabeta".to_owned(), seconds: 20.0 }
}

fn id(letter: &str) -> MatchId {
    MatchId::parse(&letter.repeat(MatchId::LENGTH)).unwrap()
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// Host of one room, whose store and workers do nothing by themselves.
struct Host {
    room: Room,
    start: Record,
    participants: Participants,
    now: Duration,
    latest_id: u64,
    /// Effects that no test has looked at.
    effects: Vec<Effect>,
    wake_at: Option<Duration>,
}

impl Host {
    fn new(seats: &[SeatRequest; 2], terms: &str) -> Host {
        let catalog = Arc::new(parlor_games::catalog());
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let limits = EngineLimits { memory_mib: 16, threads: 1 };
        let offer = EngineOffer { catalog, limits, seconds: 0.01..=60.0 };
        let participants = Participants::new(seats, 0.0, &offer, &*game, HOST, [INVITATION; 2]).unwrap();
        let game_match = Match::new(game, participants.agreed_terms(terms.parse().unwrap()));
        let start = game_match.record();
        let room = Room::new(id("m"), game_match, participants.clone(), None, offer, Duration::ZERO);
        let (effects, wake_at) = (Vec::new(), None);
        let mut host = Host { room, start, participants, now: Duration::ZERO, latest_id: 0, effects, wake_at };
        host.collect();
        host
    }

    fn collect(&mut self) {
        while let Some(effect) = self.room.next_effect() {
            match effect {
                Effect::WakeAt(at) => self.wake_at = Some(at),
                effect => self.effects.push(effect),
            }
        }
    }

    fn at(&mut self, time: f64) -> &mut Host {
        self.now = seconds(time);
        self
    }

    /// Lets the timer of the room ring.
    fn wake(&mut self) {
        self.now = self.wake_at.take().expect("the room wants to wake");
        self.room.wake(self.now);
        self.collect();
    }

    fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn join(&mut self, token: SecretHash) -> ClientId {
        self.latest_id += 1;
        let client = ClientId(self.latest_id);
        self.room.join(client, token, "Ann", self.now).unwrap();
        self.collect();
        client
    }

    fn leave(&mut self, client: ClientId) {
        self.room.leave(client, self.now);
        self.collect();
    }

    fn send(&mut self, command: RoomCommand) -> RequestId {
        self.latest_id += 1;
        let request = RequestId(self.latest_id);
        self.room.request(request, command, self.now);
        self.collect();
        request
    }

    fn command(&mut self, client: ClientId, command: Command) -> RequestId {
        let ply = self.room.current_match().ply();
        self.send(RoomCommand::Match { client, ply, command })
    }

    fn play(&mut self, client: ClientId) -> RequestId {
        let notation = self.room.current_match().game().legal_moves().swap_remove(0);
        self.command(client, Command::Play(notation))
    }

    fn claim(&mut self, token: SecretHash) -> RequestId {
        self.send(RoomCommand::ClaimSeat { invitation: INVITATION, token })
    }

    fn answer(&mut self, answer: StoreAnswer) {
        self.room.store_answered(answer, self.now);
        self.collect();
    }

    /// The write that the room asked for last.
    fn written(&self) -> Option<&Write> {
        self.effects.iter().rev().find_map(|effect| if let Effect::Store(write) = effect { Some(write) } else { None })
    }

    /// Stores what the room asks for, until it asks for no more.
    fn store_all(&mut self) {
        while self.effects.iter().any(|effect| matches!(effect, Effect::Store(_))) {
            self.effects.retain(|effect| !matches!(effect, Effect::Store(_)));
            self.answer(StoreAnswer::Stored);
        }
    }

    /// Sends a command whose write is stored at once.
    fn done(&mut self, command: RoomCommand) -> Result<Reply, ApiError> {
        let request = self.send(command);
        self.store_all();
        self.reply(request).expect("the request has a reply")
    }

    fn reply(&mut self, request: RequestId) -> Option<Result<Reply, ApiError>> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Reply { request: one, result } if *one == request => Some(result.clone()),
            _ => None,
        })
    }

    fn error(&mut self, request: RequestId) -> Option<ErrorCode> {
        self.reply(request)?.err().map(|error| error.code)
    }

    fn is_told(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Tell(_)))
    }

    fn closes(&self) -> Option<CloseReason> {
        self.effects.iter().find_map(|effect| if let Effect::Close(reason) = effect { Some(*reason) } else { None })
    }

    /// The search that the room asked for last.
    fn search(&self) -> SearchId {
        let started = |effect: &Effect| if let Effect::StartSearch { id, .. } = effect { Some(*id) } else { None };
        self.effects.iter().rev().find_map(started).expect("a search has started")
    }

    fn is_cancelled(&self, search: SearchId) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::CancelSearch(id) if *id == search))
    }

    /// The engine starts its search and ends it with a move, or without one.
    fn search_ends(&mut self, best: Option<&str>, result: Result<(), SearchFailure>) {
        let search = self.search();
        self.room.search_started(search, self.now);
        if let Some(best) = best {
            let (best, value) = (best.to_owned(), Value::estimate(Score::DRAW));
            let info = AnyReport { best, value, line: Vec::new(), depth: 1, nodes: 1 };
            self.room.search_reported(search, info);
        }
        self.room.search_ended(search, result, self.now);
        self.collect();
    }

    fn failure(&self) -> Option<String> {
        self.room.snapshot(self.now).position.failure
    }

    fn result(&self) -> Option<ResultReason> {
        self.room.snapshot(self.now).position.result.map(|result| result.reason)
    }

    fn stored(&self, with_event: bool) -> StoredMatch {
        let mut record = self.start.clone();
        record.events = self.room.current_match().events().to_vec();
        if let (true, Some(Write::Event { event, .. })) = (with_event, self.written()) {
            record.events.push(event.clone());
        }
        StoredMatch { record, participants: self.participants.clone(), rematch: None }
    }
}

#[test]
fn everybody_hears_of_a_move_when_it_is_stored_and_not_before() {
    let mut host = Host::new(&[YOU, YOU], "unlimited");
    let client = host.join(HOST);
    host.take();
    let request = host.play(client);
    assert!(matches!(host.written(), Some(Write::Event { index: 0, .. })));
    assert!(!host.is_told() && host.reply(request).is_none());
    host.answer(StoreAnswer::Stored);
    assert_eq!(host.reply(request), Some(Ok(Reply::Done)));
    let told = host.take().into_iter().find_map(|effect| match effect {
        Effect::Tell(ServerMessage::Position { from, position }) => Some((from, position.ply)),
        _ => None,
    });
    assert_eq!(told, Some((0, 1)));
}

#[test]
fn a_write_that_fails_changes_nothing() {
    let mut host = Host::new(&[YOU, YOU], "unlimited");
    let client = host.join(HOST);
    let request = host.play(client);
    host.take();
    host.answer(StoreAnswer::Failed);
    assert_eq!(host.error(request), Some(ErrorCode::Trouble));
    assert!(!host.is_told());
    assert_eq!(host.room.current_match().ply(), 0);
    let again = host.play(client);
    host.answer(StoreAnswer::Stored);
    assert_eq!(host.reply(again), Some(Ok(Reply::Done)));
}

#[test]
fn after_an_unknown_answer_the_match_is_read_again() {
    for (is_stored, reply) in [(true, None), (false, Some(ErrorCode::Trouble))] {
        let mut host = Host::new(&[YOU, YOU], "unlimited");
        let client = host.join(HOST);
        let request = host.play(client);
        let stored = host.stored(is_stored);
        host.answer(StoreAnswer::Unknown);
        assert!(matches!(host.take().last(), Some(Effect::Load)));
        // The store cannot be read, so this is tried again.
        host.room.loaded(None, host.now);
        host.collect();
        host.wake();
        assert!(matches!(host.take().last(), Some(Effect::Load)));
        host.room.loaded(Some(&stored), host.now);
        host.collect();
        assert_eq!(host.reply(request).unwrap().err().map(|error| error.code), reply);
        assert_eq!(host.room.current_match().ply(), usize::from(is_stored));
    }
}

#[test]
fn a_room_whose_match_another_host_owns_closes_for_its_clients() {
    let answers: [fn(&mut Host); 2] = [
        |host| host.answer(StoreAnswer::Superseded),
        |host| {
            let mut stored = host.stored(true);
            stored.rematch = Some(id("r"));
            host.answer(StoreAnswer::Unknown);
            host.room.loaded(Some(&stored), host.now);
            host.collect();
        },
    ];
    for answer in answers {
        let mut host = Host::new(&[YOU, YOU], "unlimited");
        let client = host.join(HOST);
        let requests = [host.play(client), host.play(client)];
        answer(&mut host);
        assert_eq!(requests.map(|request| host.error(request)), [Some(ErrorCode::Busy); 2]);
        assert!(host.effects.iter().any(|effect| matches!(effect, Effect::Tell(ServerMessage::Closing))));
        assert_eq!(host.closes(), Some(CloseReason::Superseded));
        let late = host.play(client);
        assert_eq!(host.error(late), Some(ErrorCode::Busy));
        assert!(host.room.join(ClientId(99), HOST, "", host.now).is_err());
    }
}

#[test]
fn a_command_that_waits_for_a_write_counts_from_its_arrival() {
    // The last one arrives after the end of the time.
    for (arrival, expected) in [(2.9, None), (3.1, Some(ErrorCode::MatchIsOver))] {
        let mut host = Host::new(&[YOU, INVITED], "move=3");
        let client = host.join(HOST);
        host.claim(FRIEND);
        host.answer(StoreAnswer::Stored);
        host.at(1.0).claim(FRIEND);
        let request = host.at(arrival).play(client);
        assert!(host.reply(request).is_none());
        host.take();
        // The store answers when the time has been up for long.
        host.at(20.0).answer(StoreAnswer::Stored);
        host.store_all();
        assert_eq!(host.error(request), expected);
        let event = &host.room.current_match().events()[0];
        assert_eq!(event.at, seconds(arrival));
        assert_eq!(event.kind == EventKind::RanOutOfTime, expected.is_some());
    }
}

#[test]
fn a_command_of_a_client_that_left_meanwhile_still_counts() {
    let mut host = Host::new(&[YOU, YOU], "unlimited");
    let client = host.join(HOST);
    host.play(client);
    let second = host.send(RoomCommand::Match { client, ply: 1, command: Command::Resign });
    host.leave(client);
    host.store_all();
    assert_eq!(host.reply(second), Some(Ok(Reply::Done)));
}

#[test]
fn storing_costs_nobody_time() {
    let mut host = Host::new(&[YOU, YOU], "clock=10");
    let client = host.join(HOST);
    host.at(1.0).play(client);
    host.at(9.0).answer(StoreAnswer::Stored);
    let left = host.room.snapshot(seconds(9.5)).position.clocks.unwrap().left;
    assert_eq!(left, [9000, 9500]);
}

#[test]
fn more_commands_than_may_wait_are_refused_as_busy() {
    let mut host = Host::new(&[YOU, YOU], "unlimited");
    let client = host.join(HOST);
    let requests: Vec<RequestId> = (0..70).map(|_| host.play(client)).collect();
    let busy: Vec<usize> = (0..70).filter(|index| host.error(requests[*index]) == Some(ErrorCode::Busy)).collect();
    assert_eq!(busy, [65, 66, 67, 68, 69]);
    host.store_all();
    assert!(requests.into_iter().all(|request| host.reply(request).is_some()));
}

#[test]
fn a_failed_engine_pauses_the_match_until_a_player_retries_or_replaces_it() {
    let mut host = Host::new(&[engine(), YOU], "unlimited");
    let (player, spectator) = (host.join(HOST), host.join(SPECTATOR));
    let retry = |client, engine: Option<&str>| RoomCommand::RetryEngine { client, engine: engine.map(str::to_owned) };
    let crash = || SearchFailure::Panicked("out of ideas".to_owned());
    let cases = [
        (None, Err(crash()), "The engine crashed: out of ideas."),
        (None, Ok(()), "The engine returned no move."),
        (Some("nonsense"), Ok(()), "The engine returned an illegal move: nonsense."),
    ];
    for (best, result, reason) in cases {
        // A first failure is tried again without a word.
        for _ in 0..2 {
            host.search_ends(best, result.clone());
        }
        host.store_all();
        assert_eq!(host.failure().as_deref(), Some(reason));
        assert_eq!(host.result(), None, "an engine never resigns");
        assert_eq!(host.done(retry(spectator, None)).unwrap_err().code, ErrorCode::NotYourSeat);
        assert_eq!(host.done(retry(player, Some("no-such-engine"))).unwrap_err().code, ErrorCode::BadEngine);
        assert_eq!(host.done(retry(player, None)), Ok(Reply::Done));
        assert_eq!(host.failure(), None);
    }
    for _ in 0..2 {
        host.search_ends(None, Ok(()));
    }
    host.store_all();
    host.take();
    assert_eq!(host.done(retry(player, Some("random"))), Ok(Reply::Done));
    let best = host.room.current_match().game().legal_moves().swap_remove(0);
    host.search_ends(Some(&best), Ok(()));
    host.store_all();
    assert_eq!((host.room.current_match().ply(), host.failure()), (1, None));
    assert_eq!(host.done(retry(player, None)).unwrap_err().message, "No engine has failed.");
}

#[test]
fn the_clock_of_a_failed_engine_decides_unless_the_terms_say_forfeit() {
    for (terms, reason) in
        [("move=3", ResultReason::RanOutOfTime), ("move=30,engine-failure=forfeit", ResultReason::EngineFailed)]
    {
        let mut host = Host::new(&[engine(), YOU], terms);
        host.join(HOST);
        host.search_ends(None, Ok(()));
        if host.result().is_none() && host.written().is_none() {
            host.search_ends(None, Ok(()));
        }
        host.store_all();
        while host.result().is_none() {
            host.wake();
            host.store_all();
        }
        assert_eq!(host.result(), Some(reason));
    }
}

#[test]
fn waiting_for_a_worker_costs_an_engine_no_time() {
    let mut host = Host::new(&[engine(), YOU], "move=3");
    host.join(HOST);
    for _ in 0..50 {
        let search = host.search();
        host.take();
        host.room.search_interrupted(search, host.now);
        host.collect();
        host.wake();
    }
    assert!(host.now >= seconds(5.0));
    let clocks = host.room.snapshot(host.now).position.clocks.unwrap();
    assert_eq!((clocks.left, clocks.running), ([3000, 3000], false));
    host.room.search_started(host.search(), host.now);
    assert!(host.room.snapshot(host.now).position.clocks.unwrap().running);
}

#[test]
fn engines_stop_in_an_empty_room_unless_they_are_on_a_clock() {
    for (terms, is_stopped) in [("unlimited", true), ("move=30", false)] {
        let mut host = Host::new(&[engine(), YOU], terms);
        let client = host.join(HOST);
        let search = host.search();
        host.room.search_started(search, host.now);
        host.at(1.0).leave(client);
        assert_eq!(host.wake_at == Some(seconds(6.0)), is_stopped, "a page reload interrupts nothing");
        host.room.wake(seconds(6.0));
        host.collect();
        assert_eq!(host.is_cancelled(search), is_stopped, "{terms}");
        if is_stopped {
            host.take();
            host.join(HOST);
            assert_ne!(host.search(), search, "the engine goes on when somebody is here");
        }
    }
}

#[test]
fn an_empty_room_closes_later_while_a_clock_runs() {
    for (terms, minutes) in [("unlimited", 1.0), ("clock=9999", 10.0)] {
        let mut host = Host::new(&[YOU, YOU], terms);
        let client = host.join(HOST);
        host.at(7.0).leave(client);
        while host.closes().is_none() {
            host.wake();
        }
        assert_eq!((host.closes(), host.now), (Some(CloseReason::Empty), seconds(7.0 + 60.0 * minutes)));
        // Somebody is on the way, so the host keeps it; later it is asked again.
        host.take();
        host.wake();
        assert_eq!(host.closes(), Some(CloseReason::Empty));
        host.join(HOST);
        host.take();
        host.wake_at = None;
        host.room.wake(host.now + seconds(9.0));
        host.collect();
        assert_eq!(host.closes(), None);
    }
}

#[test]
fn a_seat_is_for_the_first_who_claims_it() {
    let mut host = Host::new(&[YOU, INVITED], "move=3");
    let player = host.join(HOST);
    let play = host.play(player);
    assert_eq!(host.error(play), Some(ErrorCode::Waiting), "clocks start when everybody is there");
    let [first, rival, again] = [FRIEND, RIVAL, FRIEND].map(|token| {
        let request = host.claim(token);
        host.store_all();
        host.reply(request).unwrap().map_err(|error| error.code)
    });
    assert_eq!((first, rival, again), (Ok(Reply::Done), Err(ErrorCode::SeatTaken), Ok(Reply::Done)));
    let wrong = host.send(RoomCommand::ClaimSeat { invitation: RIVAL, token: RIVAL });
    assert_eq!(host.error(wrong), Some(ErrorCode::NotYourSeat));
    let friend = host.join(FRIEND);
    let early = host.play(friend);
    assert_eq!(host.error(early), Some(ErrorCode::NotYourTurn));
    host.play(player);
    host.store_all();
    let reply = host.play(friend);
    host.store_all();
    assert_eq!(host.reply(reply), Some(Ok(Reply::Done)));
    assert_eq!(host.room.current_match().events()[1].by, Player::Second);
}

#[test]
fn a_match_has_one_rematch_which_its_people_create() {
    let mut host = Host::new(&[YOU, INVITED], "unlimited");
    let rematch = |token, letter| RoomCommand::Rematch { token, swap: true, id: id(letter) };
    assert_eq!(host.done(rematch(SPECTATOR, "a")).unwrap_err().code, ErrorCode::NotYourSeat);
    let first = host.send(rematch(HOST, "b"));
    let Some(Write::Rematch { participants, record, .. }) = host.written() else { panic!("a rematch is stored") };
    assert!(matches!(participants.seats[1], SeatAssignment::Person { token: Some(_), .. }), "the seats are swapped");
    assert!(record.events.is_empty());
    let second = host.send(rematch(HOST, "c"));
    host.store_all();
    assert_eq!(
        [first, second].map(|request| host.reply(request)),
        [Some(Ok(Reply::Rematch(id("b")))), Some(Ok(Reply::Rematch(id("b"))))]
    );
}

#[test]
fn analysis_is_closed_while_two_people_play() {
    let mut host = Host::new(&[YOU, INVITED], "unlimited");
    let client = host.join(HOST);
    assert_eq!(host.room.position_for_analysis(0).unwrap_err().code, ErrorCode::AnalysisClosed);
    host.command(client, Command::Resign);
    host.store_all();
    assert!(host.room.position_for_analysis(0).is_ok());
    assert_eq!(host.room.position_for_analysis(1).unwrap_err().code, ErrorCode::StaleState);
    let agreed = Host::new(&[YOU, INVITED], "unlimited,analysis");
    assert!(agreed.room.position_for_analysis(0).is_ok());
}

#[test]
fn the_host_sets_the_pace_of_engines_and_nobody_else() {
    let mut host = Host::new(&[engine(), engine()], "unlimited");
    let (owner, spectator) = (host.join(HOST), host.join(SPECTATOR));
    let pace = |client, seconds| RoomCommand::SetPace { client, seconds, is_paused: true };
    assert_eq!(host.done(pace(spectator, 1.0)).unwrap_err().code, ErrorCode::NotYourSeat);
    assert_eq!(host.done(pace(owner, 61.0)).unwrap_err().code, ErrorCode::BadRequest);
    assert_eq!(host.done(pace(owner, 2.0)), Ok(Reply::Done));
    let room = host.room.snapshot(host.now).room;
    assert_eq!((room.pace.to_bits(), room.paused), (2.0f64.to_bits(), true));
    // A paused engine finishes its search, but does not move.
    let best = host.room.current_match().game().legal_moves().swap_remove(0);
    host.search_ends(Some(&best), Ok(()));
    host.store_all();
    assert_eq!(host.room.current_match().ply(), 0);
}
