//! Proof and disproof numbers: lower bounds on the number of positions that must still be solved to answer a question.
//! Kishimoto, Winands, Müller, Saito: Game-tree search using proof numbers: the first twenty years (2012).

/// Proof numbers in negamax form. The side to move has a goal: the attacker to win, the defender not to lose. `phi`
/// bounds the number of positions to solve until the goal is proved, `delta` until it is disproved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofNumbers {
    pub phi: u32,
    pub delta: u32,
}

const INFINITY: u32 = u32::MAX / 4;

impl ProofNumbers {
    pub const PROVED: ProofNumbers = ProofNumbers { phi: 0, delta: INFINITY };
    pub const DISPROVED: ProofNumbers = ProofNumbers { phi: INFINITY, delta: 0 };
    /// Thresholds of a search that runs until the question is answered.
    pub const NO_THRESHOLD: ProofNumbers = ProofNumbers { phi: INFINITY, delta: INFINITY };

    /// The numbers of a solved position.
    pub fn solved(is_proved: bool) -> ProofNumbers {
        if is_proved { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED }
    }

    /// Whether the goal of the side to move is proved or disproved; `None` while it is open.
    pub fn is_proved(self) -> Option<bool> {
        match self {
            ProofNumbers { phi: 0, .. } => Some(true),
            ProofNumbers { delta: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Whether one of the numbers has reached its threshold.
    pub fn has_reached(self, thresholds: ProofNumbers) -> bool {
        self.phi >= thresholds.phi || self.delta >= thresholds.delta
    }
}

/// The most-proving child of a node, and the node's own numbers, computed from its children.
#[derive(Clone, Copy, Debug)]
pub struct ChildSelection {
    /// The parent's numbers.
    pub numbers: ProofNumbers,
    /// Index of the most-proving child.
    pub index: usize,
    second_delta: u32,
    /// Number of open children, less one.
    open_siblings: u32,
}

impl ChildSelection {
    /// Selects among the children's numbers. The parent's `delta` is the maximum of the children's `phi` plus one for
    /// every other open child (weak proof-number search): where many paths lead to a position, a sum would count it
    /// many times over.
    pub fn among(children: impl IntoIterator<Item = ProofNumbers>) -> ChildSelection {
        let (mut index, mut least, mut second_delta) = (0, INFINITY, INFINITY);
        let (mut greatest, mut open) = (0, 0_u32);
        for (child, ProofNumbers { phi, delta }) in children.into_iter().enumerate() {
            if delta < least {
                (index, second_delta, least) = (child, least, delta);
            } else {
                second_delta = second_delta.min(delta);
            }
            greatest = greatest.max(phi);
            open += u32::from(phi > 0);
        }
        let open_siblings = open.saturating_sub(1);
        let numbers = match least {
            0 => ProofNumbers::PROVED,
            INFINITY => ProofNumbers::DISPROVED,
            least => ProofNumbers { phi: least, delta: (greatest + open_siblings).min(INFINITY - 1) },
        };
        ChildSelection { numbers, index, second_delta, open_siblings }
    }

    /// Thresholds for the search of the selected child, given the parent's. The child is searched while it stays the
    /// most-proving one, and a quarter beyond that, so that two equal children do not keep interrupting each other
    /// (the 1 + epsilon trick).
    pub fn child_thresholds(&self, parent: ProofNumbers) -> ProofNumbers {
        ProofNumbers {
            phi: parent.delta.saturating_sub(self.open_siblings),
            delta: parent.phi.min(self.second_delta.saturating_add(self.second_delta / 4 + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: ProofNumbers = ProofNumbers { phi: 3, delta: 1 };
    const HARD: ProofNumbers = ProofNumbers { phi: 7, delta: 5 };

    #[test]
    fn one_disproved_child_proves_the_parent() {
        assert_eq!(ChildSelection::among([HARD, ProofNumbers::DISPROVED, EASY]).numbers, ProofNumbers::PROVED);
    }

    #[test]
    fn parent_is_disproved_when_all_children_are_proved() {
        assert_eq!(ChildSelection::among([ProofNumbers::PROVED; 3]).numbers, ProofNumbers::DISPROVED);
        assert_eq!(ChildSelection::among([]).numbers, ProofNumbers::DISPROVED);
    }

    #[test]
    fn selects_the_child_that_is_easiest_to_disprove() {
        let selection = ChildSelection::among([HARD, EASY, ProofNumbers::PROVED]);
        assert_eq!(selection.index, 1);
        // The maximum, and one for the other open child.
        assert_eq!(selection.numbers, ProofNumbers { phi: 1, delta: 8 });
        // Until it is a quarter harder than the second.
        assert_eq!(selection.child_thresholds(ProofNumbers::NO_THRESHOLD).delta, 7);
        assert_eq!(selection.child_thresholds(ProofNumbers { phi: 2, delta: 9 }), ProofNumbers { phi: 8, delta: 2 });
    }
}
