//! Analysis of a position: the score of every column, and the best line.

use parlor_core::Game;

use super::super::rules::{Column, FourInARow};
use super::exact_solver::{OptionalBudget, Solver};
use super::node::{CENTER_FIRST, Node};
use super::score::DiscScore;

/// Scores that help to search the next column of a position.
pub(super) struct SiblingScores {
    /// The score of the position, which no column exceeds.
    best: i32,
    /// The score of the previous column, as the first guess: siblings tend to have similar scores.
    previous: i32,
}

impl SiblingScores {
    pub(super) fn new(best: i32) -> SiblingScores {
        SiblingScores { best, previous: best }
    }
}

impl Solver {
    /// The score of each legal column for the side to move, from left to right. The position is solved first, because
    /// no column exceeds its score; all searches share the table.
    pub fn column_scores(&mut self, position: &FourInARow) -> Vec<(Column, DiscScore)> {
        self.prepare(position);
        let Some(best) = self.solve(position, None) else { return Vec::new() };
        let mut siblings = SiblingScores::new(best);
        let score_column =
            |column| Some((column, DiscScore::new(self.column_score(position, column, &mut siblings, None)?)));
        let mut scores: Vec<_> = columns_center_first(position).into_iter().filter_map(score_column).collect();
        scores.sort_by_key(|(column, _)| column.index());
        scores
    }

    /// Best play by both sides to the end of the game: the shortest win, the longest loss; among equal columns the one
    /// nearest to the center.
    pub fn best_line(&mut self, position: &FourInARow) -> Vec<Column> {
        self.solve(position, None).map_or_else(Vec::new, |score| self.line(position, score, None))
    }

    /// Best play from a position of this score, as far as the budget goes.
    pub(super) fn line(&mut self, position: &FourInARow, score: i32, mut budget: OptionalBudget) -> Vec<Column> {
        self.prepare(position);
        let (mut current, mut score) = (*position, score);
        let mut line = Vec::new();
        while let Some(column) = self.best_column(&current, score, budget.as_deref_mut()) {
            line.push(column);
            current.play_unchecked(column);
            score = -score;
        }
        line
    }

    /// A column that keeps the score of a position. The table must be prepared for the position. `None` out of budget,
    /// and where the game is over.
    pub(super) fn best_column(
        &mut self,
        position: &FourInARow,
        score: i32,
        mut budget: OptionalBudget,
    ) -> Option<Column> {
        let mut columns = columns_center_first(position);
        // The last column needs no proof: if all others fail, it keeps the score.
        let last = columns.pop()?;
        for column in columns {
            let next = position.after(column);
            let mut bounds = self.static_bounds(&next);
            if !bounds.is_exact() {
                let node = Node::new(&next);
                let value = self.null_window(&node, 1 - score, budget.as_deref_mut())?;
                bounds.narrow(1 - score, value);
            }
            if -bounds.upper >= score {
                return Some(column);
            }
        }
        Some(last)
    }

    /// The score of a column. The table must be prepared for the position. `None` out of budget.
    pub(super) fn column_score(
        &mut self,
        position: &FourInARow,
        column: Column,
        siblings: &mut SiblingScores,
        mut budget: OptionalBudget,
    ) -> Option<i32> {
        let next = position.after(column);
        let mut bounds = self.static_bounds(&next);
        if bounds.is_exact() {
            return Some(-bounds.lower);
        }
        let node = Node::new(&next);
        bounds.lower = bounds.lower.max(-siblings.best);
        // The first search asks whether the column keeps the score of the position.
        if !bounds.is_exact() {
            let beta = bounds.lower + 1;
            bounds.narrow(beta, self.null_window(&node, beta, budget.as_deref_mut())?);
        }
        self.mtd_f(-siblings.previous, &node, &mut bounds, budget)?;
        siblings.previous = -bounds.lower;
        Some(-bounds.lower)
    }
}

/// The legal columns, from the center outwards.
pub(super) fn columns_center_first(position: &FourInARow) -> Vec<Column> {
    let columns = CENTER_FIRST[..7].iter().map(|&index| Column::new(index as u8));
    columns.filter(|column| position.is_legal(*column)).collect()
}
