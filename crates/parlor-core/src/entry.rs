//! Catalog entry of a game: all that front ends know of a game before it is started.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::erased::ErasedEngine;
use crate::{
    AnyEngine, AnyGame, EngineEntry, EngineInfo, EngineSpec, EngineSpecError, Look, OptionSpec, Options, PieceKind,
    Playable, PublishedPositions, PuzzleSet, SearchLesson, Setup, SetupError, Template, Translation,
};

/// Text that is either built into the program or made at run time.
pub type Text = Cow<'static, str>;

/// Starts a game from a setup whose options are valid one by one. Checks what only the game can check: options
/// together, and the position.
pub type Start = Arc<dyn Fn(Setup, &Options) -> Result<Box<dyn AnyGame>, SetupError> + Send + Sync>;

/// One game of a [`Catalog`](crate::Catalog), for one or two sides. As JSON it is part of a
/// [`GameView`](crate::GameView).
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameEntry {
    /// Name in commands, addresses and records: lowercase words joined by hyphens.
    pub name: Text,
    pub title: Text,
    /// The rules in one sentence.
    pub about: Text,
    pub options: Vec<OptionSpec>,
    pub rules: RulesCard,
    /// Levels of strength, weakest first.
    pub levels: Vec<Level>,
    /// Engine that plays when nobody chose one.
    pub default_opponent: EngineSpec,
    /// Engine that says what a position is worth when nobody chose one.
    pub analysis_engine: EngineSpec,
    /// Engine whose values are always exact, where there is one.
    pub solver: Option<EngineSpec>,
    /// How files of positions are written. Where there is no custom, a line is a position.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub published: Option<PublishedPositions>,
    pub usual_terms: UsualTerms,
    /// Named starting positions.
    pub boards: Vec<CatalogBoard>,
    /// Puzzles, each with one solution; in JSON their number.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::puzzle::serialize_count"))]
    #[cfg_attr(feature = "schema", schemars(with = "usize"))]
    pub puzzles: PuzzleSet,
    /// Names of the game in foreign protocols: `("uci", "cfour")`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub foreign_names: Vec<(Text, Text)>,
    /// Spelling of moves and positions in foreign protocols.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub dialects: Vec<Dialect>,
    pub look: Look,
    /// Tools to draw a position by hand, where people do that.
    pub editor: Option<Editor>,
    /// Algorithms and small positions for a visualizer of searches; empty if the game offers none.
    pub search_lesson: SearchLesson,
    /// A few setups that differ in what the rules do, for tests and benches.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub variants: Vec<Variant>,
    /// Templates of the messages in the game's scenes, so that translations can be checked.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub messages: Vec<Template>,
    /// Texts of the game in other languages; see [`translation`](crate::translation).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub translations: Vec<Translation>,
    /// Engines added by [`Catalog::with_engine`](crate::Catalog::with_engine).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub engines: Vec<AnyEngineEntry>,
    /// Starts the game; [`GameEntry::start`] validates the options first.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub start: Start,
}

impl GameEntry {
    /// An entry with the least that a game needs; set the public fields for more.
    pub fn new(
        name: impl Into<Text>,
        title: impl Into<Text>,
        start: impl Fn(Setup, &Options) -> Result<Box<dyn AnyGame>, SetupError> + Send + Sync + 'static,
    ) -> GameEntry {
        GameEntry {
            name: name.into(),
            title: title.into(),
            about: Text::default(),
            options: Vec::new(),
            rules: RulesCard::default(),
            levels: Vec::new(),
            default_opponent: EngineSpec::new("random"),
            analysis_engine: EngineSpec::new("random"),
            solver: None,
            published: None,
            usual_terms: UsualTerms::default(),
            boards: Vec::new(),
            puzzles: PuzzleSet::default(),
            foreign_names: Vec::new(),
            dialects: Vec::new(),
            look: Look::default(),
            editor: None,
            search_lesson: SearchLesson::default(),
            variants: vec![Variant::default()],
            messages: Vec::new(),
            translations: Vec::new(),
            engines: Vec::new(),
            start: Arc::new(start),
        }
    }

    /// Name of the game in a foreign protocol.
    pub fn foreign_name(&self, protocol: &str) -> Option<&str> {
        self.foreign_names.iter().find(|(known, _)| known == protocol).map(|(_, name)| &**name)
    }

    /// Starts the game; see [`Catalog::start`](crate::Catalog::start). In every game an empty position and `-` stand for
    /// the start.
    pub fn start(&self, mut setup: Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        setup.position = setup.position.filter(|position| !matches!(position.trim(), "" | "-"));
        let options = Options::parse(&self.options, &setup.options)?;
        setup.options = self.options.iter().map(|spec| (spec.name.to_string(), options.text(spec))).collect();
        (self.start)(setup, &options)
    }

    /// The setup with all defaults.
    pub fn default_setup(&self) -> Setup {
        Setup::new(&self.name)
    }

    /// The setup of one of the variants.
    pub fn variant_setup(&self, variant: &Variant) -> Setup {
        variant.options.iter().fold(self.default_setup(), |setup, (name, value)| setup.with_option(name, value))
    }
}

impl Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Spelling of a game's moves and positions in a foreign protocol, whose name for the game is in
/// [`GameEntry::foreign_names`].
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Name of the protocol, such as `uci`.
    pub protocol: Text,
    /// Options with which the foreign game is the same game.
    pub options: Vec<(Text, Text)>,
    /// Spells a legal move of a position. A spelling is read by comparing it with those of all legal moves, so there
    /// is no function to parse one.
    pub spell_move: fn(&dyn AnyGame, &str) -> String,
    /// Spells a position. `None`: games can only begin at the standard start.
    pub spell_position: Option<fn(&dyn AnyGame) -> String>,
    /// Turns a foreign position into the game's own notation, without checking it.
    pub read_position: Option<fn(&str) -> String>,
}

/// Constructor of an engine for a game, from validated options.
pub type AnyEngineBuilder = Arc<dyn Fn(&dyn AnyGame, &Options) -> Box<dyn AnyEngine> + Send + Sync>;

/// Engine that was added to a game from outside it. `build` gets the game, because its type may depend on options.
#[derive(Clone)]
pub struct AnyEngineEntry {
    pub info: EngineInfo,
    pub build: AnyEngineBuilder,
}

impl AnyEngineEntry {
    /// Entry of an engine for one type of game. For another type, its searches fail with `SearchError::WrongGame`.
    pub fn typed<G: Playable>(entry: EngineEntry<G>) -> AnyEngineEntry {
        let build = entry.build;
        AnyEngineEntry { info: entry.info, build: Arc::new(move |_, options| Box::new(ErasedEngine(build(options)))) }
    }
}

/// The engine that a spec names, and its validated options.
pub(crate) fn find_engine<'a>(
    engines: &'a [AnyEngineEntry],
    spec: &EngineSpec,
) -> Result<(&'a AnyEngineEntry, Options), EngineSpecError> {
    let engine = engines.iter().find(|engine| engine.info.name == spec.name()).ok_or_else(|| {
        let available = engines.iter().map(|engine| engine.info.name.to_string()).collect();
        EngineSpecError::Unknown { name: spec.name().to_owned(), available }
    })?;
    let options = Options::parse(&engine.info.options, &spec.options()?)
        .map_err(|error| EngineSpecError::Option { engine: spec.name().to_owned(), error })?;
    Ok((engine, options))
}

impl Debug for AnyEngineEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}

/// The rules on a card: the goal, one sentence per rule, moves from the start that show them, and diagrams.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesCard {
    pub goal: Text,
    pub rules: Vec<Text>,
    /// Moves from the start that show the rules.
    pub example: Vec<Text>,
    pub diagrams: Vec<Diagram>,
}

/// Small picture on a rules card: rows of cells, one character each. `o` is where a piece starts, `x` a cell that it
/// passes, `*` where it ends, `.` any other cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagram {
    pub title: Text,
    pub rows: Vec<Text>,
}

impl Diagram {
    pub fn new(title: &'static str, rows: &[&'static str]) -> Diagram {
        Diagram { title: title.into(), rows: rows.iter().map(|row| Text::from(*row)).collect() }
    }
}

/// Named level of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Strength {
    Beginner,
    Easy,
    Medium,
    Hard,
    Expert,
    Perfect,
}

/// The name for people.
impl Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Strength::Beginner => "Beginner",
            Strength::Easy => "Easy",
            Strength::Medium => "Medium",
            Strength::Hard => "Hard",
            Strength::Expert => "Expert",
            Strength::Perfect => "Perfect",
        })
    }
}

/// An engine of a named strength, and the time it takes for a move.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level {
    pub strength: Strength,
    pub engine: EngineSpec,
    pub seconds: f64,
}

/// Terms that a match of this game usually has.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsualTerms {
    /// Time limit per move, where the game is usually played with one.
    pub seconds_per_move: Option<f64>,
}

/// A named starting position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogBoard {
    pub name: Text,
    pub title: Text,
    pub position: Text,
    /// Length of a shortest solution, where that is proved.
    pub optimum: Option<u32>,
}

/// Editor of positions that are rows of codes: blanks between codes, one line a row.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Editor {
    pub palette: Vec<Brush>,
    /// Most rows and columns of a board.
    pub max_side: usize,
}

/// One thing that can be drawn into a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    pub code: Text,
    pub name: Text,
    /// `None` for the empty cell.
    pub piece: Option<PieceKind>,
    /// At most one on the board: drawing a second one moves the first.
    pub is_unique: bool,
}

/// A setup for tests and benches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    pub options: Vec<(Text, Text)>,
    /// Depth at which a perft takes about a second.
    pub perft_depth: u32,
}

impl Variant {
    pub fn new(options: &[(&'static str, &'static str)], perft_depth: u32) -> Variant {
        let text = |(name, value): &(&'static str, &'static str)| (Text::from(*name), Text::from(*value));
        Variant { options: options.iter().map(text).collect(), perft_depth }
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::new(&[], 4)
    }
}
