//! The players of a tournament, and the list that turns a name into a player.

use std::fmt::{self, Debug};
use std::io::Write;
use std::sync::Arc;

use parlor_core::{Game, Player, Text};
use parlor_games::tic_tac_toe::{Bitboard, Genius, Square, TicTacToe};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::TournamentError;
use crate::line_input::LineReader;

/// A player that chooses the moves of one side, for one round.
pub trait TournamentPlayer<B: Bitboard, const N: u32> {
    /// Chooses a legal move. Only a person is asked, through `out` and stdin.
    fn choose_move(&mut self, position: &TicTacToe<B, N>, out: &mut dyn Write) -> Result<Square, TournamentError>;

    /// Whether the player reads stdin, so that rounds must be played one after the other.
    fn is_interactive(&self) -> bool {
        false
    }
}

/// Constructor of a player for one round, from the seed of its random numbers.
type BuildPlayer<B, const N: u32> = Arc<dyn Fn(u64) -> Box<dyn TournamentPlayer<B, N>> + Send + Sync>;

/// A player that can be named.
#[derive(Clone)]
pub struct PlayerEntry<B: Bitboard, const N: u32> {
    name: Text,
    build: BuildPlayer<B, N>,
}

impl<B: Bitboard, const N: u32> PlayerEntry<B, N> {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Builds the player for one round. Equal seeds give equal players.
    pub fn build(&self, seed: u64) -> Box<dyn TournamentPlayer<B, N>> {
        (self.build)(seed)
    }
}

impl<B: Bitboard, const N: u32> Debug for PlayerEntry<B, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Players by name.
#[derive(Clone, Debug)]
pub struct PlayerFactory<B: Bitboard, const N: u32> {
    entries: Vec<PlayerEntry<B, N>>,
}

impl<B: Bitboard, const N: u32> PlayerFactory<B, N> {
    /// `human`, `clever`, `whatever` and `genius`, for boards where this streak wins. A streak outside `2..=N` is
    /// taken to be N. All rounds share one genius, whose tables are filled when they are first needed.
    pub fn standard(streak: u8) -> PlayerFactory<B, N> {
        let genius = Arc::new(Genius::<B, N>::new(TicTacToe::<B, N>::new(streak).streak()));
        PlayerFactory { entries: Vec::new() }
            .with_player("human", |_| Human)
            .with_player("clever", Clever::new)
            .with_player("whatever", Whatever::new)
            .with_player("genius", move |_| GeniusPlayer::new(Arc::clone(&genius)))
    }

    /// Adds a player; an earlier one of the same name is replaced. `build` gets the seed of the player's random
    /// numbers, which differs between rounds.
    #[must_use]
    pub fn with_player<P: TournamentPlayer<B, N> + 'static>(
        mut self,
        name: impl Into<Text>,
        build: impl Fn(u64) -> P + Send + Sync + 'static,
    ) -> PlayerFactory<B, N> {
        let name = name.into();
        self.entries.retain(|entry| !entry.name.eq_ignore_ascii_case(&name));
        self.entries.push(PlayerEntry { name, build: Arc::new(move |seed| Box::new(build(seed))) });
        self
    }

    /// The player of this name; case does not matter.
    pub fn find(&self, name: &str) -> Option<PlayerEntry<B, N>> {
        self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).cloned()
    }

    /// All names, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(PlayerEntry::name)
    }
}

/// A person at the terminal, who types the row and the column of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Human;

impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for Human {
    fn choose_move(&mut self, position: &TicTacToe<B, N>, out: &mut dyn Write) -> Result<Square, TournamentError> {
        let mark = match position.turn() {
            Player::First => 'X',
            Player::Second => 'O',
        };
        write!(out, "Player {mark}, type coordinates: ")?;
        loop {
            out.flush()?;
            // Two people share stdin: each reads the next line when asked.
            let line = LineReader::stdin().next_line()?.ok_or(TournamentError::InputEnded { mark })?;
            match position.parse_move(line.trim()) {
                Ok(square) => return Ok(square),
                Err(_) => write!(out, "Invalid coordinates, type again: ")?,
            }
        }
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// Plays a uniformly random free cell.
#[derive(Clone, Debug)]
pub struct Whatever(SmallRng);

impl Whatever {
    pub fn new(seed: u64) -> Whatever {
        Whatever(SmallRng::seed_from_u64(seed))
    }
}

impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for Whatever {
    fn choose_move(&mut self, position: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
        let count = position.legal_moves().count().max(1);
        position.legal_moves().nth(self.0.random_range(0..count)).ok_or(TournamentError::NoMove)
    }
}

/// Completes its own line if it can, else blocks the opponent's, else plays at random.
#[derive(Clone, Debug)]
pub struct Clever(SmallRng);

impl Clever {
    pub fn new(seed: u64) -> Clever {
        Clever(SmallRng::seed_from_u64(seed))
    }
}

impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for Clever {
    fn choose_move(&mut self, position: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
        position.clever_move(&mut self.0).ok_or(TournamentError::NoMove)
    }
}

/// Plays perfectly where that can be proved. Its tables are shared between players.
#[derive(Clone, Debug)]
pub struct GeniusPlayer<B: Bitboard, const N: u32>(Arc<Genius<B, N>>);

impl<B: Bitboard, const N: u32> GeniusPlayer<B, N> {
    pub fn new(genius: Arc<Genius<B, N>>) -> GeniusPlayer<B, N> {
        GeniusPlayer(genius)
    }
}

impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for GeniusPlayer<B, N> {
    fn choose_move(&mut self, position: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
        self.0.choose(position).ok_or(TournamentError::NoMove)
    }
}
