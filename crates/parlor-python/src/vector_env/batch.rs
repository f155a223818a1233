//! Many games of one kind, stepped together into arrays.

use std::fmt::{self, Display};
use std::sync::Arc;

use parlor_core::{Game, Outcome, Setup, SplitMix64};

use crate::encoding::Encode;
use crate::position::{AnyPosition, EncodedPosition};

/// What happens to a game that is over, by the names of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoreset {
    /// The next step starts it anew and ignores the action.
    NextStep,
    /// It starts anew in the step that ended it.
    SameStep,
    /// The caller resets it.
    Disabled,
}

impl Autoreset {
    pub(crate) const ALL: [(&'static str, Autoreset); 3] =
        [("next-step", Autoreset::NextStep), ("same-step", Autoreset::SameStep), ("disabled", Autoreset::Disabled)];
}

/// The arrays that a step writes, one row per game.
pub(crate) struct StepArrays<'a> {
    pub(crate) observations: &'a mut [i8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [bool],
    /// The observations of games that ended, before they start anew.
    pub(crate) final_observations: Option<&'a mut [i8]>,
}

/// Error for an action that is not legal, and the game it was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IllegalAction {
    game: usize,
    action: i64,
    is_over: bool,
}

impl Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalAction { game, action, is_over } = self;
        match is_over {
            true => write!(f, "game {game} is over; reset it before its next action"),
            false => write!(f, "action {action} is not legal in game {game}; legal ones are 1 in its mask"),
        }
    }
}

/// Type-erased [`Batch`].
pub(crate) trait AnyBatch: Send + Sync {
    fn shape(&self) -> [usize; 3];
    fn action_count(&self) -> usize;
    fn seed(&mut self, seed: u64);
    /// Starts games anew, all or those of a mask, and writes the observations and masks of all games.
    fn reset(&mut self, which: Option<&[bool]>, observations: &mut [i8], masks: &mut [i8]);
    /// Plays one action in every game. An illegal one changes nothing.
    fn step(&mut self, actions: &[i64], arrays: StepArrays) -> Result<(), IllegalAction>;
    /// Chooses a legal action of every game at random; 0 where the game is over.
    fn sample(&mut self, actions: &mut [i64]);
    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>>;
    /// The side to move of every game: 0 for the first player, 1 for the second.
    fn turns(&self, out: &mut [i8]);
}

/// Games of one type.
pub(crate) struct Batch<G: Encode> {
    setup: Arc<Setup>,
    start: G,
    games: Vec<G>,
    is_over: Vec<bool>,
    random: SplitMix64,
    /// Random moves at the start of each game.
    random_plies: u32,
    autoreset: Autoreset,
}

impl<G: Encode> Batch<G> {
    pub(crate) fn new(setup: Setup, start: G, count: usize, random_plies: u32, autoreset: Autoreset) -> Batch<G> {
        Batch {
            setup: Arc::new(setup),
            start,
            games: vec![start; count],
            is_over: vec![false; count],
            random: SplitMix64::new(0),
            random_plies,
            autoreset,
        }
    }

    /// A new game. Random moves that would end it are taken back.
    #[inline]
    fn start_game(&mut self) -> G {
        let mut game = self.start;
        for _ in 0..self.random_plies {
            let Some(next) = random_move(&game, &mut self.random).map(|m| game.after(m)) else { break };
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        game
    }

    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        for (index, (game, action)) in self.games.iter().zip(actions).enumerate() {
            let is_over = self.is_over[index];
            if is_over && self.autoreset == Autoreset::NextStep {
                continue;
            }
            let m = usize::try_from(*action).ok().and_then(|action| game.move_of(action));
            if is_over || !m.is_some_and(|m| game.is_legal(m)) {
                return Err(IllegalAction { game: index, action: *action, is_over });
            }
        }
        Ok(())
    }
}

fn random_move<G: Game>(game: &G, random: &mut SplitMix64) -> Option<G::Move> {
    let count = game.legal_moves().count();
    game.legal_moves().nth(random.below(count))
}

impl<G: Encode> AnyBatch for Batch<G> {
    fn shape(&self) -> [usize; 3] {
        self.start.shape()
    }

    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    fn seed(&mut self, seed: u64) {
        self.random = SplitMix64::new(seed);
    }

    fn reset(&mut self, which: Option<&[bool]>, observations: &mut [i8], masks: &mut [i8]) {
        let cells = self.shape().iter().product();
        let rows = observations.chunks_exact_mut(cells).zip(masks.chunks_exact_mut(self.action_count()));
        for (index, (observation, mask)) in rows.enumerate().take(self.games.len()) {
            if which.is_none_or(|which| which[index]) {
                self.games[index] = self.start_game();
                self.is_over[index] = false;
            }
            self.games[index].write_observation(observation);
            self.games[index].write_mask(self.is_over[index], mask);
        }
    }

    fn step(&mut self, actions: &[i64], arrays: StepArrays) -> Result<(), IllegalAction> {
        self.check(actions)?;
        let StepArrays { observations, masks, rewards, terminations, mut final_observations } = arrays;
        let (cells, action_count) = (self.shape().iter().product::<usize>(), self.action_count());
        let rows = observations.chunks_exact_mut(cells).zip(masks.chunks_exact_mut(action_count));
        for (index, ((&action, (observation, mask)), (reward, termination))) in
            actions.iter().zip(rows).zip(rewards.iter_mut().zip(terminations)).enumerate()
        {
            (*reward, *termination) = (0.0, false);
            if self.is_over[index] {
                // Only with `NextStep`; otherwise the check has failed.
                self.games[index] = self.start_game();
                self.is_over[index] = false;
            } else if let Some(m) = self.games[index].move_of(action.cast_unsigned() as usize) {
                let mover = self.games[index].turn();
                self.games[index].play_unchecked(m);
                if let Some(outcome) = self.games[index].outcome() {
                    *termination = true;
                    *reward = match outcome {
                        Outcome::Draw => 0.0,
                        Outcome::Win(winner) if winner == mover => 1.0,
                        Outcome::Win(_) => -1.0,
                    };
                    if self.autoreset == Autoreset::SameStep {
                        if let Some(rows) = &mut final_observations {
                            self.games[index].write_observation(&mut rows[index * cells..(index + 1) * cells]);
                        }
                        self.games[index] = self.start_game();
                    } else {
                        self.is_over[index] = true;
                    }
                }
            }
            let game = &self.games[index];
            game.write_observation(observation);
            game.write_mask(self.is_over[index], mask);
        }
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter().zip(actions) {
            let m = random_move(game, &mut self.random);
            *action = m.map_or(0, |m| game.action(m).cast_signed() as i64);
        }
    }

    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>> {
        let position = *self.games.get(game)?;
        Some(Box::new(EncodedPosition { setup: Arc::clone(&self.setup), position, before: None }))
    }

    fn turns(&self, out: &mut [i8]) {
        for (game, out) in self.games.iter().zip(out) {
            *out = game.turn() as i8;
        }
    }
}
