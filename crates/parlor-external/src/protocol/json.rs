//! The engine protocol, version 1, from the side that asks for moves.

use std::time::Duration;

use parlor_core::{AnyGame, GameResult, Limits, Player};

use super::messages::{Clock, FromEngine, Go, Info, PROTOCOL_VERSION, ToEngine};
use super::{Protocol, Reply, Report, board_rows, own_letter};

/// A session of the engine protocol.
#[derive(Debug, Default)]
pub(crate) struct JsonProtocol {
    /// Letter of the engine's pieces in this game, once it is known.
    letter: Option<char>,
}

fn write(message: &ToEngine) -> String {
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(message).unwrap_or_default()
}

impl Protocol for JsonProtocol {
    fn begin(&mut self, game: &dyn AnyGame, seat: Player, _is_new: bool) -> Result<Vec<String>, String> {
        self.letter = None;
        let setup = game.setup();
        let (game, options) = (setup.game.clone(), setup.options.clone());
        Ok(vec![write(&ToEngine::Hello { protocol: PROTOCOL_VERSION, game, options, seat })])
    }

    fn go(&mut self, game: &dyn AnyGame, limits: &Limits) -> Result<Vec<String>, String> {
        let letter = *self.letter.get_or_insert_with(|| own_letter(game));
        let seconds = |time: Duration| (time.as_secs_f64() * 1e4).round() / 1e4;
        let moves = game.moves();
        let go = Go {
            ply: moves.len(),
            position: game.position(),
            moves,
            board: board_rows(&game.scene()),
            you: letter.to_string(),
            legal: game.legal_moves(),
            seconds: limits.time.map(seconds),
            nodes: limits.nodes,
            depth: limits.depth,
            clock: limits.clock.map(|clock| Clock {
                seconds: seconds(clock.remaining),
                increment: seconds(clock.increment),
                opponent: seconds(clock.opponent),
            }),
        };
        Ok(vec![write(&ToEngine::Go(go))])
    }

    fn read(&mut self, line: &str, _game: &dyn AnyGame) -> Reply {
        if line.is_empty() {
            return Reply::Ignored;
        }
        if !line.starts_with('{') {
            return Reply::Move(Report { best: Some(line.to_owned()), ..Report::default() });
        }
        match serde_json::from_str(line) {
            Ok(FromEngine::Ready { name, version }) => Reply::Ready(format!("{name} {version}").trim().to_owned()),
            Ok(FromEngine::Info(info)) => Reply::Info(report(info)),
            Ok(FromEngine::Move(answer)) => Reply::Move(Report { best: Some(answer.best), ..Report::default() }),
            Ok(FromEngine::Unknown) => Reply::Ignored,
            Err(error) => Reply::Malformed(error.to_string()),
        }
    }

    fn stop(&mut self) -> String {
        write(&ToEngine::Stop)
    }

    fn end(&mut self, result: GameResult, reason: &str) -> Option<String> {
        Some(write(&ToEngine::End { result, reason: reason.to_owned() }))
    }

    fn quit(&self) -> &'static str {
        r#"{"type":"quit"}"#
    }
}

fn report(info: Info) -> Report {
    let value = info.value.and_then(|value| value.to_value());
    Report { best: info.best, value, line: info.line, depth: info.depth, nodes: info.nodes }
}
