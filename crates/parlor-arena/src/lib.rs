//! Competitions between engines: who meets whom, from which openings, under which limits, and what the results mean.
//!
//! | item | content |
//! |---|---|
//! | [`Competition`] | description of a competition, read from TOML or built in code |
//! | [`schedule`] | match, round robin, gauntlet and Swiss; the blocks of games they are made of |
//! | [`openings`](openings()) | balanced, distinct openings; every pairing gets the same ones |
//! | [`run`] | plays a competition on worker threads, and resumes an interrupted one |
//! | [`CompetitionJob`], [`MatchKind`] | a competition as a job of `parlor-distributed`, for many machines |
//! | [`Store`] | `SQLite` file in which a finished game is stored before it counts |
//! | [`statistics`] | Elo with error bars from pairs, SPRT, Bradley-Terry ratings |
//! | [`Tally`], [`Standings`] | results that count, and the table made of them |
//! | [`html_report`], [`page`] | a self-contained report; the live pages of a site |
//!
//! # Example
//!
//! ```
//! use parlor_arena::{Competition, Limit, Standings, Store, openings, run};
//! use parlor_core::StopFlag;
//!
//! let catalog = parlor_games::catalog();
//! let mut competition = Competition::new("four-in-a-row", &["alphabeta:depth=2", "random"]);
//! competition.games = 20;
//! competition.limits = vec![Limit::Nodes(1000)];
//! let competition = competition.complete(&catalog)?;
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("arena.sqlite"))?;
//! let id = store.create(&competition, &openings(&competition, &catalog)?)?;
//! let stored = store.competition(Some(id))?;
//! let tally = run(&catalog, &mut store, &stored, 2, &StopFlag::default(), &mut |_| {})?;
//!
//! let standings = Standings::new(&competition, &tally, None);
//! assert_eq!(standings.rows[0].name, "alphabeta:depth=2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudicator;
mod arena_error;
mod competition;
mod competition_job;
mod engine_seeds;
mod game;
mod limit;
mod match_kind;
mod openings;
mod pages;
mod replay;
mod report;
mod runner;
pub mod schedule;
mod standings;
pub mod statistics;
mod store;
mod stored_game;
mod tally;
mod worker;

pub use arena_error::ArenaError;
pub use competition::{Competition, Entrant, OpeningChoice, Overrun};
pub use competition_job::{CompetitionJob, Progress};
pub use limit::{Limit, ParseLimitError, describe_limit};
pub use match_kind::{MatchKind, blocks_per_batch, offer};
pub use openings::{Opening, openings, parse_openings};
pub use pages::{Page, find_competition, page};
pub use replay::{counted_failures, stored_tally};
pub use report::{RatioSeries, html_report};
pub use runner::run;
pub use standings::{Comparison, CrossScore, SprtState, Standings, StandingsRow, has_cross_table};
pub use store::{CompetitionEntry, CompetitionId, Distribution, Store, StoredCompetition};
pub use stored_game::{GameId, StoredGame, StoredMove};
pub use tally::{FailureCount, GameSummary, PairSummary, Tally};
pub use worker::{MatchRunner, MatchWork, RunningGame};
