//! Messages of Reversi, with their English wording.

use parlor_core::Template;

pub(super) const BLACK: Template = Template::new("reversi-black", "Black");
pub(super) const WHITE: Template = Template::new("reversi-white", "White");
pub(super) const PASS: Template = Template::new("reversi-pass", "Pass");
pub(super) const ENCLOSE: Template = Template::new("reversi-enclose", "enclose at least one disc");
pub(super) const MUST_PASS: Template = Template::new("reversi-must-pass", "no legal move, you must pass");

/// All of them, for the catalog.
pub(super) const ALL: &[Template] = &[BLACK, WHITE, PASS, ENCLOSE, MUST_PASS];
