//! Messages of Tic-Tac-Toe, with their English wording.

use parlor_core::Template;

pub(super) const CELL: Template = Template::new("tic-tac-toe-cell", "Row {row}, column {column}");
pub(super) const CHOOSE: Template = Template::new("tic-tac-toe-choose", "choose a free cell, {streak} in a line win");

/// All of them, for the catalog.
pub(super) const ALL: &[Template] = &[CELL, CHOOSE];
