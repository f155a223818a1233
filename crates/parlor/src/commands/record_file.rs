//! Saves the record of a finished match to a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parlor_match::{Match, MatchController};

/// Lets a controller save the record of its match to a file, if there is one, when the match ends.
pub(super) fn save_record(controller: MatchController, file: Option<PathBuf>) -> MatchController {
    let Some(file) = file else { return controller };
    controller.on_match_end(move |game_match| {
        if let Err(error) = write_record(game_match, &file) {
            eprintln!("parlor: the record could not be saved to {}: {error}", file.display());
        }
    })
}

/// The file is written under another name and then renamed, so that a reader never sees half of it.
fn write_record(game_match: &Match, file: &Path) -> io::Result<()> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".new");
    fs::write(&draft, game_match.record().to_string()).and_then(|()| fs::rename(&draft, file))
}
