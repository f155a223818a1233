//! The engine schemes `exec:`, `exec-nboard:` and `exec-uci:` for a catalog.

use std::path::Path;
use std::sync::Arc;

use parlor_core::{AnyEngine, AnyGame, Catalog, EngineScheme, EngineSpec};

use crate::command::EngineCommand;
use crate::engine::ExternalEngine;
use crate::options::ExternalOptions;
use crate::protocol::Protocol;
use crate::protocol::json::JsonProtocol;
use crate::protocol::nboard::NBoardProtocol;
use crate::protocol::translation::Translation;
use crate::protocol::uci::UciProtocol;

/// Protocol of an external engine, by the name of its scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SchemeProtocol {
    Json,
    NBoard,
    Uci,
}

const SCHEMES: [(&str, &str, SchemeProtocol); 3] = [
    ("exec", "a program that speaks Parlor's engine protocol", SchemeProtocol::Json),
    ("exec-nboard", "a program that speaks NBoard 2", SchemeProtocol::NBoard),
    ("exec-uci", "a program that speaks UCI with variants", SchemeProtocol::Uci),
];

/// The catalog with the schemes of external engines: `exec:COMMAND`, `exec-nboard:COMMAND` and
/// `exec-uci:COMMAND`.
#[must_use]
pub fn add_schemes(catalog: &Catalog, options: &ExternalOptions) -> Catalog {
    SCHEMES.into_iter().fold(catalog.clone(), |with_schemes, (name, about, protocol)| {
        let (games, options) = (catalog.clone(), options.clone());
        let build = Arc::new(move |game: &dyn AnyGame, text: &str| -> Result<Box<dyn AnyEngine>, String> {
            Ok(Box::new(build_engine(&games, protocol, game, text, &options)?))
        });
        with_schemes.with_scheme(EngineScheme { name: name.into(), about: about.into(), build })
    })
}

/// The engine of a spec such as `exec-uci:COMMAND`, or of a command that speaks the engine protocol. The
/// error is a sentence for the user.
pub fn external_engine(
    catalog: &Catalog,
    game: &dyn AnyGame,
    text: &str,
    options: &ExternalOptions,
) -> Result<ExternalEngine, String> {
    let named = text.split_once(':').and_then(|(name, command)| {
        let (.., protocol) = SCHEMES.into_iter().find(|(scheme, ..)| *scheme == name)?;
        Some((protocol, command))
    });
    let (protocol, command) = named.unwrap_or((SchemeProtocol::Json, text));
    build_engine(catalog, protocol, game, command, options)
}

/// Checks that the program of a spec has the game. Only those are started whose protocol tells it. The error
/// is a sentence for the user.
pub fn check_start(catalog: &Catalog, game: &dyn AnyGame, spec: &str, options: &ExternalOptions) -> Result<(), String> {
    let mut engine = external_engine(catalog, game, spec, options)?;
    if engine.announces_ready() {
        engine.start(game, game.turn()).map_err(|fault| fault.reason.trim_end_matches('.').to_owned())?;
    }
    Ok(())
}

/// A command of somebody else that runs in a folder, as the text of `exec:`. Its words are data: the settings
/// that words before a program make are refused, with a sentence for the user.
pub fn foreign_command(folder: &Path, log: Option<&Path>, command: &str) -> Result<String, String> {
    if let Some(setting) = EngineCommand::first_setting(command)? {
        return Err(format!("\"{setting}\" stands before the program; a bot may not make settings"));
    }
    Ok(EngineCommand::in_folder(folder, log, command))
}

/// Whether a spec names an external program.
pub fn is_external(spec: &EngineSpec) -> bool {
    SCHEMES.iter().any(|(name, ..)| *name == spec.name())
}

fn build_engine(
    games: &Catalog,
    protocol: SchemeProtocol,
    game: &dyn AnyGame,
    text: &str,
    options: &ExternalOptions,
) -> Result<ExternalEngine, String> {
    let command = EngineCommand::parse(text)?;
    let protocol = build_protocol(games, protocol, game, &command)?;
    Ok(ExternalEngine::new(command, protocol, options.clone()))
}

fn build_protocol(
    games: &Catalog,
    protocol: SchemeProtocol,
    game: &dyn AnyGame,
    command: &EngineCommand,
) -> Result<Box<dyn Protocol>, String> {
    let translation = |name: &str| {
        let entry = games.game(&game.setup().game).map_err(|error| error.to_string())?;
        Translation::new(entry, name, game)
    };
    Ok(match protocol {
        SchemeProtocol::Json => {
            check_no_settings(command)?;
            Box::new(JsonProtocol::default())
        }
        SchemeProtocol::NBoard => Box::new(NBoardProtocol::new(translation("nboard")?, &command.settings)?),
        SchemeProtocol::Uci => Box::new(UciProtocol::new(translation("uci")?, command.settings.clone())),
    })
}

/// The protocol of a scheme, without a program behind it.
#[cfg(fuzzing)]
pub(crate) fn fuzzed_protocol(catalog: &Catalog, scheme: &str, game: &dyn AnyGame) -> Option<Box<dyn Protocol>> {
    let (_, _, protocol) = SCHEMES.into_iter().find(|(name, ..)| *name == scheme)?;
    build_protocol(catalog, protocol, game, &EngineCommand::shell(None, "")).ok()
}

/// The engine protocol has no options of engines: they are arguments of the program.
fn check_no_settings(command: &EngineCommand) -> Result<(), String> {
    match command.settings.first() {
        Some((name, _)) => Err(format!("\"{name}=\" stands before the program; give options to a bot after its name")),
        None => Ok(()),
    }
}
