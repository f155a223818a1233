//! Selection of a move by picking cells: the cells that can be picked next, and the result of picking one.

use parlor_core::{Cell, Choice, Scene};

/// Selection of a move in the current turn.
#[derive(Debug, Default)]
pub(crate) struct Picking {
    /// Cells picked so far, one for each step.
    cells: Vec<Cell>,
    /// Choices that the picked cells do not distinguish; the player chooses one by its label.
    ambiguous: Vec<usize>,
}

/// Cells that lead to the same choices and act as one click target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) cells: Vec<Cell>,
    /// Indices into the scene's choices.
    pub(crate) choices: Vec<usize>,
}

impl Target {
    pub(crate) fn label(&self, scene: &Scene) -> String {
        let labels: Vec<&str> = self.choices.iter().map(|index| scene.choices[*index].label.as_str()).collect();
        labels.join(", or ")
    }

    /// Whether the cells fill a rectangle, so that the target can be one widget.
    pub(crate) fn is_rectangle(&self) -> bool {
        let span = |values: &mut dyn Iterator<Item = u8>| {
            let (low, high) = values.fold((u8::MAX, 0), |(low, high), value| (low.min(value), high.max(value)));
            usize::from(high.saturating_sub(low)) + 1
        };
        let columns = span(&mut self.cells.iter().map(|cell| cell.column));
        let rows = span(&mut self.cells.iter().map(|cell| cell.row));
        columns * rows == self.cells.len()
    }
}

impl Picking {
    /// The targets that can be picked next.
    pub(crate) fn targets(&self, scene: &Scene) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for row in 0..scene.rows {
            for column in 0..scene.columns {
                let cell = Cell { column, row };
                let choices = self.choices_at(scene, cell);
                if choices.is_empty() {
                    continue;
                }
                match targets.iter_mut().find(|target| target.choices == choices) {
                    Some(target) => target.cells.push(cell),
                    None => targets.push(Target { cells: vec![cell], choices }),
                }
            }
        }
        targets
    }

    fn choices_at(&self, scene: &Scene, cell: Cell) -> Vec<usize> {
        let step = self.cells.len();
        let fits = |choice: &Choice| {
            choice.steps.len() > step
                && choice.steps.iter().zip(&self.cells).all(|(step, picked)| step.contains(picked))
                && choice.steps[step].contains(&cell)
        };
        (0..scene.choices.len()).filter(|index| fits(&scene.choices[*index])).collect()
    }

    /// Picks a target. Returns the choice if that completes it; otherwise the next step or a label is needed.
    pub(crate) fn pick(&mut self, scene: &Scene, target: &Target) -> Option<usize> {
        let cell = *target.cells.first()?;
        let is_complete = |index: &usize| scene.choices[*index].steps.len() == self.cells.len() + 1;
        match target.choices.as_slice() {
            [only] if is_complete(only) => return Some(*only),
            several if several.iter().any(is_complete) => self.ambiguous = several.to_vec(),
            _ => self.cells.push(cell),
        }
        None
    }

    /// Choices of which the player must choose one by its label.
    pub(crate) fn ambiguous(&self) -> &[usize] {
        &self.ambiguous
    }

    pub(crate) fn picked(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn reset(&mut self) {
        *self = Picking::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(label: &str, steps: &[&[(u8, u8)]]) -> Choice {
        let cells = |step: &&[(u8, u8)]| step.iter().map(|(column, row)| Cell { column: *column, row: *row }).collect();
        Choice {
            notation: label.to_owned(),
            label: label.to_owned(),
            steps: steps.iter().map(cells).collect(),
            key: None,
            changes: Vec::new(),
        }
    }

    fn scene(choices: Vec<Choice>) -> Scene {
        Scene { columns: 3, rows: 3, choices, ..Scene::default() }
    }

    #[test]
    fn column_is_one_target() {
        let scene = scene(vec![choice("left", &[&[(0, 0), (0, 1), (0, 2)]]), choice("right", &[&[(2, 0), (2, 1)]])]);
        let mut picking = Picking::default();
        let targets = picking.targets(&scene);
        assert_eq!(targets.len(), 2);
        assert!(targets[0].is_rectangle() && targets[0].cells.len() == 3);
        assert_eq!(picking.pick(&scene, &targets[1]), Some(1));
    }

    #[test]
    fn choices_with_equal_steps_are_ambiguous() {
        let scene = scene(vec![choice("short", &[&[(1, 1)]]), choice("long", &[&[(1, 1)]])]);
        let mut picking = Picking::default();
        let targets = picking.targets(&scene);
        assert_eq!(targets.len(), 1);
        assert_eq!(targets[0].label(&scene), "short, or long");
        assert_eq!(picking.pick(&scene, &targets[0]), None);
        assert_eq!(picking.ambiguous(), [0, 1]);
        picking.reset();
        assert!(picking.ambiguous().is_empty());
    }

    #[test]
    fn steps_are_picked_one_after_the_other() {
        let from = (0, 0);
        let scene = scene(vec![choice("a", &[&[from], &[(1, 0)]]), choice("b", &[&[from], &[(2, 0)]])]);
        let mut picking = Picking::default();
        let first = picking.targets(&scene);
        assert_eq!(first.len(), 1);
        assert_eq!(picking.pick(&scene, &first[0]), None);
        assert_eq!(picking.picked(), [Cell { column: 0, row: 0 }]);
        let second = picking.targets(&scene);
        assert_eq!(second.len(), 2);
        assert_eq!(picking.pick(&scene, &second[1]), Some(1));
    }

    #[test]
    fn button_has_no_target() {
        assert!(Picking::default().targets(&scene(vec![choice("pass", &[])])).is_empty());
    }
}
