//! Standings as text.

use parlor_arena::schedule::Format;
use parlor_arena::statistics::{EloEstimate, SprtDecision};
use parlor_arena::{Competition, Standings, describe_limit};
use parlor_core::shorten;

const MAX_NAME: usize = 37;

/// One line: title, format, games and limits.
pub(super) fn describe_competition(competition: &Competition) -> String {
    let format = match competition.format {
        Some(Format::Swiss) => format!("Swiss with {} rounds", competition.rounds.unwrap_or(1)),
        Some(Format::Gauntlet) => "gauntlet".to_owned(),
        Some(Format::RoundRobin) => "round robin".to_owned(),
        Some(Format::Match) | None => "match".to_owned(),
    };
    let limits: Vec<String> = competition.limits.iter().map(|limit| describe_limit(*limit)).collect();
    let (name, engines, games) = (&competition.name, competition.engines.len(), competition.games);
    format!("{name}: {format}, {engines} engines, {games} games a pairing, {}", limits.join(" and "))
}

/// The table of all engines, as lines.
pub(super) fn standings_table(standings: &Standings) -> Vec<String> {
    let names: Vec<String> = standings.rows.iter().map(|row| shorten(&row.name, MAX_NAME)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let heading = format!("  #  {:<width$}  Rating      ±   Score   Games     Won   Drawn    Lost", "Engine");
    let rows = standings.rows.iter().zip(names).enumerate().map(|(index, (row, name))| {
        let note = match (row.is_withdrawn, row.failures) {
            (true, failures) => format!("  withdrawn after {failures} failures"),
            (false, 0) => String::new(),
            (false, 1) => "  1 failure".to_owned(),
            (false, failures) => format!("  {failures} failures"),
        };
        format!(
            "{:>3}  {name:<width$}  {:>+6.0}  {:>5.0}  {:>5.1}%  {:>6}  {:>6}  {:>6}  {:>6}{note}",
            index + 1,
            row.rating.elo,
            row.rating.error.min(9999.0),
            100.0 * row.score,
            row.games,
            row.wins,
            row.draws,
            row.losses,
        )
    });
    std::iter::once(heading).chain(rows).collect()
}

/// Points of every engine against every other, in the order of the standings.
pub(super) fn cross_table(standings: &Standings) -> Vec<String> {
    let names: Vec<String> = standings.rows.iter().map(|row| shorten(&row.name, MAX_NAME)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let heads: Vec<String> = (1..=names.len()).map(|number| format!("{number:>9}")).collect();
    let rows = names.iter().zip(&standings.cross_table).enumerate().map(|(index, (name, scores))| {
        let cells: Vec<String> = scores
            .iter()
            .map(|score| score.map_or("-".to_owned(), |score| format!("{}/{}", score.points, score.games)))
            .map(|cell| format!("{cell:>9}"))
            .collect();
        format!("{:>3}  {name:<width$}{}", index + 1, cells.concat())
    });
    std::iter::once(format!("     {:<width$}{}", "", heads.concat())).chain(rows).collect()
}

/// Elo, pairs and the sequential test of a match; nothing for larger fields.
pub(super) fn comparison_lines(competition: &Competition, standings: &Standings) -> Vec<String> {
    let Some(comparison) = &standings.comparison else { return Vec::new() };
    let mut lines = vec![String::new()];
    if let Some(elo) = &comparison.elo {
        let [first, second] = [0, 1].map(|index| &competition.engines[index].name);
        let (difference, superiority) = (describe_elo(elo, comparison.is_clean_sweep()), 100.0 * elo.superiority);
        lines.push(format!("{first} against {second}: {difference}, likelihood of superiority {superiority:.1} %"));
    }
    let [lost, half, even, more, won] = comparison.pairs;
    lines.push(format!("Pairs with 0, 0.5, 1, 1.5 and 2 points: {lost}, {half}, {even}, {more}, {won}"));
    if let Some(sprt) = comparison.sprt {
        let verdict = match sprt.decision {
            None => String::new(),
            Some(SprtDecision::Elo0) => format!(": accepted {} Elo", sprt.elo0),
            Some(SprtDecision::Elo1) => format!(": accepted {} Elo", sprt.elo1),
        };
        let (elo0, elo1, llr, lower, upper) = (sprt.elo0, sprt.elo1, sprt.llr, sprt.lower, sprt.upper);
        lines.push(format!("SPRT [{elo0}, {elo1}]: LLR {llr:.2}, bounds {lower:.2} and {upper:.2}{verdict}"));
    }
    lines
}

/// The difference with its error, or only a bound if all pairs were won or lost.
fn describe_elo(elo: &EloEstimate, is_clean_sweep: bool) -> String {
    match (is_clean_sweep, elo.elo > 0.0) {
        (true, true) => format!("Elo above {:+.0}", elo.low),
        (true, false) => format!("Elo below {:+.0}", elo.high),
        (false, _) => {
            let error = (elo.normalized_high - elo.normalized_low) / 2.0;
            format!("Elo {:+.1} ±{:.1}, normalized {:+.1} ±{error:.1}", elo.elo, elo.error(), elo.normalized)
        }
    }
}
