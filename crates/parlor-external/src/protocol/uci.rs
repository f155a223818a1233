//! The Universal Chess Interface with variants (`UCI_Variant`), from the side that asks for moves.

use parlor_core::{AnyGame, GameResult, Limits, Player, Score, Value};

use super::translation::Translation;
use super::{Protocol, Reply, Report};

/// A UCI session.
#[derive(Debug)]
pub(crate) struct UciProtocol {
    translation: Translation,
    /// Options of the engine, by name.
    settings: Vec<(String, String)>,
    /// Variants that the engine says it has; `None` if it does not have that option.
    variants: Option<Vec<String>>,
}

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";

impl UciProtocol {
    pub(crate) fn new(translation: Translation, settings: Vec<(String, String)>) -> UciProtocol {
        UciProtocol { translation, settings, variants: None }
    }

    /// `name UCI_Variant type combo default chess var chess var cfour`.
    fn read_option(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        if words.next() == Some("name") && words.next() == Some(VARIANT) {
            let words: Vec<&str> = words.collect();
            let variants = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
            self.variants = Some(variants.collect());
        }
    }

    /// An engine without the variant would play another game.
    fn read_ready(&self) -> Reply {
        let game = &self.translation.game;
        match &self.variants {
            None => Reply::Refused(format!("has no option {VARIANT}, so it cannot play \"{game}\"")),
            Some(variants) if !variants.contains(game) => Reply::Refused(format!(
                "does not have the variant \"{game}\": a newer version may, or a file of variants \
                 (exec-uci:VariantPath=variants.ini ...)"
            )),
            Some(_) => Reply::Ready(String::new()),
        }
    }

    fn read_info(&self, line: &str, game: &dyn AnyGame) -> Reply {
        let mut report = Report::default();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => report.depth = words.next().and_then(|depth| depth.parse().ok()),
                "nodes" => report.nodes = words.next().and_then(|nodes| nodes.parse().ok()),
                "score" => report.value = read_score(words.next(), words.next()),
                "pv" => report.line = self.translation.read_line(game, words.by_ref()),
                // Free text up to the end of the line.
                "string" => break,
                _ => {}
            }
        }
        Reply::Info(report)
    }
}

/// `cp 35` or `mate -3`; mates are counted in moves of both players.
fn read_score(unit: Option<&str>, number: Option<&str>) -> Option<Value> {
    let number: i32 = number?.parse().ok()?;
    let moves = number.unsigned_abs();
    let score = match unit? {
        "cp" => Score::points(number),
        "mate" if number > 0 => Score::win_in(moves.saturating_mul(2).saturating_sub(1)),
        "mate" => Score::loss_in(moves.saturating_mul(2)),
        _ => return None,
    };
    Some(Value::estimate(score))
}

impl Protocol for UciProtocol {
    fn begin(&mut self, _game: &dyn AnyGame, _seat: Player, is_new: bool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        if is_new {
            lines.push("uci".to_owned());
            // First the engine's options: one of them may be a file that defines the variant.
            lines.extend(self.settings.iter().map(|(name, value)| format!("setoption name {name} value {value}")));
            if !self.settings.is_empty() {
                // Then the engine lists its variants anew.
                lines.push("uci".to_owned());
            }
            lines.push(format!("setoption name {VARIANT} value {}", self.translation.game));
        }
        lines.extend(["ucinewgame".to_owned(), "isready".to_owned()]);
        Ok(lines)
    }

    fn go(&mut self, game: &dyn AnyGame, limits: &Limits) -> Result<Vec<String>, String> {
        let foreign = self.translation.spell_game(game)?;
        let start = foreign.start.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        let moves =
            if foreign.moves.is_empty() { String::new() } else { format!(" moves {}", foreign.moves.join(" ")) };
        Ok(vec![format!("position {start}{moves}"), go_command(game.turn(), limits)])
    }

    fn read(&mut self, line: &str, game: &dyn AnyGame) -> Reply {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "option" => {
                self.read_option(rest);
                Reply::Ignored
            }
            "readyok" => self.read_ready(),
            "id" => rest.strip_prefix("name ").map_or(Reply::Ignored, |name| Reply::Name(name.to_owned())),
            "info" => self.read_info(rest, game),
            "bestmove" => {
                let text = rest.split_ascii_whitespace().next().unwrap_or_default();
                let best = self.translation.read_move(game, text).unwrap_or_else(|| text.to_owned());
                Reply::Move(Report { best: Some(best), ..Report::default() })
            }
            _ => Reply::Ignored,
        }
    }

    fn stop(&mut self) -> String {
        "stop".to_owned()
    }

    fn end(&mut self, _: GameResult, _: &str) -> Option<String> {
        None
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn announces_ready(&self) -> bool {
        true
    }
}

fn go_command(turn: Player, limits: &Limits) -> String {
    let mut words = vec!["go".to_owned()];
    if let Some(clock) = limits.clock {
        let (own, other) = (clock.remaining.as_millis(), clock.opponent.as_millis());
        let (white, black) = if turn == Player::First { (own, other) } else { (other, own) };
        let increment = clock.increment.as_millis();
        words.push(format!("wtime {white} btime {black} winc {increment} binc {increment}"));
    } else if let Some(time) = limits.time {
        words.push(format!("movetime {}", time.as_millis().max(1)));
    }
    words.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(limits.depth.map(|depth| format!("depth {depth}")));
    if words.len() == 1 {
        words.push("infinite".to_owned());
    }
    words.join(" ")
}
