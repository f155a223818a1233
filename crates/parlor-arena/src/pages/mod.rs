//! Read-only pages of an arena for a web site: competitions, live standings and boards, replays. Plain HTML that reloads
//! itself, so that a site needs one route and no script.
#![expect(clippy::format_collect, reason = "a page is made on request, and its parts are short")]

mod board;
mod replay;

use parlor_core::Catalog;

use crate::report::{STYLE, escape, report_body};
use crate::store::{Store, StoredCompetition};
use crate::{ArenaError, CompetitionId, GameId, StoredGame};
use board::board_svg;

/// Games that a competition's page lists.
const LATEST_GAMES: u32 = 40;
/// Seconds until a page of a running competition reloads itself.
const RELOAD_SECONDS: u32 = 3;

/// A page or a style sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    pub content_type: &'static str,
    pub text: String,
}

/// The page at a path below `/arena`; `None` if there is none.
///
/// | path | page |
/// |---|---|
/// | | all competitions |
/// | `3` | competition 3 |
/// | `3/games/17/0` | first game of its pair 17; `ply` is the position that is shown |
pub fn page(store: &Store, catalog: &Catalog, path: &str, ply: Option<usize>) -> Result<Option<Page>, ArenaError> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let text = match parts[..] {
        [] => Some(list_page(store)?),
        ["style.css"] => return Ok(Some(Page { content_type: "text/css; charset=utf-8", text: STYLE.to_owned() })),
        [id] => find(store, id)?.map(|stored| competition_page(store, catalog, &stored)).transpose()?,
        [id, "games", pair, game] => match (find(store, id)?, pair.parse(), game.parse()) {
            (Some(stored), Ok(pair), Ok(game)) => {
                let found = store.game(stored.id, GameId { pair, game })?;
                found.map(|game| replay::replay_page(catalog, &stored, &game, ply)).transpose()?
            }
            _ => None,
        },
        _ => None,
    };
    Ok(text.map(|text| Page { content_type: "text/html; charset=utf-8", text }))
}

fn find(store: &Store, id: &str) -> Result<Option<StoredCompetition>, ArenaError> {
    let Ok(id) = id.parse::<CompetitionId>() else { return Ok(None) };
    match store.competition(Some(id)) {
        Ok(stored) => Ok(Some(stored)),
        Err(ArenaError::Invalid(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A whole document. `is_live` makes it reload itself.
fn document(title: &str, body: &str, is_live: bool) -> String {
    let reload =
        if is_live { format!("<meta http-equiv=\"refresh\" content=\"{RELOAD_SECONDS}\">") } else { String::new() };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{reload}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\
         <link rel=\"stylesheet\" href=\"/arena/style.css\"></head><body><main>{body}</main></body></html>\n",
        escape(title)
    )
}

fn list_page(store: &Store) -> Result<String, ArenaError> {
    let rows: String = store
        .list()?
        .iter()
        .map(|entry| {
            let state = if entry.is_finished { "finished" } else { "in progress" };
            let (id, name, game) = (entry.id, escape(&entry.name), escape(&entry.game));
            format!("<tr><td>{id}</td><th><a href=\"/arena/{id}\">{name}</a></th><td>{game}</td><td>{state}</td></tr>")
        })
        .collect();
    let table = if rows.is_empty() {
        "<p>There are no competitions yet.</p>".to_owned()
    } else {
        format!(
            "<table><thead><tr><th></th><th>Competition</th><th>Game</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        )
    };
    let body = format!("<nav><a href=\"/\">Parlor</a></nav><header><h1>Arena</h1></header><section>{table}</section>");
    Ok(document("Arena", &body, true))
}

fn competition_page(store: &Store, catalog: &Catalog, stored: &StoredCompetition) -> Result<String, ArenaError> {
    let mut body = vec!["<nav><a href=\"/arena\">All competitions</a></nav>".to_owned()];
    if !stored.is_finished {
        body.push(running_section(store, catalog, stored)?);
    }
    body.push(report_body(store, stored)?);
    let games = store.latest_games(stored.id, LATEST_GAMES)?;
    let rows: String = games.iter().map(|game| game_row(stored, game)).collect();
    body.push(format!(
        "<section><h2>Latest games</h2><table><thead><tr><th></th><th>First</th><th>Second</th><th>Winner</th><th></th>\
         </tr></thead><tbody>{rows}</tbody></table></section>"
    ));
    Ok(document(&stored.competition.name, &body.concat(), !stored.is_finished))
}

fn engine_name(stored: &StoredCompetition, engine: usize) -> String {
    stored.competition.engines.get(engine).map_or_else(String::new, |entrant| escape(&entrant.name))
}

/// Boards of the games in progress.
fn running_section(store: &Store, catalog: &Catalog, stored: &StoredCompetition) -> Result<String, ArenaError> {
    let look = &catalog.game(&stored.competition.game)?.look;
    let boards: String = store
        .running(stored.id)?
        .into_iter()
        .filter_map(|(engines, plies, position)| {
            let game = catalog.start(stored.competition.setup().with_position(position)).ok()?;
            let [first, second] = engines.map(|engine| engine_name(stored, engine));
            let board = board_svg(&game.scene(), look);
            Some(format!("<div>{board}<p>{first} - {second}, move {plies}</p></div>"))
        })
        .collect();
    if boards.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("<section><h2>Playing now</h2><div class=\"boards\">{boards}</div></section>"))
}

fn game_row(stored: &StoredCompetition, game: &StoredGame) -> String {
    let [first, second] = game.engines.map(|engine| engine_name(stored, engine));
    let winner = game.winner(&stored.competition).map_or_else(|| "draw".to_owned(), escape);
    let (id, pair, number, reason) = (stored.id, game.id.pair, game.id.game, escape(&game.reason));
    format!(
        "<tr><td><a href=\"/arena/{id}/games/{pair}/{number}\">{}</a></td><th>{first}</th><td>{second}</td>\
         <td>{winner}</td><td class=\"text\">{reason}</td></tr>",
        2 * pair + u64::from(number) + 1
    )
}
