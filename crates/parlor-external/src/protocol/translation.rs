//! Translation of moves between a game's notation and a foreign protocol, by the dialect in the game's entry.

use parlor_core::{AnyGame, Dialect, GameEntry, Setup, Text};

/// A game's name, moves and positions in one foreign protocol.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    entry: GameEntry,
    dialect: Dialect,
    /// The protocol's name for the game.
    pub(crate) game: String,
}

/// A game as moves from a start, in foreign spelling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ForeignGame {
    /// `None` for the standard start.
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
}

impl Translation {
    /// The translation for a game. The error is a sentence for the user.
    pub(crate) fn new(entry: &GameEntry, protocol: &str, game: &dyn AnyGame) -> Result<Translation, String> {
        let dialects = || entry.dialects.iter().filter(|dialect| dialect.protocol == protocol);
        let Some(name) = entry.foreign_name(protocol).filter(|_| dialects().next().is_some()) else {
            return Err(format!("{} cannot be played over the {protocol} protocol", entry.name));
        };
        let options = &game.setup().options;
        let is_same = |(name, value): &(Text, Text)| options.get(&**name).is_some_and(|given| given == value);
        let dialect = dialects().find(|dialect| dialect.options.iter().all(is_same)).ok_or_else(|| {
            let wanted = dialects().map(|dialect| {
                let options = dialect.options.iter().map(|(name, value)| format!("{name} {value}"));
                options.collect::<Vec<_>>().join(", ")
            });
            let wanted = wanted.collect::<Vec<_>>().join(" or ");
            format!("over the {protocol} protocol {} can only be played with {wanted}", entry.name)
        })?;
        Ok(Translation { entry: entry.clone(), dialect: dialect.clone(), game: name.to_owned() })
    }

    pub(crate) fn spell_move(&self, game: &dyn AnyGame, m: &str) -> String {
        (self.dialect.spell_move)(game, m)
    }

    /// The legal move with this foreign spelling; upper and lower case do not matter.
    pub(crate) fn read_move(&self, game: &dyn AnyGame, text: &str) -> Option<String> {
        game.legal_moves().into_iter().find(|m| self.spell_move(game, m).eq_ignore_ascii_case(text))
    }

    /// A line of moves from a position, up to the first one that is not understood.
    pub(crate) fn read_line<'a>(&self, game: &dyn AnyGame, words: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut position = game.clone_box();
        let mut line = Vec::new();
        for word in words {
            let Some(m) = self.read_move(&*position, word) else { break };
            if position.play(&m).is_err() {
                break;
            }
            line.push(m);
        }
        line
    }

    pub(crate) fn spell_position(&self, game: &dyn AnyGame) -> Option<String> {
        self.dialect.spell_position.map(|spell| spell(game))
    }

    /// The whole game in foreign spelling, from its start on.
    pub(crate) fn spell_game(&self, game: &dyn AnyGame) -> Result<ForeignGame, String> {
        let mut position = self.entry.start(game.setup().clone()).map_err(|error| error.to_string())?;
        let start = self.spell_position(&*position);
        if start.is_none() && game.setup().position.is_some() {
            return Err(format!("{} can only begin at its standard start in this protocol", self.entry.name));
        }
        let mut moves = Vec::new();
        for m in game.moves() {
            moves.push(self.spell_move(&*position, &m));
            position.play(&m).map_err(|error| error.to_string())?;
        }
        Ok(ForeignGame { start, moves })
    }
}

impl Translation {
    /// A game that begins at a foreign position, with foreign moves. A pass may be left out where it is the only move.
    pub(crate) fn read_game(&self, foreign: &ForeignGame, setup: &Setup) -> Result<Box<dyn AnyGame>, String> {
        let mut setup = setup.clone();
        if let Some(start) = &foreign.start {
            let read = self.dialect.read_position.ok_or("positions cannot be read in this protocol")?;
            setup.position = Some(read(start));
        }
        let mut game = self.entry.start(setup).map_err(|error| error.to_string())?;
        for text in &foreign.moves {
            self.play(&mut *game, text)?;
        }
        Ok(game)
    }

    /// Plays a foreign move.
    pub(crate) fn play(&self, game: &mut dyn AnyGame, text: &str) -> Result<(), String> {
        let illegal = || format!("\"{text}\" is not a legal move in position {}", game.position());
        if let Some(m) = self.read_move(game, text) {
            return game.play(&m).map_err(|error| error.to_string());
        }
        let [forced] = &game.legal_moves()[..] else { return Err(illegal()) };
        let mut after = game.clone_box();
        after.play(forced).map_err(|error| error.to_string())?;
        let m = self.read_move(&*after, text).ok_or_else(illegal)?;
        game.play(forced).and_then(|()| game.play(&m)).map_err(|error| error.to_string())
    }
}
