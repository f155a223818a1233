//! What a position is worth, counted in discs as the published tables of this game do.

use std::fmt::{self, Display};

use parlor_core::{Game, Outcome, Player, Score};

use super::super::rules::FourInARow;
use super::geometry::CELLS;

/// For the side to move. 0 is a draw. Positive: it wins, and the number is how many discs before its last one
/// (22 less its discs at the win). Negative likewise for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DiscScore(i8);

impl DiscScore {
    /// A win with the fourth disc is the best there is, so larger numbers are cut off.
    pub fn new(number: i32) -> DiscScore {
        DiscScore(number.clamp(-18, 18) as i8)
    }

    pub fn number(self) -> i32 {
        i32::from(self.0)
    }

    /// The score of a game that is over.
    pub(super) fn of_end(position: &FourInARow) -> Option<DiscScore> {
        Some(match position.outcome()? {
            Outcome::Draw => DiscScore(0),
            Outcome::Win(_) => DiscScore::new(position.plies().div_ceil(2).cast_signed() - 22),
        })
    }

    /// Who wins if it is `turn`'s move.
    pub fn outcome(self, turn: Player) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            1.. => Outcome::Win(turn),
            _ => Outcome::Win(!turn),
        }
    }

    /// The discs of both sides that are still to be played, the winning one included, if `discs` are on the board.
    pub fn plies_left(self, discs: u32) -> u32 {
        let number = self.number();
        let mover_has = (discs / 2).cast_signed();
        let rival_has = discs.cast_signed() - mover_has;
        let left = match number {
            0 => CELLS.cast_signed() - discs.cast_signed(),
            1.. => 2 * (22 - number - mover_has) - 1,
            _ => 2 * (22 + number - rival_has),
        };
        left.max(0).cast_unsigned()
    }

    /// The lowest score of a win, and the highest of a loss, that takes so many plies at most.
    pub(super) fn decided_within(plies: u32, discs: u32) -> [DiscScore; 2] {
        let plies = plies.min(CELLS).cast_signed();
        let mover_has = (discs / 2).cast_signed();
        let rival_has = discs.cast_signed() - mover_has;
        let win = 22 - mover_has - (plies + 1) / 2;
        let loss = plies / 2 + rival_has - 22;
        [DiscScore::new(win.max(1)), DiscScore::new(loss.min(-1))]
    }

    /// The same in plies, with `discs` on the board.
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
    fn discs_are_turned_into_plies() {
        assert_eq!(scored("-", 1), Score::win_in(41));
        assert_eq!(scored("121212", 18), Score::win_in(1));
        assert_eq!(scored("12121", -18), Score::loss_in(2));
        assert_eq!(scored("12", 0), Score::DRAW);
        assert_eq!(scored("4", -1), Score::loss_in(40));
    }

    #[test]
    fn an_ended_game_has_a_score() {
        let end = |text: &str| DiscScore::of_end(&text.parse().unwrap()).map(DiscScore::number);
        assert_eq!(end("1212121"), Some(-18));
        assert_eq!(end("121212"), None);
        assert_eq!(DiscScore::new(-18).plies_left(7), 0);
    }

    #[test]
    fn plies_are_turned_into_the_nearest_discs() {
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
