//! Animation of pieces between two scenes: new pieces fall in or grow, others move or turn over. A piece that is
//! still moving when the next move is made continues undisturbed.

use std::collections::HashMap;

use parlor_core::{Arrival, Cell, Mark, Piece, Scene, Tint};

const GRAVITY: f32 = 55.0;
const MOVE_SECONDS: f32 = 0.28;
const TURN_SECONDS: f32 = 0.3;
const GROW_SECONDS: f32 = 0.16;
/// Delay per cell of distance from the last move, so that turning pieces spread out from it.
const RIPPLE_SECONDS: f32 = 0.05;
/// Fraction of the time after which a falling piece hits the ground; the rest is one small bounce.
const BOUNCE_AFTER: f32 = 0.74;
const BOUNCE_HEIGHT: f32 = 0.06;

/// Current appearance of a piece. Column and row are in cells and may be fractional.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pose {
    pub(crate) column: f32,
    pub(crate) row: f32,
    pub(crate) tint: Tint,
    /// Horizontal scale, below 1 while the piece turns over.
    pub(crate) width: f32,
    /// Scale, below 1 while the piece grows.
    pub(crate) size: f32,
}

/// Running animations, by piece id.
#[derive(Debug, Default)]
pub(crate) struct Animations {
    tweens: HashMap<u32, Tween>,
}

#[derive(Clone, Copy, Debug)]
struct Tween {
    starts_at: f64,
    seconds: f32,
    transition: Transition,
}

#[derive(Clone, Copy, Debug)]
enum Transition {
    Fall,
    Grow,
    Move { from: Cell },
    Turn { from: Tint },
}

impl Animations {
    /// Starts animations for the pieces that differ between two scenes; new pieces arrive as the look says. `now` is the time of the frame in seconds.
    pub(crate) fn start(&mut self, from: &Scene, to: &Scene, arrival: Arrival, now: f64) {
        self.tweens.retain(|_, tween| !tween.is_over(now));
        let before: HashMap<u32, &Piece> = from.pieces.iter().map(|piece| (piece.id, piece)).collect();
        let last = to.marks.iter().find(|(_, mark)| *mark == Mark::LastMove).map(|(cell, _)| *cell);
        for piece in &to.pieces {
            let (transition, seconds, delay) = match before.get(&piece.id) {
                None if arrival == Arrival::Fall => (Transition::Fall, fall_seconds(piece.cell), 0.0),
                None => (Transition::Grow, GROW_SECONDS, 0.0),
                Some(old) if old.cell != piece.cell => (Transition::Move { from: old.cell }, MOVE_SECONDS, 0.0),
                Some(old) if old.tint != piece.tint => {
                    let delay = last.map_or(0.0, |last| distance(last, piece.cell)) * RIPPLE_SECONDS;
                    (Transition::Turn { from: old.tint }, TURN_SECONDS, delay)
                }
                Some(_) => continue,
            };
            self.tweens.insert(piece.id, Tween { starts_at: now + f64::from(delay), seconds, transition });
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
        match tween.transition {
            Transition::Fall => Pose { row: row - (row + 1.0) * height(t), ..rest },
            Transition::Grow => Pose { size: 0.4 + 0.6 * ease(t), ..rest },
            Transition::Move { from } => {
                let remaining = 1.0 - ease(t);
                Pose {
                    column: column + (f32::from(from.column) - column) * remaining,
                    row: row + (f32::from(from.row) - row) * remaining,
                    ..rest
                }
            }
            Transition::Turn { from } => {
                Pose { tint: if t < 0.5 { from } else { piece.tint }, width: (1.0 - 2.0 * t).abs().max(0.06), ..rest }
            }
        }
    }
}

impl Tween {
    #[expect(clippy::cast_possible_truncation, reason = "seconds of an animation")]
    fn progress(&self, now: f64) -> f32 {
        (((now - self.starts_at) as f32) / self.seconds).clamp(0.0, 1.0)
    }

    fn is_over(&self, now: f64) -> bool {
        now >= self.starts_at + f64::from(self.seconds)
    }
}

fn distance(a: Cell, b: Cell) -> f32 {
    f32::from(a.column.abs_diff(b.column).max(a.row.abs_diff(b.row)))
}

fn fall_seconds(to: Cell) -> f32 {
    (2.0 * (f32::from(to.row) + 1.0) / GRAVITY).sqrt() / BOUNCE_AFTER
}

/// Height of a falling piece above its resting place, as a fraction of the drop.
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
        Piece::new(id, Cell { column, row }, Shape::DISC, tint, 'x')
    }

    fn scene(pieces: &[Piece]) -> Scene {
        Scene { columns: 8, rows: 8, pieces: pieces.to_vec(), ..Scene::default() }
    }

    #[test]
    fn new_piece_falls_from_above_the_board_and_comes_to_rest() {
        let new = piece(1, 3, 5, Tint::First);
        let mut animations = Animations::default();
        animations.start(&scene(&[]), &scene(&[new]), Arrival::Fall, 10.0);
        assert!((animations.pose(&new, 10.0).row + 1.0).abs() < 1e-6);
        let middle = animations.pose(&new, 10.2).row;
        assert!(middle > -1.0 && middle < 5.0, "{middle}");
        assert!(animations.is_running(10.2) && !animations.is_running(12.0));
        assert!((animations.pose(&new, 12.0).row - 5.0).abs() < 1e-6);
    }

    #[test]
    fn recolored_piece_turns_and_displaced_piece_moves() {
        let [old, turned] = [Tint::Dark, Tint::Light].map(|tint| piece(1, 0, 0, tint));
        let [here, there] = [0, 4].map(|column| piece(2, column, 2, Tint::First));
        let mut animations = Animations::default();
        animations.start(&scene(&[old, here]), &scene(&[turned, there]), Arrival::Flip, 0.0);
        assert_eq!(animations.pose(&turned, 0.01).tint, Tint::Dark);
        assert_eq!(animations.pose(&turned, 0.29).tint, Tint::Light);
        let column = animations.pose(&there, MOVE_SECONDS.into()).column;
        assert!((column - 4.0).abs() < 1e-6);
        assert!((animations.pose(&there, 0.14).column - 2.0).abs() < 0.1);
    }

    #[test]
    fn unchanged_piece_is_not_animated() {
        let stays = piece(1, 2, 2, Tint::First);
        let mut animations = Animations::default();
        animations.start(&scene(&[stays]), &scene(&[stays]), Arrival::Fall, 0.0);
        assert!(!animations.is_running(0.0) && !animations.is_moving(&stays, 0.0));
    }
}
