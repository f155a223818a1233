//! Messages of Four in a Row, with their English wording.

use parlor_core::Template;

pub(super) const PLAYER_ONE: Template = Template::new("four-in-a-row-player-one", "Player one");
pub(super) const PLAYER_TWO: Template = Template::new("four-in-a-row-player-two", "Player two");
pub(super) const COLUMN: Template = Template::new("four-in-a-row-column", "Column {column}");
pub(super) const CHOOSE_A_COLUMN: Template = Template::new("four-in-a-row-choose", "choose a column");

/// All of them, for the catalog.
pub(super) const ALL: &[Template] = &[PLAYER_ONE, PLAYER_TWO, COLUMN, CHOOSE_A_COLUMN];
