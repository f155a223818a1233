//! World of a simulation: the host of one room, with virtual time.

use std::collections::BTreeMap;
use std::time::Duration;

use parlor_core::SplitMix64;
use parlor_match::Match;
use parlor_room::{
    ClientId, CloseReason, Effect, EngineOffer, MatchId, Participants, RequestId, Room, RoomCommand, SecretHash,
    StoreAnswer,
};

use super::clients::{HOST, SPECTATOR};
use super::microseconds;
use super::services::{Disk, Search};

/// Things that happen while there are faults.
const ACTIONS: usize = 60;
/// Longer than an empty room stays open, and than a player has.
const REST: Duration = Duration::from_secs(150);

pub(super) struct World {
    pub(super) random: SplitMix64,
    pub(super) offer: EngineOffer,
    pub(super) room: Room,
    pub(super) now: Duration,
    pub(super) disk: Disk,
    is_faulty: bool,
    /// When the write in flight is answered, and how.
    write: Option<(Duration, StoreAnswer)>,
    load_at: Option<Duration>,
    pub(super) search: Option<Search>,
    wake_at: Option<Duration>,
    pub(super) clients: Vec<(ClientId, SecretHash)>,
    pub(super) requests: BTreeMap<RequestId, RoomCommand>,
    pub(super) latest_id: u64,
    /// The match, participants and rematch whose storage was acknowledged: all that anybody may be told.
    pub(super) replica: Match,
    pub(super) participants: Participants,
    pub(super) rematch: Option<MatchId>,
    pub(super) is_superseded: bool,
    is_logged: bool,
    pub(super) trace: Vec<String>,
    pub(super) violation: Option<String>,
}

fn match_id() -> MatchId {
    MatchId::parse(&"m".repeat(MatchId::LENGTH)).unwrap()
}

impl World {
    pub(super) fn new(
        random: SplitMix64,
        offer: EngineOffer,
        replica: Match,
        participants: Participants,
        is_logged: bool,
    ) -> World {
        let record = replica.record();
        let disk = Disk { record, participants: participants.clone(), rematch: None, is_taken: false };
        let room = Room::new(match_id(), replica.clone(), participants.clone(), None, offer.clone(), Duration::ZERO);
        World {
            random,
            offer,
            room,
            now: Duration::ZERO,
            disk,
            is_faulty: true,
            write: None,
            load_at: None,
            search: None,
            wake_at: None,
            clients: Vec::new(),
            requests: BTreeMap::new(),
            latest_id: 0,
            replica,
            participants,
            rematch: None,
            is_superseded: false,
            is_logged,
            trace: Vec::new(),
            violation: None,
        }
    }

    /// Adds a line to the history of the run.
    pub(super) fn log(&mut self, line: impl FnOnce() -> String) {
        if self.is_logged {
            self.trace.push(format!("{:10.6} {}", self.now.as_secs_f64(), line()));
        }
    }

    /// Reports that an invariant does not hold.
    pub(super) fn fail(&mut self, violation: String) {
        self.log(|| violation.clone());
        self.violation.get_or_insert(violation);
    }

    pub(super) fn run(&mut self) {
        self.perform();
        self.join_as(&[HOST]);
        for _ in 0..ACTIONS {
            let time = self.now + self.think_time();
            self.run_until(time);
            if self.random.below(60) == 0 {
                self.restart("the host crashes");
            }
            self.act();
            self.perform();
            if self.violation.is_some() {
                return;
            }
        }
        self.settle();
    }

    /// Ends all faults, lets everybody come to rest, and checks what remains.
    fn settle(&mut self) {
        self.log(|| "the faults end".to_owned());
        self.is_faulty = false;
        self.run_until(self.now + Duration::from_secs(5));
        self.join_as(&[SPECTATOR]);
        self.perform();
        self.run_until(self.now + REST);
        if let Some((request, command)) = self.requests.pop_first() {
            self.fail(format!("{request:?} has no reply: {command:?}"));
        }
        self.check_rest();
    }

    /// Lets happen what is due up to a time.
    fn run_until(&mut self, time: Duration) {
        while self.violation.is_none() {
            let write_at = self.write.as_ref().map(|(at, _)| *at);
            let search_at = self.search.as_ref().map(Search::next_at);
            let next = [write_at, self.load_at, search_at, self.wake_at].into_iter().flatten().min();
            let Some(next) = next.filter(|next| *next <= time) else { break };
            self.now = self.now.max(next);
            if write_at == Some(next) {
                self.answer();
            } else if self.load_at == Some(next) {
                self.load();
            } else if search_at == Some(next) {
                self.continue_search();
            } else {
                self.wake_at = None;
                self.room.wake(self.now);
            }
            self.perform();
        }
        self.now = self.now.max(time);
    }

    fn answer(&mut self) {
        let Some((_, answer)) = self.write.take() else { return };
        self.log(|| format!("the store answers {answer:?}"));
        if answer == StoreAnswer::Stored {
            self.acknowledge();
        }
        self.room.store_answered(answer, self.now);
    }

    fn load(&mut self) {
        self.load_at = None;
        if self.is_faulty && self.random.below(4) == 0 {
            self.log(|| "the store cannot be read".to_owned());
            return self.room.loaded(None, self.now);
        }
        self.log(|| "the room loads the match".to_owned());
        self.acknowledge();
        self.room.loaded(Some(&self.disk.load()), self.now);
    }

    fn continue_search(&mut self) {
        let Some(mut search) = self.search.take() else { return };
        let (id, now) = (search.id, self.now);
        if !search.is_started {
            search.is_started = true;
            let report = search.report.clone();
            self.search = Some(search);
            self.room.search_started(id, now);
            if let Some(report) = report {
                self.room.search_reported(id, report);
            }
            return;
        }
        self.log(|| match &search.result {
            Some(Ok(())) => format!("the search ends: {:?}", search.report.as_ref().map(|info| &info.best)),
            Some(Err(failure)) => format!("the search fails: {failure}"),
            None => "the search is interrupted".to_owned(),
        });
        match search.result {
            Some(result) => self.room.search_ended(id, result, now),
            None => self.room.search_interrupted(id, now),
        }
    }

    /// What is stored may be told from now on.
    fn acknowledge(&mut self) {
        let events = self.disk.record.events[self.replica.events().len()..].to_vec();
        for event in events {
            if let Err(error) = self.replica.admit(self.replica.events().len(), &event) {
                return self.fail(format!("the stored events are no match: {error}"));
            }
        }
        self.participants = self.disk.participants.clone();
        self.rematch = self.disk.rematch.clone();
    }

    /// Does what the room asks for.
    pub(super) fn perform(&mut self) {
        while let Some(effect) = self.room.next_effect() {
            match effect {
                Effect::Store(write) => {
                    self.log(|| format!("stores {write:?}"));
                    if self.write.is_some() || self.load_at.is_some() {
                        return self.fail("two writes are in flight".to_owned());
                    }
                    let answer = self.disk.write(&write, self.is_faulty, &mut self.random);
                    self.write = Some((self.now + self.latency(), answer));
                }
                Effect::Load => {
                    if self.write.is_some() || self.load_at.is_some() {
                        return self.fail("the match is read while the store has something else to do".to_owned());
                    }
                    self.load_at = Some(self.now + self.latency());
                }
                Effect::Tell(message) => self.check_told(&message),
                Effect::Reply { request, result } => self.check_reply(request, &result),
                Effect::StartSearch { id, game, .. } => {
                    if self.search.is_some() {
                        return self.fail("two searches run".to_owned());
                    }
                    if self.is_faulty && self.random.below(8) == 0 {
                        self.log(|| "no worker is free".to_owned());
                        self.room.search_interrupted(id, self.now);
                    } else {
                        self.search = Some(Search::new(id, &*game, self.now, self.is_faulty, &mut self.random));
                    }
                }
                Effect::CancelSearch(id) => {
                    self.log(|| "the search is cancelled".to_owned());
                    if self.search.take().is_none_or(|search| search.id != id) {
                        return self.fail("a search is cancelled that does not run".to_owned());
                    }
                }
                Effect::WakeAt(at) => {
                    if at <= self.now {
                        return self.fail("a room wants to wake in the past".to_owned());
                    }
                    self.wake_at = Some(at);
                }
                Effect::Close(CloseReason::Empty) => {
                    if !self.clients.is_empty() {
                        return self.fail("a room closes that is not empty".to_owned());
                    }
                    if self.random.below(2) == 0 {
                        self.restart("the room closes");
                    }
                }
                Effect::Close(CloseReason::Superseded) => {
                    if !self.requests.is_empty() {
                        return self.fail("a room closes without a reply".to_owned());
                    }
                    self.is_superseded = true;
                    self.restart("the room is superseded");
                }
            }
        }
    }

    fn latency(&mut self) -> Duration {
        let is_stalled = self.is_faulty && self.random.below(10) == 0;
        let longest = if is_stalled { Duration::from_secs(8) } else { Duration::from_millis(20) };
        microseconds(&mut self.random, longest)
    }

    /// Opens the room again from the store. Who was there is not any more, and a write that was on its way is
    /// known.
    fn restart(&mut self, reason: &str) {
        self.log(|| reason.to_owned());
        (self.write, self.load_at, self.search, self.wake_at) = (None, None, None, None);
        (self.clients, self.requests, self.is_superseded) = (Vec::new(), BTreeMap::new(), false);
        self.disk.is_taken = false;
        self.acknowledge();
        let (replica, participants) = (self.replica.clone(), self.participants.clone());
        let (rematch, offer) = (self.rematch.clone(), self.offer.clone());
        self.room = Room::new(match_id(), replica, participants, rematch, offer, self.now);
        self.perform();
    }
}
