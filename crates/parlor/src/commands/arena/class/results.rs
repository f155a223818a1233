//! Files with the results of a class: a report, a table, and a log for each author.

use std::fs;
use std::path::{Path, PathBuf};

use parlor_arena::{Standings, Store, StoredCompetition, html_report};

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

/// Writes all files, and returns the folder.
pub(super) fn write_results(folder: &Path, results: &ClassResults) -> Result<PathBuf, CommandError> {
    let logs = folder.join("logs");
    let failed = |error| CommandError::runtime(format!("cannot write the results in {}: {error}", folder.display()));
    fs::create_dir_all(&logs).map_err(failed)?;
    fs::write(folder.join("report.html"), html_report(results.store, results.stored)?).map_err(failed)?;
    fs::write(folder.join("ratings.csv"), csv(results)).map_err(failed)?;
    for bot in results.bots {
        fs::write(logs.join(format!("{}.txt", bot.name)), log(bot, results)?).map_err(failed)?;
    }
    Ok(folder.to_owned())
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

/// What the author of a bot has to know: its own build, rating and failures, and nothing about others' programs.
fn log(bot: &Bot, results: &ClassResults) -> Result<String, CommandError> {
    let mut lines = vec![bot.name.clone(), String::new()];
    if !bot.log.is_empty() {
        lines.extend(["Output of the build:".to_owned(), bot.log.clone()]);
    }
    if let Some(problem) = &bot.problem {
        lines.push(problem.clone());
        return Ok(lines.join("\n") + "\n");
    }
    let rows = results.standings.rows.iter().enumerate();
    for (index, row) in rows.filter(|(_, row)| row.name == bot.name) {
        let (rating, wins, draws, losses) = (row.rating, row.wins, row.draws, row.losses);
        lines.push(format!("Rank {}, rating {:+.0} ±{:.0}", index + 1, rating.elo, rating.error));
        lines.push(format!("{wins} won, {draws} drawn, {losses} lost, {} failures", row.failures));
    }
    let competition = &results.stored.competition;
    let own = competition.engines.iter().position(|entrant| entrant.name == bot.name);
    let mut failures = Vec::new();
    results.store.for_each_game(results.stored.id, |game| {
        let failed = game.summary.failed.map(|player| (game.engines[player.index()], player));
        if let Some((_, player)) = failed.filter(|(engine, _)| Some(*engine) == own)
            && failures.len() < MAX_FAILURES
        {
            let moves: Vec<String> = game.moves()?.into_iter().map(|played| played.0).collect();
            let number = game.id.pair * 2 + u64::from(game.id.game) + 1;
            failures.push(format!("Game {number} as {player}: {}, after {}", game.reason, moves.join(" ")));
        }
        Ok(())
    })?;
    lines.extend(failures);
    Ok(lines.join("\n") + "\n")
}
