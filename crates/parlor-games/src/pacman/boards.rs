//! Boards that come with the game.

use parlor_core::{CatalogBoard, OptionSpec, Text};

/// A built-in board: its name, its title, its text, and the length of a shortest plan.
struct BuiltIn {
    name: &'static str,
    title: &'static str,
    text: &'static str,
    optimum: u32,
}

const BOARDS: [BuiltIn; 5] = [
    BuiltIn { name: "lure", title: "The lure", text: include_str!("boards/lure.txt"), optimum: 21 },
    BuiltIn { name: "wait", title: "Wait for it", text: include_str!("boards/wait.txt"), optimum: 13 },
    BuiltIn { name: "no-ghosts", title: "No ghosts", text: include_str!("boards/no-ghosts.txt"), optimum: 35 },
    BuiltIn { name: "open-edge", title: "Open edge", text: include_str!("boards/open-edge.txt"), optimum: 23 },
    BuiltIn { name: "four-ghosts", title: "Four ghosts", text: include_str!("boards/four-ghosts.txt"), optimum: 68 },
];

pub const BOARD: OptionSpec = OptionSpec::one_of(
    "board",
    "built-in board, used when no position is given",
    &[
        Text::Borrowed(BOARDS[0].name),
        Text::Borrowed(BOARDS[1].name),
        Text::Borrowed(BOARDS[2].name),
        Text::Borrowed(BOARDS[3].name),
        Text::Borrowed(BOARDS[4].name),
    ],
);

/// Text of a built-in board; empty for an unknown name.
pub(super) fn text(name: &str) -> &'static str {
    BOARDS.iter().find(|board| board.name == name).map_or("", |board| board.text)
}

/// The boards as the catalog lists them.
pub(super) fn catalog_boards() -> Vec<CatalogBoard> {
    let entry = |board: &BuiltIn| CatalogBoard {
        name: board.name.into(),
        title: board.title.into(),
        position: board.text.into(),
        optimum: Some(board.optimum),
    };
    BOARDS.iter().map(entry).collect()
}
