//! How the program runs external engines.

use std::path::Path;

use parlor_core::EngineSpec;
use parlor_external::{Containment, ExternalOptions, Level, is_external};

use crate::command_error::CommandError;
use crate::commands::contain;

/// How bots are run: on Linux in the containment of the executable's own hidden command, as far as the user
/// wants.
pub(crate) fn external_options(executable: Option<&Path>, level: Option<Level>) -> ExternalOptions {
    let program = executable.filter(|_| cfg!(target_os = "linux") && level != Some(Level::None));
    let launcher = program.map(|program| vec![program.into(), contain::NAME.into()]);
    ExternalOptions {
        containment: Containment { launcher, level, ..Containment::default() },
        ..ExternalOptions::default()
    }
}

/// Parses a level of containment.
pub(crate) fn containment_level(text: &str) -> Result<Level, &'static str> {
    match text {
        "box" => Ok(Level::Box),
        "reduced" => Ok(Level::Reduced),
        "none" => Ok(Level::None),
        _ => Err("is not one of box, reduced, none"),
    }
}

/// Fails if one of the engines that compete is a program that this system cannot put into a box, and the user
/// has not said that less is enough.
pub(crate) fn require_box<'a>(
    options: &ExternalOptions,
    engines: impl IntoIterator<Item = &'a str>,
) -> Result<(), CommandError> {
    if engines.into_iter().any(|engine| is_external(&EngineSpec::from(engine))) {
        options.containment.require_box().map_err(|error| CommandError::usage(error.to_string()))?;
    }
    Ok(())
}
