//! The rotation argument for leaps: a position that a half turn maps onto itself, the knights onto each other,
//! is lost for the side to move, because the opponent can answer every move with its image.
//!
//! The image is always legal. Only two cells change when a knight leaps from `a` to `b`: `a`, where it stood,
//! and `b`. The other knight leaps from the image of `a` to the image of `b`, which was free because `b` was;
//! it is not `b`, as no free cell is its own image, and not `a`, because the image of `a` was occupied and `b`
//! was not. So the opponent always has a move, and it is never the opponent who gets stuck.
//!
//! A knight that has to walk over free cells can be stopped: `b` may lie on the way that the image of the move
//! would take (and so may the cells of a trail). Near the middle of the board it often does.

use parlor_core::Player;

use super::rules::{Knights, Path};

/// Lost for the side to move, by the rotation argument.
#[inline]
pub(super) fn is_lost_by_rotation(position: &Knights) -> bool {
    let rules = position.rules();
    if rules.path() != Path::Leap {
        return false;
    }
    let last = u32::from(rules.size()) - 1;
    // The cell of row r and column c goes to row last - r, column last - c: its number to 9 * last less itself.
    let image = |cells: u64| cells.reverse_bits() >> (63 - 9 * last);
    let [first, second] = Player::BOTH.map(|player| position.knight(player).bit());
    let inside_closed = position.closed() & !rules.outside();
    if image(first) != second || image(inside_closed) != inside_closed {
        return false;
    }
    // An odd board has a cell that is its own image.
    let centre = if last % 2 == 0 { 1 << (9 * last / 2) } else { 0 };
    position.free() & centre == 0
}
