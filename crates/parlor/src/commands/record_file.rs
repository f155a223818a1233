//! Saves the record of a finished match to the file that `PARLOR_RECORD` names.

use std::path::PathBuf;
use std::{env, fs};

use parlor_match::Match;

/// Saves the record of a match that has ended to the file that `PARLOR_RECORD` names.
///
/// The file is written under another name and then renamed, so that a reader never sees half of it.
pub(crate) fn save_record(game_match: &Match) {
    let Some(file) = env::var_os("PARLOR_RECORD").map(PathBuf::from) else { return };
    let mut draft = file.clone().into_os_string();
    draft.push(".new");
    if let Err(error) = fs::write(&draft, game_match.record().to_string()).and_then(|()| fs::rename(&draft, &file)) {
        eprintln!("parlor: the record could not be saved to {}: {error}", file.display());
    }
}
