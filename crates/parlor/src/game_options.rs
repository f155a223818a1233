//! Options of games on the command line.
//!
//! A command takes them by flattening one of these types. They mark the command, [`declare`] then adds every
//! option that a game of the catalog declares to the marked commands, and [`GameOptions::setup`] gives them
//! to the catalog, which validates them.

use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use parlor_core::{Catalog, GameEntry, OptionKind, OptionSpec, Setup};

use crate::command_error::CommandError;

/// Mark of a command that takes options of games.
const GROUP: &str = "game options";

/// A game, its options and where it begins.
#[derive(Args, Debug)]
pub(crate) struct GameStart {
    /// Name of a game, as listed by `parlor games`
    game: String,
    #[command(flatten)]
    start: StartOptions,
}

/// `--position` and the options of a game.
#[derive(Args, Debug)]
pub(crate) struct StartOptions {
    /// Start from this position, written in the game's notation
    #[arg(long, value_name = "P")]
    position: Option<String>,
    #[command(flatten)]
    options: GameOptions,
}

/// The options of games that were given, by name.
#[derive(Debug)]
pub(crate) struct GameOptions(Vec<(String, String)>);

impl GameStart {
    /// The setup that the arguments describe. Only the name of the game is validated here.
    pub(crate) fn setup(&self, catalog: &Catalog) -> Result<Setup, CommandError> {
        self.start.setup(&self.game, catalog)
    }
}

impl StartOptions {
    pub(crate) fn setup(&self, game: &str, catalog: &Catalog) -> Result<Setup, CommandError> {
        Ok(Setup { position: self.position.clone(), ..self.options.setup(game, catalog)? })
    }

    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some() || !self.options.0.is_empty()
    }
}

impl GameOptions {
    pub(crate) fn setup(&self, game: &str, catalog: &Catalog) -> Result<Setup, CommandError> {
        Ok(self.setup_of(catalog.game(game)?))
    }

    /// The setup of a game that need not be in the catalog.
    pub(crate) fn setup_of(&self, entry: &GameEntry) -> Setup {
        self.0.iter().fold(entry.default_setup(), |setup, (name, value)| setup.with_option(name, value))
    }
}

impl Args for GameOptions {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(GROUP).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameOptions, clap::Error> {
        let given = matches.get_many::<Id>(GROUP).into_iter().flatten();
        let option = |id: &Id| Some((option_name(id)?, matches.get_one::<String>(id.as_str())?.clone()));
        Ok(GameOptions(given.filter_map(option).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Identifier of an option within a command, which no other argument has.
fn option_id(name: &str) -> String {
    format!("{GROUP}: {name}")
}

fn option_name(id: &Id) -> Option<String> {
    Some(id.as_str().strip_prefix(GROUP)?.strip_prefix(": ")?.to_owned())
}

/// Adds the options of all games to the commands that take them, at any depth. Those of a command that
/// declares its own with [`arguments_of`] are left alone.
pub(crate) fn declare(command: Command, catalog: &Catalog) -> Command {
    let is_marked = command.get_groups().any(|group| group.get_id() == GROUP);
    let has_its_own = command.get_arguments().any(|argument| option_name(argument.get_id()).is_some());
    let command = if is_marked && !has_its_own { add_options(command, catalog) } else { command };
    command.mut_subcommands(|subcommand| declare(subcommand, catalog))
}

/// An option that has the name of another argument of the command gets the prefix `game-`.
fn add_options(command: Command, catalog: &Catalog) -> Command {
    options_of(catalog).into_iter().fold(command, |command, declarations| {
        let spec = declarations[0].1;
        let is_taken = ["help", "version"].contains(&&*spec.name)
            || command.get_arguments().any(|argument| argument.get_long() == Some(&spec.name));
        let long = if is_taken { format!("game-{}", spec.name) } else { spec.name.to_string() };
        let argument = argument(spec).long(long).help_heading("Game options").help(describe(&declarations));
        command.arg(argument)
    })
}

/// The options of one game, for a command that plays no other.
pub(crate) fn arguments_of(entry: &GameEntry) -> Vec<Arg> {
    let help = |spec: &OptionSpec| format!("{}: {} [default: {}]", spec.about, spec.allowed(), spec.default_text());
    entry.options.iter().map(|spec| argument(spec).help(help(spec))).collect()
}

fn argument(spec: &OptionSpec) -> Arg {
    let value = match spec.kind {
        OptionKind::Integer { .. } => "N",
        OptionKind::OneOf { .. } => "WORD",
        OptionKind::Switch => "yes|no",
    };
    Arg::new(option_id(&spec.name)).long(spec.name.to_string()).value_name(value).group(GROUP)
}

/// All declarations of one option name, each with the game that makes it.
type OptionDeclarations<'a> = Vec<(&'a str, &'a OptionSpec)>;

/// Every option name of the catalog once, with its declarations.
fn options_of(catalog: &Catalog) -> Vec<OptionDeclarations<'_>> {
    let mut options: Vec<OptionDeclarations> = Vec::new();
    for (game, spec) in catalog.games().iter().flat_map(|game| game.options.iter().map(|spec| (&*game.name, spec))) {
        match options.iter_mut().find(|declarations| declarations[0].1.name == spec.name) {
            Some(declarations) => declarations.push((game, spec)),
            None => options.push(vec![(game, spec)]),
        }
    }
    options
}

/// Help text of an option. Neighboring games with equal declarations share one description.
fn describe(declarations: &OptionDeclarations) -> String {
    let meaning = |spec: &OptionSpec| format!("{}, {}", spec.about, spec.allowed());
    let groups = declarations.chunk_by(|(_, spec), (_, next)| meaning(spec) == meaning(next));
    let descriptions = groups.map(|group| {
        let games: Vec<&str> = group.iter().map(|(game, _)| *game).collect();
        format!("{}: {}", games.join(", "), meaning(group[0].1))
    });
    descriptions.collect::<Vec<_>>().join("; ")
}
