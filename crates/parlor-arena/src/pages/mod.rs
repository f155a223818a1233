//! Read-only pages of an arena for a web site: competitions, live standings and boards, replays. Plain HTML; a script of
//! a few lines keeps the page of a running competition up to date, so that a site needs one route.
#![expect(clippy::format_collect, reason = "a page is made on request, and its parts are short")]

mod replay;

use parlor_core::svg::{self, ColorScheme, escape};
use parlor_core::{AnyGame, Catalog, Look};

use crate::report::{STYLE, report_sections};
use crate::store::{Store, StoredCompetition};
use crate::{ArenaError, CompetitionId, GameId, StoredGame};

/// Games that a competition's page lists.
const LATEST_GAMES: u32 = 40;
/// Seconds until a page of a running competition reloads itself where scripts are off.
const RELOAD_SECONDS: u32 = 3;
const LIVE_SCRIPT: &str = include_str!("live.js");

/// A page, a style sheet or a script.
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
        ["live.js"] => {
            return Ok(Some(Page { content_type: "text/javascript; charset=utf-8", text: LIVE_SCRIPT.to_owned() }));
        }
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
    id.parse().map_or(Ok(None), |id| find_competition(store, id))
}

/// A competition by its id; `None` if there is none.
pub fn find_competition(store: &Store, id: CompetitionId) -> Result<Option<StoredCompetition>, ArenaError> {
    match store.competition(Some(id)) {
        Ok(stored) => Ok(Some(stored)),
        Err(ArenaError::Invalid(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A whole document. `is_live` keeps its content up to date.
fn document(title: &str, body: &str, is_live: bool) -> String {
    let live = if is_live {
        format!(
            "<script type=\"module\" src=\"/arena/live.js\"></script>\
             <noscript><meta http-equiv=\"refresh\" content=\"{RELOAD_SECONDS}\"></noscript>"
        )
    } else {
        String::new()
    };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{} - Parlor</title>\
         <link rel=\"stylesheet\" href=\"/arena/style.css\">{live}</head>\
         <body><header class=\"site-header\"><a class=\"brand\" href=\"/\">{BRAND}<span>Parlor</span></a>\
         <a href=\"/arena\">Arena</a></header><main>{body}</main></body></html>\n",
        escape(title)
    )
}

/// The site's sign.
const BRAND: &str = "<svg viewBox=\"0 0 64 64\" aria-hidden=\"true\"><rect width=\"64\" height=\"64\" rx=\"15\" \
    fill=\"#1d6a63\"/><circle cx=\"23\" cy=\"23\" r=\"10.5\" fill=\"#f7f4ef\"/><circle cx=\"41\" cy=\"41\" r=\"10.5\" \
    fill=\"#f0a04b\"/><g fill=\"none\" stroke=\"#a9cbc7\" stroke-width=\"3\"><circle cx=\"41\" cy=\"23\" r=\"7.5\"/>\
    <circle cx=\"23\" cy=\"41\" r=\"7.5\"/></g></svg>";

fn list_page(store: &Store) -> Result<String, ArenaError> {
    let rows: String = store
        .list()?
        .iter()
        .map(|entry| {
            let state = state_mark(entry.is_finished);
            let (id, name, game) = (entry.id, escape(&entry.name), escape(&entry.game));
            format!("<tr><td>{id}</td><th><a href=\"/arena/{id}\">{name}</a></th><td>{game}</td><td>{state}</td></tr>")
        })
        .collect();
    let table = if rows.is_empty() {
        "<p>There are no competitions yet.</p>".to_owned()
    } else {
        format!(
            "<div class=\"wide\" tabindex=\"0\"><table class=\"list\"><thead><tr><th>Number</th><th>Competition</th><th>Game</th>\
             <th>State</th></tr></thead><tbody>{rows}</tbody></table></div>"
        )
    };
    let body = format!(
        "<header><h1>Arena</h1><p class=\"note\">Competitions between engines.</p></header><section>{table}</section>"
    );
    Ok(document("Arena", &body, true))
}

/// Whether a competition is finished, as a mark.
pub(crate) fn state_mark(is_finished: bool) -> &'static str {
    if is_finished { "<span class=\"state\">finished</span>" } else { "<span class=\"state live\">in progress</span>" }
}

fn competition_page(store: &Store, catalog: &Catalog, stored: &StoredCompetition) -> Result<String, ArenaError> {
    let mut body = report_sections(store, stored)?;
    if !stored.is_finished {
        // After the heading.
        body.insert(1, running_section(store, catalog, stored)?);
    }
    let games = store.latest_games(stored.id, LATEST_GAMES)?;
    let rows: String = games.iter().map(|game| game_row(stored, game)).collect();
    // Before the footer.
    body.insert(body.len() - 1, format!(
        "<section><h2>Latest games</h2><div class=\"wide\" tabindex=\"0\"><table class=\"list\"><thead><tr><th>Game</th>\
         <th>First</th><th>Second</th><th>Winner</th><th>Reason</th></tr></thead><tbody>{rows}</tbody></table></div></section>"
    ));
    Ok(document(&stored.competition.name, &body.concat(), !stored.is_finished))
}

/// Picture of a position.
fn board(game: &dyn AnyGame, look: &Look) -> String {
    format!("<div class=\"board\">{}</div>", svg::draw(&game.scene(), look, ColorScheme::LightDark))
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
            let board = board(&*game, look);
            Some(format!("<figure>{board}<figcaption>{first} - {second}, move {plies}</figcaption></figure>"))
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
