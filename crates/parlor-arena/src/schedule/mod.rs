//! Schedules: which engines meet, in which order, from which openings.
//!
//! A schedule is a sequence of rounds. A round is divided into [`Block`]s, the unit of work: pairs of games between
//! two engines under one limit, from a range of openings. Every pairing of a round gets the same openings.

mod matching;
mod rounds;
mod swiss;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub(crate) use rounds::{Rounds, total_pairs};
pub use swiss::{SwissScores, pair_round};

/// Format of a competition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines.
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
    /// Rounds between engines of similar scores.
    Swiss,
}

impl Format {
    pub const ALL: [Format; 4] = [Format::Match, Format::RoundRobin, Format::Gauntlet, Format::Swiss];

    /// Name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Match => "match",
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
        }
    }
}

/// Two engines that meet; `a` has the first move in the first game of each pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pairing {
    pub a: usize,
    pub b: usize,
}

/// Pairings that are played at the same time, from the same openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    pub openings: Range<u32>,
    /// Number of the round's first pair within the competition.
    pub first_pair: u64,
}

/// Pairs of one pairing under one limit. Its games are the same wherever it is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    pub pairing: Pairing,
    /// Index of the limit.
    pub limit: usize,
    pub openings: Range<u32>,
    /// Number of the first pair within the competition; the others follow.
    pub first_pair: u64,
}

impl Block {
    /// Number and opening of each pair.
    pub fn pairs(&self) -> impl Iterator<Item = (u64, u32)> + use<> {
        (self.first_pair..).zip(self.openings.clone())
    }
}

impl Round {
    pub fn pair_count(&self, limits: usize) -> u64 {
        self.pairings.len() as u64 * limits as u64 * self.openings.len() as u64
    }

    /// The blocks of the round. All pairings advance together, so that early standings are meaningful.
    pub fn blocks(&self, limits: usize, block_pairs: u32) -> impl Iterator<Item = Block> + use<> {
        let Round { pairings, openings, first_pair } = self.clone();
        let step = block_pairs.max(1);
        let starts = openings.clone().step_by(step as usize);
        let mut next_pair = first_pair;
        starts
            .flat_map(move |start| {
                let range = start..start.saturating_add(step).min(openings.end);
                let pairings = pairings.clone();
                pairings.into_iter().flat_map(move |pairing| {
                    let range = range.clone();
                    (0..limits).map(move |limit| (pairing, limit, range.clone()))
                })
            })
            .map(move |(pairing, limit, openings)| {
                let block = Block { pairing, limit, openings, first_pair: next_pair };
                next_pair += block.openings.len() as u64;
                block
            })
    }
}

/// Pairings of a round robin by the circle method: engines meet once, and each plays about every other turn.
pub fn round_robin(engines: usize) -> impl Iterator<Item = Pairing> {
    // With an odd number, the engine that would meet this additional one has a bye.
    let size = engines + engines % 2;
    let turns = size.saturating_sub(1);
    (0..turns).flat_map(move |turn| {
        let seat = move |place: usize| if place == 0 { 0 } else { (place - 1 + turn) % turns + 1 };
        (0..size / 2).filter_map(move |place| {
            let (one, two) = (seat(place), seat(size - 1 - place));
            let is_bye = one >= engines || two >= engines;
            // Who is listed first alternates, so that no engine always opens its pairs.
            let (a, b) = if (turn + place) % 2 == 0 { (one, two) } else { (two, one) };
            (!is_bye).then_some(Pairing { a, b })
        })
    })
}

/// Pairings of the first engine with all others.
pub fn gauntlet(engines: usize) -> impl Iterator<Item = Pairing> {
    (1..engines).map(|b| Pairing { a: 0, b })
}
