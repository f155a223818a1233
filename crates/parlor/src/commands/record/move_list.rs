//! Plain move lists: one match per line, and comment lines that name the game.
//!
//! Moves are recognized by the rules: the longest legal move at the current place of the line counts. So separators
//! are optional, and `F5D6C3`, `4453`, `00 11 02` and `3 2, 6 7` are all read by the same code.

use std::io::{self, Write};
use std::time::Duration;

use parlor_core::{AnyGame, Catalog, Setup};
use parlor_match::{Event, EventKind, Match, Terms};

use super::load_error::LoadError;
use super::source::LoadedMatch;
use super::wthor;

/// No move of any game is longer.
const MAX_MOVE_CHARS: usize = 24;
const PASS: &str = "PASS";
/// Stands for a match without moves.
const NO_MOVES: &str = "-";

/// Whether a text can be read without `--game`.
pub(super) fn names_its_game(text: &str) -> bool {
    text.lines().any(|line| header(line).is_some_and(|(key, _)| key == "game")) || default_setup(text).is_some()
}

/// Key and value of a comment line such as `# option size 5`.
fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim().strip_prefix('#')?.trim_start().split_once(' ')?;
    ["game", "option", "position"].contains(&key).then_some((key, value.trim()))
}

/// Reversi if the first move is written as a letter and a digit, as in `F5`.
fn default_setup(text: &str) -> Option<Setup> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let [column, row, ..] = first.as_bytes() else { return None };
    let is_cell = (b'A'..=b'H').contains(&column.to_ascii_uppercase()) && (b'1'..=b'8').contains(row);
    is_cell.then(|| Setup::new(wthor::GAME))
}

/// Reads and replays the matches of a text. A `setup` of the command line takes precedence over comment lines.
pub(super) fn read<'a>(
    text: &'a str,
    setup: Option<&Setup>,
    catalog: &'a Catalog,
) -> impl Iterator<Item = LoadedMatch> + 'a {
    let has_fixed_setup = setup.is_some();
    let mut current = setup.cloned().or_else(|| default_setup(text)).unwrap_or_default();
    let mut number = 0;
    (1..).zip(text.lines()).filter_map(move |(line_number, line)| {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            if let Some((key, value)) = header(line).filter(|_| !has_fixed_setup) {
                change_setup(&mut current, key, value);
            }
            return None;
        }
        number += 1;
        let game_match = parse_match(line, &current, catalog);
        Some(LoadedMatch { number, line: Some(line_number), note: None, game_match })
    })
}

fn change_setup(setup: &mut Setup, key: &str, value: &str) {
    match key {
        "game" => *setup = Setup::new(value),
        "option" => {
            let (name, value) = value.split_once(' ').unwrap_or((value, ""));
            setup.options.insert(name.to_owned(), value.trim().to_owned());
        }
        _ => setup.position = Some(value.to_owned()),
    }
}

fn parse_match(line: &str, setup: &Setup, catalog: &Catalog) -> Result<Match, LoadError> {
    let game = catalog.start(setup.clone())?;
    let mut game_match = Match::new(game, Terms::default());
    let mut rest = if line == NO_MOVES { "" } else { line };
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',' || letter == ';');
        if rest.is_empty() {
            return Ok(game_match);
        }
        if let Some((notation, length)) = next_move(game_match.game(), rest) {
            play(&mut game_match, &notation)?;
            rest = &rest[length..];
        } else if !play_forced_pass(&mut game_match)? {
            return Err(LoadError::illegal_move(&game_match, rest));
        }
    }
}

/// The longest legal move at the start of the text, and its length in bytes. Lower case is accepted, too.
fn next_move(game: &dyn AnyGame, text: &str) -> Option<(String, usize)> {
    let ends: Vec<usize> =
        text.char_indices().map(|(index, letter)| index + letter.len_utf8()).take(MAX_MOVE_CHARS).collect();
    ends.into_iter().rev().find_map(|end| {
        let typed = &text[..end];
        let notation = game.canonicalize(typed).or_else(|_| game.canonicalize(&typed.to_ascii_uppercase())).ok()?;
        Some((notation, end))
    })
}

/// Plays a pass that the list leaves out, if it is the only legal move.
pub(super) fn play_forced_pass(game_match: &mut Match) -> Result<bool, LoadError> {
    let is_forced = game_match.game().legal_moves() == [PASS];
    if is_forced {
        play(game_match, PASS)?;
    }
    Ok(is_forced)
}

/// Plays a move in canonical notation, at time 0.
pub(super) fn play(game_match: &mut Match, notation: &str) -> Result<(), LoadError> {
    let event = Event { at: Duration::ZERO, by: game_match.turn(), kind: EventKind::Played(notation.to_owned()) };
    let admitted = game_match.admit(game_match.events().len(), &event);
    admitted.map(drop).map_err(|_| LoadError::illegal_move(game_match, notation))
}

/// Writer of move lists. It repeats the comment lines that name the game only when the game changes.
#[derive(Default)]
pub(super) struct MoveListWriter {
    setup: Option<Setup>,
}

impl MoveListWriter {
    pub(super) fn write(&mut self, game_match: &Match, note: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let setup = game_match.setup();
        if self.setup.as_ref() != Some(setup) {
            writeln!(out, "# game {}", setup.game)?;
            for (name, value) in &setup.options {
                writeln!(out, "# option {name} {value}")?;
            }
            if let (Some(_), Some(start)) = (&setup.position, game_match.position_at(0)) {
                // Written anew, because the text of a position may have several lines.
                writeln!(out, "# position {}", start.position())?;
            }
            self.setup = Some(setup.clone());
        }
        if let Some(note) = note {
            writeln!(out, "# {note}")?;
        }
        let moves: Vec<&str> = game_match.moves().map(|(_, notation)| notation).collect();
        let separator = if moves.iter().any(|notation| notation.contains(' ')) { ", " } else { " " };
        writeln!(out, "{}", if moves.is_empty() { NO_MOVES.to_owned() } else { moves.join(separator) })
    }
}
