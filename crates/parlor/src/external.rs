//! How the program runs external engines.

use std::env;

use parlor_external::{Containment, ExternalOptions};

use crate::commands::contain;

/// Environment variable that lifts the containment, for bots that need the network or their own files.
const CONTAINMENT: &str = "PARLOR_CONTAINMENT";

/// How this program runs bots: on Linux in the containment of its own hidden command, unless `PARLOR_CONTAINMENT=off`.
pub(crate) fn external_options() -> ExternalOptions {
    let is_off = env::var_os(CONTAINMENT).is_some_and(|value| value == "off");
    let program = env::current_exe().ok().filter(|_| cfg!(target_os = "linux") && !is_off);
    let launcher = program.map(|program| vec![program.into_os_string(), contain::NAME.into()]);
    ExternalOptions { containment: Containment { launcher, ..Containment::default() }, ..ExternalOptions::default() }
}
