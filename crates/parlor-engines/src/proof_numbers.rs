//! What proof-number searches reckon with: how many positions must at least be settled until a question is.
//! Kishimoto, Winands, Müller, Saito: Game-tree search using proof numbers: the first twenty years (2012).

/// How many positions must at least be settled to reach (`own`) or to miss (`other`) what the side to move wants: the
/// attacker to win, the defender not to lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    pub own: u32,
    pub other: u32,
}

const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    pub const REACHED: Numbers = Numbers { own: 0, other: NEVER };
    pub const MISSED: Numbers = Numbers { own: NEVER, other: 0 };
    /// A limit for searches that go on until the question is settled.
    pub const SETTLED: Numbers = Numbers { own: NEVER, other: NEVER };

    pub fn of(is_reached: bool) -> Numbers {
        if is_reached { Numbers::REACHED } else { Numbers::MISSED }
    }

    /// Whether the side to move gets what it wants, if that is known.
    pub fn settled(self) -> Option<bool> {
        match self {
            Numbers { own: 0, .. } => Some(true),
            Numbers { other: 0, .. } => Some(false),
            _ => None,
        }
    }

    pub fn have_reached(self, limit: Numbers) -> bool {
        self.own >= limit.own || self.other >= limit.other
    }
}

/// The child to go on with, and what the children say of their parent.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Of the parent.
    pub numbers: Numbers,
    /// Of the child.
    pub place: usize,
    second: u32,
    /// The open children but one.
    others: u32,
}

impl Choice {
    /// From the children's numbers. Where positions are reached on many ways a sum would count them many times over; the
    /// greatest plus one for each other open child counts none twice (weak proof-number search).
    pub fn among(children: impl IntoIterator<Item = Numbers>) -> Choice {
        let (mut place, mut least, mut second) = (0, NEVER, NEVER);
        let (mut greatest, mut open) = (0, 0_u32);
        for (index, Numbers { own, other }) in children.into_iter().enumerate() {
            if other < least {
                (place, second, least) = (index, least, other);
            } else {
                second = second.min(other);
            }
            greatest = greatest.max(own);
            open += u32::from(own > 0);
        }
        let others = open.saturating_sub(1);
        let numbers = match least {
            0 => Numbers::REACHED,
            NEVER => Numbers::MISSED,
            least => Numbers { own: least, other: (greatest + others).min(NEVER - 1) },
        };
        Choice { numbers, place, second, others }
    }

    /// How far to go on with the child, if the parent has this limit: while it stays the best, and a quarter longer so
    /// that two equal ones do not keep interrupting each other (the 1 + epsilon trick).
    pub fn limit_of_child(&self, limit: Numbers) -> Numbers {
        Numbers {
            own: limit.other.saturating_sub(self.others),
            other: limit.own.min(self.second.saturating_add(self.second / 4 + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: Numbers = Numbers { own: 3, other: 1 };
    const HARD: Numbers = Numbers { own: 7, other: 5 };

    #[test]
    fn one_child_that_cannot_hold_is_enough() {
        assert_eq!(Choice::among([HARD, Numbers::MISSED, EASY]).numbers, Numbers::REACHED);
    }

    #[test]
    fn all_children_must_hold() {
        assert_eq!(Choice::among([Numbers::REACHED; 3]).numbers, Numbers::MISSED);
        assert_eq!(Choice::among([]).numbers, Numbers::MISSED);
    }

    #[test]
    fn the_child_that_is_refuted_most_easily_comes_first() {
        let choice = Choice::among([HARD, EASY, Numbers::REACHED]);
        assert_eq!(choice.place, 1);
        // The greatest and one for the other open child.
        assert_eq!(choice.numbers, Numbers { own: 1, other: 8 });
        // Until it is harder by a quarter than the second.
        assert_eq!(choice.limit_of_child(Numbers::SETTLED).other, 7);
        assert_eq!(choice.limit_of_child(Numbers { own: 2, other: 9 }), Numbers { own: 8, other: 2 });
    }
}
