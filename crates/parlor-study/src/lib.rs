//! Studying games: what one person does besides playing. Functions and state machines over a catalog, without I/O, threads
//! or a clock, so that a server and a browser host the same code.
//!
//! | item | content |
//! |---|---|
//! | [`Analysis`] | the values of all moves of a position, from several engines one after the other |
//! | [`ReviewedPosition`] | the judgement of a played move |
//! | [`Exploration`] | any position with the values of its moves and a line of best moves |
//! | [`PuzzleView`], [`list_puzzles`] | the puzzles of a game |
//! | [`SearchTraceRequest`], [`trace`] | how an engine searches a small position, step by step |
//! | [`SampleGame`] | a game that shows how a game is played |
//! | [`StudyError`] | why one of these is not possible |
//!
//! An [`Analysis`] and an [`Exploration`] ask their host for searches and are told what was found.

mod analysis;
mod explorer;
mod move_review;
mod puzzles;
mod sample_game;
mod search_trace;
mod study_error;

pub use analysis::{Analysis, EngineSearch, MoveValue, MoveValues, best_move, move_values};
pub use explorer::{AnalysisRequest, Exploration, LineStep, PositionAnalysis};
pub use move_review::{Judgement, JudgementKind, ResultChange, ReviewedPosition, Verdict, judge_move};
pub use puzzles::{PuzzleSummary, PuzzleView, find_puzzle, list_puzzles};
pub use sample_game::{SampleGame, SceneChanges};
pub use search_trace::{SearchTraceRequest, SearchTraceView, TraceSearch, TracedSearch, trace};
pub use study_error::StudyError;
