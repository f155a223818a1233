//! Exact scores counted in discs, as in the published tables of this game.

use std::fmt::{self, Display};

use parlor_core::{Game, Outcome, Player, Score};

use super::super::rules::FourInARow;
use super::geometry::CELLS;

/// Exact score for the side to move. 0 is a draw. Positive is a win: 22 minus the number of discs of the winner at the
/// end, so that earlier wins score higher. Negative likewise is a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DiscScore(i8);

impl DiscScore {
    /// Clamps to +-18, the score of a win with the fourth disc.
    pub fn new(number: i32) -> DiscScore {
        DiscScore(number.clamp(-18, 18) as i8)
    }

    pub fn number(self) -> i32 {
        i32::from(self.0)
    }

    /// The score of a finished game; `None` while it goes on.
    pub(super) fn of_finished(position: &FourInARow) -> Option<DiscScore> {
        Some(match position.outcome()? {
            Outcome::Draw => DiscScore(0),
            Outcome::Win(_) => DiscScore::new(position.plies().div_ceil(2).cast_signed() - 22),
        })
    }

    /// The outcome with best play, if it is `turn`'s move.
    pub fn outcome(self, turn: Player) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            1.. => Outcome::Win(turn),
            _ => Outcome::Win(!turn),
        }
    }

    /// The number of discs that both sides still play, including the winning one, with `discs` on the board.
    pub fn plies_left(self, discs: u32) -> u32 {
        let number = self.number();
        let mover_has = (discs / 2).cast_signed();
        let opponent_has = discs.cast_signed() - mover_has;
        let left = match number {
            0 => CELLS.cast_signed() - discs.cast_signed(),
            1.. => 2 * (22 - number - mover_has) - 1,
            _ => 2 * (22 + number - opponent_has),
        };
        left.max(0).cast_unsigned()
    }

    /// The lowest score of a win, and the highest of a loss, that takes at most this many plies.
    pub(super) fn decided_within(plies: u32, discs: u32) -> [DiscScore; 2] {
        let plies = plies.min(CELLS).cast_signed();
        let mover_has = (discs / 2).cast_signed();
        let opponent_has = discs.cast_signed() - mover_has;
        let win = 22 - mover_has - (plies + 1) / 2;
        let loss = plies / 2 + opponent_has - 22;
        [DiscScore::new(win.max(1)), DiscScore::new(loss.min(-1))]
    }

    /// The score of an exact distance in plies, with `discs` on the board: the inverse of
    /// [`in_plies`](Self::in_plies).
    pub fn of_plies(score: Score, discs: u32) -> Option<DiscScore> {
        if score == Score::DRAW {
            return Some(DiscScore(0));
        }
        let [win, loss] = DiscScore::decided_within(score.plies()?, discs);
        Some(if score.is_win() { win } else { loss })
    }

    /// The score as a distance in plies, with `discs` on the board.
    pub fn in_plies(self, discs: u32) -> Score {
        match self.0 {
            0 => Score::DRAW,
            1.. => Score::win_in(self.plies_left(discs)),
            _ => Score::loss_in(self.plies_left(discs)),
        }
    }
}

impl Display for DiscScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(position: &str, number: i32) -> Score {
        let position: FourInARow = position.parse().unwrap();
        DiscScore::new(number).in_plies(position.plies())
    }

    #[test]
    fn converts_discs_to_plies() {
        assert_eq!(scored("-", 1), Score::win_in(41));
        assert_eq!(scored("121212", 18), Score::win_in(1));
        assert_eq!(scored("12121", -18), Score::loss_in(2));
        assert_eq!(scored("12", 0), Score::DRAW);
        assert_eq!(scored("4", -1), Score::loss_in(40));
    }

    #[test]
    fn plies_give_the_score_back() {
        for discs in 0..42_u32 {
            for number in -18..=18 {
                let score = DiscScore::new(number);
                let plies = score.plies_left(discs);
                // The mover wins with an odd number of plies, and the other one with an even number.
                if number == 0 || (1..=42 - discs).contains(&plies) && plies % 2 == u32::from(number > 0) {
                    assert_eq!(DiscScore::of_plies(score.in_plies(discs), discs), Some(score), "{discs} {number}");
                }
            }
        }
    }

    #[test]
    fn scores_finished_games() {
        let end = |text: &str| DiscScore::of_finished(&text.parse().unwrap()).map(DiscScore::number);
        assert_eq!(end("1212121"), Some(-18));
        assert_eq!(end("121212"), None);
        assert_eq!(DiscScore::new(-18).plies_left(7), 0);
    }

    #[test]
    fn converts_plies_to_the_nearest_disc_scores() {
        for discs in 0..42 {
            for plies in 1..=42 - discs {
                let [win, loss] = DiscScore::decided_within(plies, discs);
                for (within, longer) in [(win, win.number() - 1), (loss, loss.number() + 1)] {
                    let is_possible = within.number().abs() > 1 && within.number().abs() < 18;
                    assert!(!is_possible || within.plies_left(discs) <= plies, "{discs} {plies}");
                    assert!(longer == 0 || DiscScore::new(longer).plies_left(discs) > plies, "{discs} {plies}");
                }
            }
        }
    }
}
