//! Selection of a move by picking cells. `tests/move-selection-vectors.json` defines the rule; every front end runs
//! these vectors.
//!
//! After picks p1..pn the candidates are the choices with at least n steps whose first n steps contain the picks.

use parlor_core::{Cell, Choice, Scene};

/// Selection of a move in the current turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveSelection {
    /// Cells picked so far, one for each step.
    picks: Vec<Cell>,
    /// Choices that the picked cells do not distinguish; the player chooses one by its label.
    ambiguous: Vec<usize>,
}

/// Result of a pick. Choices are indices into the scene's choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PickResult {
    Chosen(usize),
    /// The player must choose one by its label.
    Labels(Vec<usize>),
    /// The next step is needed; holds its cells, by row and then by column.
    Next(Vec<Cell>),
    /// The pick was ignored.
    Ignored,
}

/// Effect of picking a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TargetKind {
    NextStep,
    /// Picks the last cell again, which ends a move that has longer alternatives.
    Finish,
    /// Starts over with another first step.
    Restart,
}

/// Cells that lead to the same choices and act as one click target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) kind: TargetKind,
    pub(crate) cells: Vec<Cell>,
    /// Indices into the scene's choices.
    pub(crate) choices: Vec<usize>,
}

impl Target {
    pub(crate) fn label(&self, scene: &Scene) -> String {
        let labels: Vec<&str> = self.choices.iter().map(|index| scene.choices[*index].label.text.as_str()).collect();
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

impl MoveSelection {
    /// The targets that can be picked next.
    pub(crate) fn targets(&self, scene: &Scene) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for row in 0..scene.rows {
            for column in 0..scene.columns {
                let cell = Cell { column, row };
                let Some((kind, choices)) = self.target_at(&scene.choices, cell) else { continue };
                match targets.iter_mut().find(|target| target.kind == kind && target.choices == choices) {
                    Some(target) => target.cells.push(cell),
                    None => targets.push(Target { kind, cells: vec![cell], choices }),
                }
            }
        }
        targets
    }

    fn target_at(&self, choices: &[Choice], cell: Cell) -> Option<(TargetKind, Vec<usize>)> {
        let next = candidates(choices, &[&self.picks, &[cell][..]].concat());
        if !next.is_empty() {
            return Some((TargetKind::NextStep, next));
        }
        let complete = self.complete(choices);
        if self.picks.last() == Some(&cell) && !complete.is_empty() {
            return Some((TargetKind::Finish, complete));
        }
        let first = candidates(choices, &[cell]);
        (!first.is_empty()).then_some((TargetKind::Restart, first))
    }

    /// The choices that the picks so far complete.
    fn complete(&self, choices: &[Choice]) -> Vec<usize> {
        let mut complete = candidates(choices, &self.picks);
        complete.retain(|index| choices[*index].steps.len() == self.picks.len() && !self.picks.is_empty());
        complete
    }

    /// Picks a cell.
    pub(crate) fn pick(&mut self, choices: &[Choice], cell: Cell) -> PickResult {
        self.ambiguous.clear();
        let result = match self.target_at(choices, cell) {
            None => PickResult::Ignored,
            Some((TargetKind::Finish, complete)) => chosen_or_labels(complete),
            Some((TargetKind::NextStep, candidates)) => {
                self.picks.push(cell);
                self.evaluate(choices, candidates)
            }
            Some((TargetKind::Restart, candidates)) => {
                self.picks = vec![cell];
                self.evaluate(choices, candidates)
            }
        };
        if let PickResult::Labels(labels) = &result {
            self.ambiguous.clone_from(labels);
        }
        result
    }

    /// Result of the picks so far, which have these candidates.
    fn evaluate(&self, choices: &[Choice], candidates: Vec<usize>) -> PickResult {
        let cells = next_cells(choices, &candidates, self.picks.len());
        if cells.is_empty() { chosen_or_labels(candidates) } else { PickResult::Next(cells) }
    }

    /// Choices of which the player must choose one by its label.
    pub(crate) fn ambiguous(&self) -> &[usize] {
        &self.ambiguous
    }

    pub(crate) fn picked(&self) -> &[Cell] {
        &self.picks
    }

    pub(crate) fn reset(&mut self) {
        *self = MoveSelection::default();
    }
}

/// The choices with at least as many steps as there are picks, whose steps contain the picks.
fn candidates(choices: &[Choice], picks: &[Cell]) -> Vec<usize> {
    let fits = |choice: &Choice| {
        choice.steps.len() >= picks.len() && choice.steps.iter().zip(picks).all(|(step, pick)| step.contains(pick))
    };
    (0..choices.len()).filter(|index| fits(&choices[*index])).collect()
}

fn chosen_or_labels(complete: Vec<usize>) -> PickResult {
    match complete.as_slice() {
        [only] => PickResult::Chosen(*only),
        _ => PickResult::Labels(complete),
    }
}

/// The cells of one step of these choices, by row and then by column.
fn next_cells(choices: &[Choice], candidates: &[usize], step: usize) -> Vec<Cell> {
    let steps = candidates.iter().filter_map(|index| choices[*index].steps.get(step));
    let mut cells: Vec<Cell> = steps.flatten().copied().collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Message;
    use serde_json::{Value, json};

    fn choice(label: &str, steps: &[&[(u8, u8)]]) -> Choice {
        let cells = |step: &&[(u8, u8)]| step.iter().map(|(column, row)| Cell { column: *column, row: *row }).collect();
        Choice { steps: steps.iter().map(cells).collect(), ..Choice::new(label, Message::verbatim(label)) }
    }

    fn scene(choices: Vec<Choice>) -> Scene {
        Scene { columns: 3, rows: 3, choices, ..Scene::default() }
    }

    const CENTER: Cell = Cell { column: 1, row: 1 };

    fn parse_cells(cells: &Value) -> Vec<Cell> {
        let coordinate = |cell: &Value, index: usize| cell[index].as_u64().unwrap() as u8;
        let cell = |cell| Cell { column: coordinate(cell, 0), row: coordinate(cell, 1) };
        cells.as_array().unwrap().iter().map(cell).collect()
    }

    fn parse_choice(choice: &Value) -> Choice {
        let text = |field: &str| choice[field].as_str().unwrap();
        let steps = choice["steps"].as_array().unwrap().iter().map(parse_cells).collect();
        Choice { steps, ..Choice::new(text("notation"), Message::verbatim(text("label"))) }
    }

    fn to_json(result: PickResult, choices: &[Choice]) -> Value {
        let notation = |index: usize| choices[index].notation.as_str();
        match result {
            PickResult::Chosen(index) => json!({ "kind": "choice", "notation": notation(index) }),
            PickResult::Labels(labels) => {
                json!({ "kind": "labels", "notations": labels.into_iter().map(notation).collect::<Vec<_>>() })
            }
            PickResult::Next(cells) => {
                json!({ "kind": "next", "cells": cells.iter().map(|cell| [cell.column, cell.row]).collect::<Vec<_>>() })
            }
            PickResult::Ignored => json!({ "kind": "none" }),
        }
    }

    #[test]
    fn every_vector_has_its_result() {
        let vectors: Value = serde_json::from_str(include_str!("../tests/move-selection-vectors.json")).unwrap();
        for vector in vectors.as_array().unwrap() {
            let choices: Vec<Choice> = vector["choices"].as_array().unwrap().iter().map(parse_choice).collect();
            let mut selection = MoveSelection::default();
            let results: Vec<PickResult> =
                parse_cells(&vector["picks"]).into_iter().map(|cell| selection.pick(&choices, cell)).collect();
            assert_eq!(to_json(results.last().unwrap().clone(), &choices), vector["result"], "{}", vector["name"]);
        }
    }

    #[test]
    fn column_is_one_target() {
        let scene = scene(vec![choice("left", &[&[(0, 0), (0, 1), (0, 2)]]), choice("right", &[&[(2, 0), (2, 1)]])]);
        let mut selection = MoveSelection::default();
        let targets = selection.targets(&scene);
        assert_eq!(targets.len(), 2);
        assert!(targets[0].is_rectangle() && targets[0].cells.len() == 3);
        assert_eq!(selection.pick(&scene.choices, targets[1].cells[0]), PickResult::Chosen(1));
    }

    #[test]
    fn choices_with_equal_steps_share_a_target_and_stay_ambiguous_until_reset() {
        let scene = scene(vec![choice("short", &[&[(1, 1)]]), choice("long", &[&[(1, 1)]])]);
        let mut selection = MoveSelection::default();
        let targets = selection.targets(&scene);
        assert_eq!(targets.len(), 1);
        assert_eq!(targets[0].label(&scene), "short, or long");
        assert_eq!(selection.pick(&scene.choices, CENTER), PickResult::Labels(vec![0, 1]));
        assert_eq!(selection.ambiguous(), [0, 1]);
        selection.reset();
        assert!(selection.ambiguous().is_empty());
    }

    #[test]
    fn after_the_first_step_the_targets_continue_finish_or_restart() {
        let scene = scene(vec![
            choice("step", &[&[(1, 1)]]),
            choice("jump", &[&[(1, 1)], &[(2, 1)]]),
            choice("other", &[&[(0, 0)], &[(0, 1)]]),
        ]);
        let mut selection = MoveSelection::default();
        assert!(selection.targets(&scene).iter().all(|target| target.kind == TargetKind::NextStep));
        selection.pick(&scene.choices, CENTER);
        assert_eq!(selection.picked(), [CENTER]);
        let kinds: Vec<TargetKind> = selection.targets(&scene).iter().map(|target| target.kind).collect();
        assert_eq!(kinds, [TargetKind::Restart, TargetKind::Finish, TargetKind::NextStep]);
    }

    #[test]
    fn button_has_no_target() {
        assert!(MoveSelection::default().targets(&scene(vec![choice("pass", &[])])).is_empty());
    }
}
