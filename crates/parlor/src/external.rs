//! How the program runs external engines.

use std::path::Path;

use parlor_external::{Containment, ExternalOptions};

use crate::commands::contain;

/// How bots are run: on Linux in the containment of the executable's own hidden command, unless
/// `is_uncontained`.
pub(crate) fn external_options(executable: Option<&Path>, is_uncontained: bool) -> ExternalOptions {
    let program = executable.filter(|_| cfg!(target_os = "linux") && !is_uncontained);
    let launcher = program.map(|program| vec![program.into(), contain::NAME.into()]);
    ExternalOptions { containment: Containment { launcher, ..Containment::default() }, ..ExternalOptions::default() }
}
