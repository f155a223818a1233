//! Animation by comparing two scenes, piece by piece: new ones fall in or grow, others move or turn over. A
//! piece that is still on its way when the next move comes goes on undisturbed.

use std::collections::HashMap;

use parlor_core::{Cell, Mark, Piece, Scene, Tint};

const GRAVITY: f32 = 55.0;
const MOVE_SECONDS: f32 = 0.28;
const TURN_SECONDS: f32 = 0.3;
const GROW_SECONDS: f32 = 0.16;
/// Pieces farther from the last move turn later, so that one sees where it came from.
const RIPPLE_SECONDS: f32 = 0.05;
/// The first drop takes this part of the way in time; the rest is one small bounce.
const BOUNCE_AFTER: f32 = 0.74;
const BOUNCE_HEIGHT: f32 = 0.06;

/// How a piece is to be drawn now. Column and row are in cells, and may be between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pose {
    pub(crate) column: f32,
    pub(crate) row: f32,
    pub(crate) tint: Tint,
    /// Below 1 while it turns over.
    pub(crate) width: f32,
    /// Below 1 while it grows.
    pub(crate) size: f32,
}

#[derive(Debug, Default)]
pub(crate) struct Motion {
    tweens: HashMap<u32, Tween>,
}

#[derive(Clone, Copy, Debug)]
struct Tween {
    begins: f64,
    seconds: f32,
    way: Way,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Fall,
    Grow,
    Go { from: Cell },
    Turn { from: Tint },
}

impl Motion {
    /// `now` is the time of the frame in seconds.
    pub(crate) fn change(&mut self, from: &Scene, to: &Scene, now: f64) {
        self.tweens.retain(|_, tween| !tween.is_over(now));
        let before: HashMap<u32, &Piece> = from.pieces.iter().map(|piece| (piece.id, piece)).collect();
        let last = to.marks.iter().find(|(_, mark)| *mark == Mark::LastMove).map(|(cell, _)| *cell);
        for piece in &to.pieces {
            let (way, seconds, delay) = match before.get(&piece.id) {
                None if to.pieces_fall => (Way::Fall, fall_seconds(piece.cell), 0.0),
                None => (Way::Grow, GROW_SECONDS, 0.0),
                Some(old) if old.cell != piece.cell => (Way::Go { from: old.cell }, MOVE_SECONDS, 0.0),
                Some(old) if old.tint != piece.tint => {
                    let delay = last.map_or(0.0, |last| distance(last, piece.cell)) * RIPPLE_SECONDS;
                    (Way::Turn { from: old.tint }, TURN_SECONDS, delay)
                }
                Some(_) => continue,
            };
            self.tweens.insert(piece.id, Tween { begins: now + f64::from(delay), seconds, way });
        }
    }

    pub(crate) fn is_running(&self, now: f64) -> bool {
        self.tweens.values().any(|tween| !tween.is_over(now))
    }

    pub(crate) fn is_moving(&self, piece: &Piece, now: f64) -> bool {
        self.tweens.get(&piece.id).is_some_and(|tween| !tween.is_over(now))
    }

    pub(crate) fn pose(&self, piece: &Piece, now: f64) -> Pose {
        let (column, row) = (f32::from(piece.cell.column), f32::from(piece.cell.row));
        let rest = Pose { column, row, tint: piece.tint, width: 1.0, size: 1.0 };
        let Some(tween) = self.tweens.get(&piece.id).filter(|tween| !tween.is_over(now)) else { return rest };
        let t = tween.progress(now);
        match tween.way {
            Way::Fall => Pose { row: row - (row + 1.0) * height(t), ..rest },
            Way::Grow => Pose { size: 0.4 + 0.6 * ease(t), ..rest },
            Way::Go { from } => {
                let part = 1.0 - ease(t);
                Pose {
                    column: column + (f32::from(from.column) - column) * part,
                    row: row + (f32::from(from.row) - row) * part,
                    ..rest
                }
            }
            Way::Turn { from } => {
                Pose { tint: if t < 0.5 { from } else { piece.tint }, width: (1.0 - 2.0 * t).abs().max(0.06), ..rest }
            }
        }
    }
}

impl Tween {
    #[expect(clippy::cast_possible_truncation, reason = "seconds of an animation")]
    fn progress(&self, now: f64) -> f32 {
        (((now - self.begins) as f32) / self.seconds).clamp(0.0, 1.0)
    }

    fn is_over(&self, now: f64) -> bool {
        now >= self.begins + f64::from(self.seconds)
    }
}

fn distance(a: Cell, b: Cell) -> f32 {
    f32::from(a.column.abs_diff(b.column).max(a.row.abs_diff(b.row)))
}

fn fall_seconds(to: Cell) -> f32 {
    (2.0 * (f32::from(to.row) + 1.0) / GRAVITY).sqrt() / BOUNCE_AFTER
}

/// Above the place of rest, as a part of the whole drop.
fn height(t: f32) -> f32 {
    if t < BOUNCE_AFTER {
        1.0 - (t / BOUNCE_AFTER).powi(2)
    } else {
        let u = (t - BOUNCE_AFTER) / (1.0 - BOUNCE_AFTER);
        4.0 * u * (1.0 - u) * BOUNCE_HEIGHT
    }
}

/// Smoothstep.
fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Shape;

    fn piece(id: u32, column: u8, row: u8, tint: Tint) -> Piece {
        Piece { id, cell: Cell { column, row }, shape: Shape::Disc, tint, letter: 'x' }
    }

    fn scene(pieces: &[Piece], pieces_fall: bool) -> Scene {
        Scene { columns: 8, rows: 8, pieces: pieces.to_vec(), pieces_fall, ..Scene::default() }
    }

    #[test]
    fn a_new_piece_falls_from_above_the_board_and_comes_to_rest() {
        let new = piece(1, 3, 5, Tint::First);
        let mut motion = Motion::default();
        motion.change(&scene(&[], true), &scene(&[new], true), 10.0);
        assert!((motion.pose(&new, 10.0).row + 1.0).abs() < 1e-6);
        let middle = motion.pose(&new, 10.2).row;
        assert!(middle > -1.0 && middle < 5.0, "{middle}");
        assert!(motion.is_running(10.2) && !motion.is_running(12.0));
        assert!((motion.pose(&new, 12.0).row - 5.0).abs() < 1e-6);
    }

    #[test]
    fn a_piece_that_changed_its_colour_turns_and_one_that_changed_its_place_goes() {
        let [old, turned] = [Tint::Dark, Tint::Light].map(|tint| piece(1, 0, 0, tint));
        let [here, there] = [0, 4].map(|column| piece(2, column, 2, Tint::First));
        let mut motion = Motion::default();
        motion.change(&scene(&[old, here], false), &scene(&[turned, there], false), 0.0);
        assert_eq!(motion.pose(&turned, 0.01).tint, Tint::Dark);
        assert_eq!(motion.pose(&turned, 0.29).tint, Tint::Light);
        let column = motion.pose(&there, MOVE_SECONDS.into()).column;
        assert!((column - 4.0).abs() < 1e-6);
        assert!((motion.pose(&there, 0.14).column - 2.0).abs() < 0.1);
    }

    #[test]
    fn what_stayed_does_not_move() {
        let stays = piece(1, 2, 2, Tint::First);
        let mut motion = Motion::default();
        motion.change(&scene(&[stays], true), &scene(&[stays], true), 0.0);
        assert!(!motion.is_running(0.0) && !motion.is_moving(&stays, 0.0));
    }
}
