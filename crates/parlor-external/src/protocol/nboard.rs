//! The `NBoard` protocol, version 2, from the side that asks for moves. Spoken by the engines of Othello programs.

use parlor_core::{AnyGame, GameResult, Limits, Player, Score, Value};

use super::translation::Translation;
use super::{Protocol, Reply, Report};
use crate::ggf;

/// Setting of the spec that chooses the depth of the search.
const DEPTH: &str = "depth";
const DEFAULT_DEPTH: u32 = 12;

/// An `NBoard` session.
#[derive(Debug)]
pub(crate) struct NBoardProtocol {
    translation: Translation,
    version: u32,
    /// Depth of searches without a depth limit. The protocol has no time limit for a move.
    depth: u32,
    pings: u32,
}

impl NBoardProtocol {
    pub(crate) fn new(translation: Translation, settings: &[(String, String)]) -> Result<NBoardProtocol, String> {
        let mut depth = DEFAULT_DEPTH;
        for (name, value) in settings {
            if name != DEPTH {
                return Err(format!("unknown setting \"{name}\"; available: {DEPTH}"));
            }
            depth = value.parse().map_err(|_| format!("{DEPTH} \"{value}\" is not a whole number"))?;
        }
        Ok(NBoardProtocol { translation, version: 2, depth, pings: 0 })
    }

    fn ping(&mut self) -> String {
        self.pings += 1;
        format!("ping {}", self.pings)
    }

    /// `F5/1.2/0.3`, `F5 1.2 0.3` or `F5`: move, value in discs, seconds.
    fn read_answer(&self, text: &str, game: &dyn AnyGame) -> Reply {
        let mut parts = text.split(['/', ' ']).map(str::trim);
        let word = parts.next().unwrap_or_default();
        let best = self.translation.read_move(game, normalize_pass(word)).unwrap_or_else(|| word.to_owned());
        let value = parts.next().and_then(read_value);
        Reply::Move(Report { best: Some(best), value, ..Report::default() })
    }

    /// `search F5D6C3 1.25 0 12 text`: principal variation, value, an unused number, depth.
    fn read_search(&self, text: &str, game: &dyn AnyGame) -> Reply {
        let mut words = text.split_ascii_whitespace();
        let line = words.next().unwrap_or_default().replace('-', "");
        let moves = line.as_bytes().chunks(2).map(|word| std::str::from_utf8(word).unwrap_or_default());
        let line = self.translation.read_line(game, moves.map(normalize_pass));
        let value = words.next().and_then(read_value);
        let depth = words.nth(1).and_then(|depth| {
            let digits: String = depth.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        });
        Reply::Info(Report { best: None, value, line, depth, nodes: None })
    }
}

/// Engines write a pass as `PA`, `pa`, `PS` or `pass`; the dialect spells it `PA`.
fn normalize_pass(word: &str) -> &str {
    if ["PASS", "PS", "--"].iter().any(|pass| word.eq_ignore_ascii_case(pass)) { "PA" } else { word }
}

/// A value in discs; a pair `1.2,1.4` gives the values of a draw for either side.
fn read_value(text: &str) -> Option<Value> {
    let first = text.split(',').next()?;
    let discs: f64 = first.parse().ok().filter(|discs: &f64| discs.is_finite())?;
    Some(Value::estimate(Score::points((discs * 100.0).clamp(-1e6, 1e6).round() as i32)))
}

impl Protocol for NBoardProtocol {
    fn begin(&mut self, _game: &dyn AnyGame, _seat: Player, is_new: bool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        if is_new {
            lines.push(format!("nboard {}", self.version));
        }
        lines.push(format!("set depth {}", self.depth));
        Ok(lines)
    }

    fn go(&mut self, game: &dyn AnyGame, limits: &Limits) -> Result<Vec<String>, String> {
        let foreign = self.translation.spell_game(game)?;
        let start = foreign.start.ok_or("this game's dialect has no spelling of positions")?;
        let text = ggf::write(&self.translation.game, &start, &foreign.moves, limits.time);
        let mut lines = vec![format!("set game {text}")];
        if let Some(depth) = limits.depth {
            lines.push(format!("set depth {depth}"));
        }
        lines.extend([self.ping(), "go".to_owned()]);
        Ok(lines)
    }

    fn read(&mut self, line: &str, game: &dyn AnyGame) -> Reply {
        if let Some(answer) = line.strip_prefix("===") {
            return self.read_answer(answer.trim(), game);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            // The ping before a search comes with every search; only the first marks the end of the start.
            "pong" => Reply::Ready(String::new()),
            "search" | "book" => self.read_search(rest, game),
            "nodestats" => {
                let nodes = rest.split_ascii_whitespace().next().and_then(|nodes| nodes.parse().ok());
                Reply::Info(Report { nodes, ..Report::default() })
            }
            "set" => rest.strip_prefix("myname ").map_or(Reply::Ignored, |name| Reply::Name(name.to_owned())),
            // Free text, such as `status` lines and complaints about commands.
            _ => Reply::Ignored,
        }
    }

    fn stop(&mut self) -> String {
        self.ping()
    }

    fn end(&mut self, _: GameResult, _: &str) -> Option<String> {
        None
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn downgrade(&mut self) -> bool {
        let is_newest = self.version == 2;
        self.version = 1;
        is_newest
    }
}
