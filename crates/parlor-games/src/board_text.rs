//! Positions written as rows that are separated by `/`.

use parlor_core::PositionError;

/// Rejects a square board of another size by its size. Any other mistake is left to the parser, which knows the place.
pub(crate) fn check_size(board: &str, size: usize) -> Result<(), PositionError> {
    let rows = board.split('/').count();
    let is_square = board.split('/').all(|row| row.chars().count() == rows);
    if is_square && rows != size {
        return Err(PositionError::new(format!("the board is {rows}x{rows}, but option size is {size}")));
    }
    Ok(())
}
