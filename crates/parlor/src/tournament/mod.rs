//! Tic-Tac-Toe tournament: players, renderers, the lists that turn names into them, and rounds.
//!
//! | item | content |
//! |---|---|
//! | [`TournamentPlayer`] | a player; implement it to add one |
//! | [`Human`], [`Whatever`], [`Clever`], [`GeniusPlayer`] | the players of `parlor tournament` |
//! | [`EnginePlayer`], [`EnginePool`] | engines of a catalog as players, such as external programs |
//! | [`PlayerFactory`] | players by name |
//! | [`Renderer`] | output of the board; implement it to add one |
//! | [`Console`], [`NoOutput`] | the renderers of `parlor tournament` |
//! | [`RendererFactory`] | renderers by name |
//! | [`Tournament`], [`TournamentResult`] | the rounds, and who won them |
//!
//! The type parameters are those of [`TicTacToe`](parlor_games::tic_tac_toe::TicTacToe): an integer that holds the
//! cells (`u64` up to 7x7, `u128` up to 9x9), and the size of the board.
//!
//! # Example: a player and a renderer of your own
//!
//! ```
//! use std::io::{self, Write};
//!
//! use parlor::tournament::{
//!     PlayerFactory, Renderer, RendererFactory, Tournament, TournamentError, TournamentPlayer,
//! };
//! use parlor_core::Game;
//! use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};
//!
//! /// Takes the first free cell.
//! struct InOrder;
//!
//! impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for InOrder {
//!     fn choose_move(&mut self, position: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
//!         position.legal_moves().next().ok_or(TournamentError::NoMove)
//!     }
//! }
//!
//! /// Prints the position as one line.
//! struct OneLine;
//!
//! impl<B: Bitboard, const N: u32> Renderer<B, N> for OneLine {
//!     fn is_visible(&self) -> bool {
//!         true
//!     }
//!
//!     fn render(&self, position: &TicTacToe<B, N>, out: &mut dyn Write) -> io::Result<()> {
//!         writeln!(out, "{position}")
//!     }
//! }
//!
//! // 4x4, three in a line win.
//! let players = PlayerFactory::<u64, 4>::standard(3).with_player("in-order", |_seed| InOrder);
//! let renderers = RendererFactory::standard().with_renderer("one-line", || OneLine);
//! let pair = ["in-order", "genius"].map(|name| players.find(name).expect("a known player"));
//!
//! let mut out = Vec::new();
//! let tournament = Tournament::new(10, 3, pair, 7);
//! let result = tournament.play(&*renderers.build("one-line").expect("a known renderer"), &mut out)?;
//! assert_eq!(result.won[0] + result.won[1] + result.ties, 10);
//! assert!(String::from_utf8_lossy(&out).starts_with("----/----/----/----\nX---/----/----/----\n"));
//! # Ok::<(), TournamentError>(())
//! ```

mod external;
mod players;
mod renderers;
mod rounds;
mod tournament_error;

pub use external::{EnginePlayer, EnginePool};
pub use players::{Clever, GeniusPlayer, Human, PlayerEntry, PlayerFactory, TournamentPlayer, Whatever};
pub use renderers::{Console, NoOutput, Renderer, RendererFactory};
pub use rounds::{Tournament, TournamentResult};
pub use tournament_error::TournamentError;
