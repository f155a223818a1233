//! Tables of the report.
#![expect(clippy::format_collect, reason = "a report is made once, and its cells are short")]

use std::collections::BTreeMap;

use parlor_core::svg::escape;

use super::chart::rating_bar;
use crate::ArenaError;
use crate::replay::counted_failures;
use crate::standings::{CrossScore, Standings};
use crate::store::{Store, StoredCompetition};

pub(super) fn standings_table(standings: &Standings) -> String {
    let bounds =
        standings.rows.iter().map(|row| (row.rating.elo - row.rating.error, row.rating.elo + row.rating.error));
    let (lowest, highest) = bounds
        .fold((0.0_f64, 0.0_f64), |(low, high), (from, to)| (low.min(from.max(-2000.0)), high.max(to.min(2000.0))));
    let rows: String = standings
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let mark = match (row.is_withdrawn, row.failures) {
                (true, failures) => format!(" <em>withdrawn after {failures} failures</em>"),
                (false, 0) => String::new(),
                (false, failures) => format!(" <em>{failures} failures</em>"),
            };
            format!(
                "<tr><td>{}</td><th>{}{mark}</th><td class=\"strong\">{:+.0}</td><td>±{:.0}</td><td class=\"chart-head\">{}</td>\
                 <td>{:.1} %</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                index + 1,
                escape(&row.name),
                row.rating.elo,
                row.rating.error,
                rating_bar(row.rating.elo, row.rating.error, lowest, highest),
                100.0 * row.score,
                row.games,
                row.wins,
                row.draws,
                row.losses
            )
        })
        .collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>Rank</th><th>Engine</th><th>Rating</th><th>Error</th>\
         <th class=\"chart-head\">95 % interval</th><th>Score</th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>"
    )
}

/// Points of every engine against every other, colored by the share of points.
pub(super) fn cross_table(standings: &Standings) -> String {
    let heads: String = (1..=standings.rows.len()).map(|number| format!("<th>{number}</th>")).collect();
    let rows: String = standings
        .rows
        .iter()
        .zip(&standings.cross_table)
        .enumerate()
        .map(|(index, (row, scores))| {
            let cells: String =
                scores.iter().enumerate().map(|(column, score)| cross_cell(*score, column == index)).collect();
            format!("<tr><td>{}</td><th>{}</th>{cells}</tr>", index + 1, escape(&row.name))
        })
        .collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table class=\"cross\"><thead><tr><th>Rank</th><th>Engine</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

#[expect(clippy::cast_precision_loss, reason = "a color needs few digits")]
fn cross_cell(score: Option<CrossScore>, is_self: bool) -> String {
    let Some(CrossScore { points, games }) = score else {
        return if is_self { "<td class=\"self\"></td>" } else { "<td>-</td>" }.to_owned();
    };
    // A class instead of a style, which the site's content security policy does not allow.
    let tenth = (10.0 * points / games.max(1) as f64).round();
    format!("<td class=\"tenth{tenth}\">{points}<small>/{games}</small></td>")
}

/// Engines that failed, and how; nothing if none did.
pub(super) fn failure_table(store: &Store, stored: &StoredCompetition) -> Result<String, ArenaError> {
    let mut counts: BTreeMap<(usize, String), u64> = BTreeMap::new();
    for game in counted_failures(store, stored)? {
        if let Some(failed) = game.summary.failed {
            *counts.entry((game.engines[failed.index()], game.reason)).or_default() += 1;
        }
    }
    if counts.is_empty() {
        return Ok(String::new());
    }
    let rows: String = counts
        .iter()
        .map(|((engine, reason), count)| {
            let name = stored.competition.engines.get(*engine).map_or("", |entrant| &entrant.name);
            format!("<tr><th>{}</th><td class=\"text\">{}</td><td>{count}</td></tr>", escape(name), escape(reason))
        })
        .collect();
    Ok(format!(
        "<section><h2>Failures</h2><div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>Engine</th><th>Reason</th><th>Games</th></tr></thead>\
         <tbody>{rows}</tbody></table></div></section>"
    ))
}
