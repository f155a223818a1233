//! Symmetry strategy for leaps. If a half turn of the board maps the position onto itself and the knights onto each
//! other, the side to move loses, because the opponent can answer every move with its image.
//!
//! The image is always legal. A leap from `a` to `b` changes only these two cells. The other knight leaps from the image
//! of `a` to the image of `b`. That cell was free because `b` was. It is not `b`, because no free cell is its own image,
//! and not `a`, because the image of `a` was occupied and `b` was not. So the opponent always has a move.
//!
//! The argument fails for knights that walk over free cells: `b` may lie on the path of the image move (and so may the
//! cells of a trail). Near the center of the board this is common.

use parlor_core::Player;

use super::rules::{Knights, Path};

/// Whether the side to move loses by the symmetry strategy.
#[inline]
pub(super) fn is_lost_by_rotation(position: &Knights) -> bool {
    let rules = position.rules();
    if rules.path() != Path::Leap {
        return false;
    }
    let last = u32::from(rules.size()) - 1;
    // The cell at row r and column c maps to row last - r and column last - c: index i maps to 9 * last - i.
    let image = |cells: u64| cells.reverse_bits() >> (63 - 9 * last);
    let [first, second] = Player::BOTH.map(|player| position.knight(player).bit());
    let inside_closed = position.closed() & !rules.cells_outside();
    if image(first) != second || image(inside_closed) != inside_closed {
        return false;
    }
    // On a board of odd size the center is its own image.
    let center = if last % 2 == 0 { 1 << (9 * last / 2) } else { 0 };
    position.free() & center == 0
}
