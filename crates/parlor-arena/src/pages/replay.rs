//! Page of one game: a board, the moves with time and value, and links to step through them.

use parlor_core::Catalog;
use parlor_core::svg::escape;

use super::{board, document, engine_name};
use crate::store::StoredCompetition;
use crate::{ArenaError, StoredGame, StoredMove};

/// The game after `ply` moves, or at its end.
pub(super) fn replay_page(
    catalog: &Catalog,
    stored: &StoredCompetition,
    game: &StoredGame,
    ply: Option<usize>,
) -> Result<String, ArenaError> {
    let record = game.record(catalog, &stored.competition, &stored.openings)?;
    let damaged = |error: parlor_match::RecordError| ArenaError::Storage(format!("the game is damaged: {error}"));
    let game_match = record.replay(catalog).map_err(damaged)?;
    let last = game_match.ply();
    let ply = ply.unwrap_or(last).min(last);
    let position = game_match.position_at(ply);
    let look = &catalog.game(&stored.competition.game)?.look;
    let board = position.map(|position| board(&*position, look)).unwrap_or_default();
    let [first, second] = game.engines.map(|engine| engine_name(stored, engine));
    let link = |ply: usize, text: &str| format!("<a href=\"?ply={ply}\">{text}</a>");
    let steps = [
        link(0, "Start"),
        link(ply.saturating_sub(1), "Back"),
        link((ply + 1).min(last), "Forward"),
        link(last, "End"),
    ];
    let result = match game.winner(&stored.competition) {
        None => "Draw".to_owned(),
        Some(winner) => format!("{} wins", escape(winner)),
    };
    let result = if game.reason.is_empty() { result } else { format!("{result}: {}", escape(&game.reason)) };
    let body = format!(
        "<header><p><a href=\"/arena/{}\">{}</a></p><h1>{first} - {second}</h1><p>{result}</p></header>\
         <section class=\"replay\"><div>{board}<nav class=\"steps\" aria-label=\"Steps\">{}</nav></div>\
         <ol class=\"moves\">{}</ol></section>\
         <section><h2>Record</h2><p class=\"note\">Import this text on the start page to analyze the game.</p>\
         <pre tabindex=\"0\">{}</pre></section>",
        stored.id,
        escape(&stored.competition.name),
        steps.concat(),
        move_list(
            &game_match.moves().map(|(_, notation)| notation.to_owned()).collect::<Vec<_>>(),
            &game.moves()?,
            ply
        ),
        escape(&record.to_string())
    );
    Ok(document(&format!("{first} - {second}"), &body, false))
}

/// All moves as links; those after the opening have the time and the value that the engine reported.
fn move_list(notations: &[String], played: &[StoredMove], ply: usize) -> String {
    let opening = notations.len().saturating_sub(played.len());
    let moves: Vec<String> = notations
        .iter()
        .enumerate()
        .map(|(index, notation)| {
            let title = index.checked_sub(opening).and_then(|index| played.get(index)).map_or_else(
                || "opening".to_owned(),
                |StoredMove(_, micros, value, depth, nodes)| {
                    let value = value.as_deref().unwrap_or("-");
                    format!("{}.{:03} ms, value {value}, depth {depth}, {nodes} nodes", micros / 1000, micros % 1000)
                },
            );
            let class = if index + 1 == ply { " class=\"here\" aria-current=\"step\"" } else { "" };
            let (number, notation, title) = (index + 1, escape(notation), escape(&title));
            format!("<li><a href=\"?ply={number}\" title=\"{title}\"{class}>{number}. {notation}</a></li>")
        })
        .collect();
    moves.concat()
}
