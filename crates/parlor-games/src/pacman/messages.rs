//! Messages of Pac-Man, with their English wording.

use parlor_core::Template;

pub(super) const PAC_MAN: Template = Template::new("pacman-pac-man", "Pac-Man");
pub(super) const GHOSTS: Template = Template::new("pacman-ghosts", "Ghosts");
pub(super) const RIGHT: Template = Template::new("direction-right", "right");
pub(super) const DOWN: Template = Template::new("direction-down", "down");
pub(super) const LEFT: Template = Template::new("direction-left", "left");
pub(super) const UP: Template = Template::new("direction-up", "up");
pub(super) const GO: Template = Template::new("pacman-go", "Go {direction}");
pub(super) const BUMP_WALL: Template = Template::new("pacman-bump-wall", "Bump into the wall, {direction}");
pub(super) const BUMP_EDGE: Template = Template::new("pacman-bump-edge", "Bump into the edge, {direction}");
pub(super) const TURN: Template = Template::new("pacman-turn", "Pac-Man to move: eat every pellet and survive.");
pub(super) const DEAD_END: Template = Template::new("pacman-dead-end", "A pellet can no longer be reached.");
pub(super) const SOLVED: Template = Template::new("pacman-solved", "Pac-Man has eaten every pellet.");
pub(super) const FAILED: Template = Template::new("pacman-failed", "Pac-Man did not survive.");

/// All of them, for the catalog.
pub(super) const ALL: &[Template] =
    &[PAC_MAN, GHOSTS, RIGHT, DOWN, LEFT, UP, GO, BUMP_WALL, BUMP_EDGE, TURN, DEAD_END, SOLVED, FAILED];
