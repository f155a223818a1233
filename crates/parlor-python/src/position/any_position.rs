//! Type-erased immutable positions: [`EncodedPosition`] of a game with an encoding, [`PlainPosition`] of any other.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use parlor_core::{AnyGame, ErasedGame, IllegalMove, Outcome, Player, Setup};

use crate::encoding::{Encode, for_each_game};

/// An immutable position of any game.
pub(crate) trait AnyPosition: Any + Send + Sync {
    fn setup(&self) -> &Setup;
    /// The position as the type that engines and scenes need, with its last move.
    fn erased(&self) -> Box<dyn AnyGame>;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn text(&self) -> String;
    /// Text of the position before the last move, and that move, where there was one.
    fn origin(&self) -> Option<(String, String)>;
    fn legal_moves(&self) -> Vec<String>;
    fn legal_actions(&self) -> Vec<usize>;
    fn action_count(&self) -> usize;
    /// Number of a legal move.
    fn action(&self, notation: &str) -> Result<usize, IllegalMove>;
    fn notation(&self, action: usize) -> Result<String, IllegalMove>;
    fn play(&self, notation: &str) -> Result<Box<dyn AnyPosition>, IllegalMove>;
    fn play_action(&self, action: usize) -> Result<Box<dyn AnyPosition>, IllegalMove>;
    fn key(&self) -> u64;
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    /// Shape, observation and mask, where the game has an encoding.
    fn encoding(&self) -> Option<Encoding>;
    fn images(&self) -> Vec<(Box<dyn AnyPosition>, Vec<usize>)>;
}

/// A position as arrays.
pub(crate) struct Encoding {
    pub(crate) shape: [usize; 3],
    pub(crate) observation: Vec<i8>,
    pub(crate) mask: Vec<i8>,
}

/// Finds the type of a game that was just started, and wraps its position.
pub(crate) fn wrap(game: Box<dyn AnyGame>) -> Box<dyn AnyPosition> {
    macro_rules! find {
        ($($game:ty),*) => {
            $(if let Some(erased) = game.as_any().downcast_ref::<ErasedGame<$game>>() {
                let setup = Arc::new(game.setup().clone());
                let position = *erased.typed_position();
                return Box::new(EncodedPosition::<$game> { setup, position, before: None });
            })*
        };
    }
    for_each_game!(find);
    Box::new(PlainPosition { game, before: None })
}

/// A position of a game with an encoding.
pub(crate) struct EncodedPosition<G: Encode> {
    pub(crate) setup: Arc<Setup>,
    pub(crate) position: G,
    /// The position before the last move, and that move.
    pub(crate) before: Option<(G, G::Move)>,
}

impl<G: Encode> EncodedPosition<G> {
    fn play_move(&self, m: G::Move) -> Box<dyn AnyPosition> {
        let before = Some((self.position, m));
        Box::new(EncodedPosition { setup: Arc::clone(&self.setup), position: self.position.after(m), before })
    }

    fn legal_move(&self, action: usize) -> Result<G::Move, IllegalMove> {
        self.position.move_of(action).filter(|m| self.position.is_legal(*m)).ok_or(IllegalMove)
    }
}

impl<G: Encode> AnyPosition for EncodedPosition<G> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn erased(&self) -> Box<dyn AnyGame> {
        if let Some((before, m)) = self.before {
            let mut game = ErasedGame::boxed((*self.setup).clone(), before);
            if game.play(&m.to_string()).is_ok() {
                return game;
            }
        }
        ErasedGame::boxed((*self.setup).clone(), self.position)
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    fn origin(&self) -> Option<(String, String)> {
        self.before.map(|(before, m)| (before.to_string(), m.to_string()))
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().map(|m| m.to_string()).collect()
    }

    fn legal_actions(&self) -> Vec<usize> {
        self.position.legal_moves().map(|m| self.position.action(m)).collect()
    }

    fn action_count(&self) -> usize {
        self.position.action_count()
    }

    fn action(&self, notation: &str) -> Result<usize, IllegalMove> {
        self.position.parse_move(notation).map(|m| self.position.action(m))
    }

    fn notation(&self, action: usize) -> Result<String, IllegalMove> {
        self.position.move_of(action).map(|m| m.to_string()).ok_or(IllegalMove)
    }

    fn play(&self, notation: &str) -> Result<Box<dyn AnyPosition>, IllegalMove> {
        self.position.parse_move(notation).map(|m| self.play_move(m))
    }

    fn play_action(&self, action: usize) -> Result<Box<dyn AnyPosition>, IllegalMove> {
        self.legal_move(action).map(|m| self.play_move(m))
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        // The options are part of the position or of its type.
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| other.position == self.position)
    }

    fn encoding(&self) -> Option<Encoding> {
        let shape = self.position.shape();
        let (mut observation, mut mask) = (vec![0; shape.iter().product()], vec![0; self.position.action_count()]);
        self.position.write_observation(&mut observation);
        self.position.write_mask(self.outcome().is_some(), &mut mask);
        Some(Encoding { shape, observation, mask })
    }

    fn images(&self) -> Vec<(Box<dyn AnyPosition>, Vec<usize>)> {
        let wrap = |position| EncodedPosition { setup: Arc::clone(&self.setup), position, before: None };
        let images = self.position.images().into_iter();
        images.map(|(position, actions)| (Box::new(wrap(position)) as Box<dyn AnyPosition>, actions)).collect()
    }
}

/// A position of a game without an encoding. Its actions are its legal moves, in their order.
struct PlainPosition {
    game: Box<dyn AnyGame>,
    before: Option<(String, String)>,
}

impl AnyPosition for PlainPosition {
    fn setup(&self) -> &Setup {
        self.game.setup()
    }

    fn erased(&self) -> Box<dyn AnyGame> {
        self.game.clone()
    }

    fn turn(&self) -> Player {
        self.game.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn text(&self) -> String {
        self.game.position()
    }

    fn origin(&self) -> Option<(String, String)> {
        self.before.clone()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    fn legal_actions(&self) -> Vec<usize> {
        (0..self.legal_moves().len()).collect()
    }

    fn action_count(&self) -> usize {
        self.legal_moves().len()
    }

    fn action(&self, notation: &str) -> Result<usize, IllegalMove> {
        let canonical = self.game.canonicalize(notation)?;
        self.legal_moves().iter().position(|m| *m == canonical).ok_or(IllegalMove)
    }

    fn notation(&self, action: usize) -> Result<String, IllegalMove> {
        self.legal_moves().get(action).cloned().ok_or(IllegalMove)
    }

    fn play(&self, notation: &str) -> Result<Box<dyn AnyPosition>, IllegalMove> {
        let mut game = self.game.clone();
        game.play(notation)?;
        Ok(Box::new(PlainPosition { game, before: Some((self.text(), notation.to_owned())) }))
    }

    fn play_action(&self, action: usize) -> Result<Box<dyn AnyPosition>, IllegalMove> {
        self.play(&self.notation(action)?)
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        let same = |other: &PlainPosition| self.setup().game == other.setup().game && self.text() == other.text();
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(same)
    }

    fn encoding(&self) -> Option<Encoding> {
        None
    }

    fn images(&self) -> Vec<(Box<dyn AnyPosition>, Vec<usize>)> {
        let itself = PlainPosition { game: self.game.clone(), before: self.before.clone() };
        vec![(Box::new(itself), self.legal_actions())]
    }
}
