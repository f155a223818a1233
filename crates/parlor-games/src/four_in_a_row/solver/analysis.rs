//! More than one score: what every column is worth, and how the game goes on.

use parlor_core::Game;

use super::super::rules::{Column, FourInARow};
use super::exact::{Allowance, Solver};
use super::node::{CENTRE_FIRST, Node};
use super::score::DiscScore;

/// What a column's score can be, as far as those before it tell.
pub(super) struct Outlook {
    /// The score of the position: no column is worth more.
    best: i32,
    /// Of the column before: siblings tend to be worth about the same.
    last: i32,
}

impl Outlook {
    pub(super) fn new(best: i32) -> Outlook {
        Outlook { best, last: best }
    }
}

impl Solver {
    /// What each column with room is worth to the side to move, from left to right. All share one table, and no
    /// column is worth more than the position, which is solved first.
    pub fn column_scores(&mut self, position: &FourInARow) -> Vec<(Column, DiscScore)> {
        self.prepared(position);
        let Some(best) = self.solve(position, None) else { return Vec::new() };
        let mut outlook = Outlook::new(best);
        let worth = |column| Some((column, DiscScore::new(self.column_score(position, column, &mut outlook, None)?)));
        let mut scores: Vec<_> = columns_of(position).into_iter().filter_map(worth).collect();
        scores.sort_by_key(|(column, _)| column.index());
        scores
    }

    /// Best play by both sides to the end of the game, the shortest way to win and the longest to lose; among equals
    /// the column nearest to the centre.
    pub fn best_line(&mut self, position: &FourInARow) -> Vec<Column> {
        self.solve(position, None).map_or_else(Vec::new, |score| self.line(position, score, None))
    }

    /// Best play from a position of this score, as far as the budget goes.
    pub(super) fn line(&mut self, position: &FourInARow, score: i32, mut allowance: Allowance) -> Vec<Column> {
        self.prepared(position);
        let (mut at, mut score) = (*position, score);
        let mut line = Vec::new();
        while let Some(column) = self.best_column(&at, score, allowance.as_deref_mut()) {
            line.push(column);
            at.play_unchecked(column);
            score = -score;
        }
        line
    }

    /// A column that holds the score of a position, for which the table is prepared. `None` out of budget, and where the game is over.
    pub(super) fn best_column(
        &mut self,
        position: &FourInARow,
        score: i32,
        mut allowance: Allowance,
    ) -> Option<Column> {
        let mut columns = columns_of(position);
        // The last one needs no proof.
        let last = columns.pop()?;
        for column in columns {
            let next = position.after(column);
            let mut range = self.known(&next);
            if !range.is_exact() {
                let node = Node::new(&next);
                let value = self.at_least(&node, 1 - score, allowance.as_deref_mut())?;
                range.narrow(1 - score, value);
            }
            if -range.upper >= score {
                return Some(column);
            }
        }
        Some(last)
    }

    /// What a column of a position is worth, for which the table is prepared. `None` out of budget.
    pub(super) fn column_score(
        &mut self,
        position: &FourInARow,
        column: Column,
        outlook: &mut Outlook,
        mut allowance: Allowance,
    ) -> Option<i32> {
        let next = position.after(column);
        let mut range = self.known(&next);
        if range.is_exact() {
            return Some(-range.lower);
        }
        let node = Node::new(&next);
        range.lower = range.lower.max(-outlook.best);
        // Whether it is as good as can be is asked first.
        if !range.is_exact() {
            let beta = range.lower + 1;
            range.narrow(beta, self.at_least(&node, beta, allowance.as_deref_mut())?);
        }
        self.settle_near(-outlook.last, &node, &mut range, allowance)?;
        outlook.last = -range.lower;
        Some(-range.lower)
    }
}

/// The columns with room, from the centre outwards.
pub(super) fn columns_of(position: &FourInARow) -> Vec<Column> {
    let columns = CENTRE_FIRST[..7].iter().map(|&index| Column::new(index as u8));
    columns.filter(|column| position.is_legal(*column)).collect()
}
