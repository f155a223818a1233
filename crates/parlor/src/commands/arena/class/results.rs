//! Files with the results of a class: a report, a table, and the own games for each author.

use std::fs;
use std::path::Path;

use parlor_arena::{Standings, Store, StoredCompetition, StoredGame, counted_failures, html_report};

use super::bot::Bot;
use crate::command_error::CommandError;

/// Failed games that a log lists.
const MAX_FAILURES: usize = 50;

/// What the files are made of.
pub(super) struct ClassResults<'a> {
    pub(super) bots: &'a [Bot],
    pub(super) standings: &'a Standings,
    pub(super) store: &'a Store,
    pub(super) stored: &'a StoredCompetition,
}

/// Writes all files.
pub(super) fn write_results(folder: &Path, results: &ClassResults) -> Result<(), CommandError> {
    let failed = |error| CommandError::runtime(format!("cannot write the results in {}: {error}", folder.display()));
    fs::write(folder.join("report.html"), html_report(results.store, results.stored)?).map_err(failed)?;
    fs::write(folder.join("ratings.csv"), csv(results)).map_err(failed)?;
    let failures = counted_failures(results.store, results.stored)?;
    for bot in results.bots.iter().filter(|bot| bot.problem.is_none()) {
        bot.write("games.txt", &games(bot, results, &failures)?)?;
    }
    Ok(())
}

/// One line for each engine, and one for each bot that could not be rated.
fn csv(results: &ClassResults) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut lines = vec!["rank,name,rating,error,games,won,drawn,lost,score,failures,remark".to_owned()];
    for (index, row) in results.standings.rows.iter().enumerate() {
        let remark = if row.is_withdrawn { "withdrawn" } else { "" };
        lines.push(format!(
            "{},{},{:.0},{:.0},{},{},{},{},{:.4},{},{remark}",
            index + 1,
            quote(&row.name),
            row.rating.elo,
            row.rating.error,
            row.games,
            row.wins,
            row.draws,
            row.losses,
            row.score,
            row.failures
        ));
    }
    let problems = results.bots.iter().filter_map(|bot| Some((&bot.name, bot.problem.as_deref()?)));
    lines.extend(problems.map(|(name, problem)| format!(",{},,,,,,,,,{}", quote(name), quote(problem))));
    lines.join("\n") + "\n"
}

/// What the author of a bot has to know: its own rating and failures, and nothing about others' programs.
fn games(bot: &Bot, results: &ClassResults, failures: &[StoredGame]) -> Result<String, CommandError> {
    let mut lines = vec![bot.name.clone(), String::new()];
    let rows = results.standings.rows.iter().enumerate();
    for (index, row) in rows.filter(|(_, row)| row.name == bot.name) {
        let (rating, wins, draws, losses) = (row.rating, row.wins, row.draws, row.losses);
        lines.push(format!("Rank {}, rating {:+.0} ±{:.0}", index + 1, rating.elo, rating.error));
        let withdrawn = if row.is_withdrawn { ", withdrawn" } else { "" };
        lines.push(format!("{wins} won, {draws} drawn, {losses} lost, {} failures{withdrawn}", row.failures));
    }
    let own = results.stored.competition.engines.iter().position(|entrant| entrant.name == bot.name);
    let own = failures.iter().filter_map(|game| {
        let player = game.summary.failed?;
        (Some(game.engines[player.index()]) == own).then_some((game, player))
    });
    for (game, player) in own.take(MAX_FAILURES) {
        let moves: Vec<String> = game.moves()?.into_iter().map(|played| played.0).collect();
        let number = game.id.pair * 2 + u64::from(game.id.game) + 1;
        lines.push(format!("Game {number} as {player}, after {}: {}", moves.join(" "), game.reason));
    }
    Ok(lines.join("\n") + "\n")
}
