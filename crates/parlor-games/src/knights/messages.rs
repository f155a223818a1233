//! Messages of Knights, with their English wording.

use parlor_core::Template;

pub(super) const MOVE: Template = Template::new("knights-move", "To row {row}, column {column}");
pub(super) const MOVE_TWO_ONE: Template =
    Template::new("knights-move-two-one", "To row {row}, column {column}, two straight then one");
pub(super) const MOVE_ONE_TWO: Template =
    Template::new("knights-move-one-two", "To row {row}, column {column}, one straight then two");
pub(super) const CHOOSE: Template = Template::new("knights-choose", "choose where your knight goes");

/// All of them, for the catalog.
pub(super) const ALL: &[Template] = &[MOVE, MOVE_TWO_ONE, MOVE_ONE_TWO, CHOOSE];
