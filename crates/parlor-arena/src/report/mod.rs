//! Report of a competition as one self-contained HTML page: no scripts, no external files.
#![expect(clippy::format_collect, reason = "a report is made once, and its cells are short")]

mod chart;
mod html;

use crate::pages::state_mark;
use crate::replay::stored_tally;
use crate::schedule::Format;
use crate::standings::{Comparison, SprtState, Standings, has_cross_table};
use crate::statistics::SprtDecision;
use crate::store::{Store, StoredCompetition};
use crate::{ArenaError, Competition, Tally, describe_limit};
use chart::{line_chart, pair_chart};
use html::{cross_table, failure_table, standings_table};
use parlor_core::svg::escape;

/// Most points of the graph of the log-likelihood ratio.
const MAX_POINTS: usize = 600;
pub(crate) const STYLE: &str = include_str!("report.css");

/// The report of the games that are stored so far.
pub fn html_report(store: &Store, stored: &StoredCompetition) -> Result<String, ArenaError> {
    let title = escape(&stored.competition.name);
    let body = report_sections(store, stored)?.concat();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>\n"
    ))
}

/// Content of the report, without the document around it. The first section is the heading.
pub(crate) fn report_sections(store: &Store, stored: &StoredCompetition) -> Result<Vec<String>, ArenaError> {
    let competition = &stored.competition;
    let mut ratios = RatioSeries::default();
    let tally = stored_tally(store, stored, &mut |tally| ratios.add(tally))?;
    let standings = Standings::new(competition, &tally, None);
    let mut sections = vec![header(competition, &standings, stored.is_finished)];
    if let Some(comparison) = &standings.comparison {
        sections.push(comparison_section(competition, comparison, &ratios));
    }
    sections.push(format!("<section><h2>Standings</h2>{}</section>", standings_table(&standings)));
    if has_cross_table(competition) {
        sections.push(format!("<section><h2>Cross table</h2>{}</section>", cross_table(&standings)));
    }
    if competition.limits.len() > 1 {
        for (index, limit) in competition.limits.iter().enumerate() {
            let table = standings_table(&Standings::new(competition, &tally, Some(index)));
            sections.push(format!("<section><h2>{}</h2>{table}</section>", describe_limit(*limit)));
        }
    }
    sections.push(failure_table(store, stored)?);
    sections.push(footer(&standings));
    Ok(sections)
}

fn header(competition: &Competition, standings: &Standings, is_finished: bool) -> String {
    let format = match competition.format {
        Some(Format::Swiss) => format!("Swiss, {} rounds", competition.rounds.unwrap_or(1)),
        Some(Format::Gauntlet) => "Gauntlet".to_owned(),
        Some(Format::RoundRobin) => "Round robin".to_owned(),
        Some(Format::Match) | None => "Match".to_owned(),
    };
    let limits: Vec<String> = competition.limits.iter().map(|limit| describe_limit(*limit)).collect();
    let games = match (standings.games, standings.adjudicated) {
        (games, 0) => format!("{games} games"),
        (games, adjudicated) => format!("{games} games, {adjudicated} of them adjudicated"),
    };
    let state = state_mark(is_finished);
    let facts = [escape(&competition.game), format, limits.join(", "), games, format!("seed {}", competition.seed)];
    let facts: String = facts.iter().map(|fact| format!("<li>{fact}</li>")).collect();
    let name = escape(&competition.name);
    format!("<header><h1>{name}</h1><ul class=\"facts\">{facts}<li>{state}</li></ul></header>")
}

fn comparison_section(competition: &Competition, comparison: &Comparison, ratios: &RatioSeries) -> String {
    let [first, second] = [0, 1].map(|index| escape(&competition.engines[index].name));
    let Some(elo) = &comparison.elo else { return String::new() };
    let [elo_card, normalized_card] = match (comparison.is_clean_sweep(), elo.elo > 0.0) {
        (false, _) => [
            (format!("{:+.1}", elo.elo), format!("Elo, 95 % within {:+.1} and {:+.1}", elo.low, elo.high)),
            (format!("{:+.1}", elo.normalized), "normalized Elo".to_owned()),
        ],
        (true, true) => [(format!("> {:+.0}", elo.low), "Elo".to_owned()), ("all".to_owned(), "games won".to_owned())],
        (true, false) => {
            [(format!("< {:+.0}", elo.high), "Elo".to_owned()), ("all".to_owned(), "games lost".to_owned())]
        }
    };
    let cards = [
        elo_card,
        normalized_card,
        (format!("{:.1} %", 100.0 * elo.superiority), format!("likelihood that {first} is the better one")),
    ];
    let cards: String = cards
        .iter()
        .map(|(value, label)| format!("<div class=\"card\"><b>{value}</b><span>{label}</span></div>"))
        .collect();
    let pairs = pair_chart(comparison.pairs);
    let test = comparison.sprt.map(|sprt| sprt_section(sprt, ratios)).unwrap_or_default();
    format!(
        "<section><h2>{first} against {second}</h2><div class=\"cards\">{cards}</div>\
         <h3>Pairs by points of {first}</h3>{pairs}</section>{test}"
    )
}

fn sprt_section(sprt: SprtState, ratios: &RatioSeries) -> String {
    let verdict = match sprt.decision {
        None => "undecided so far".to_owned(),
        Some(SprtDecision::Elo0) => format!("accepted: {:+} Elo", sprt.elo0),
        Some(SprtDecision::Elo1) => format!("accepted: {:+} Elo", sprt.elo1),
    };
    format!(
        "<section><h2>Sequential test [{}, {}]</h2><p>Log-likelihood ratio {:.2}, bounds {:.2} and {:.2}: \
         <b>{verdict}</b></p>{}</section>",
        sprt.elo0,
        sprt.elo1,
        sprt.llr,
        sprt.lower,
        sprt.upper,
        line_chart(&ratios.points, ratios.pairs, [sprt.lower, sprt.upper])
    )
}

fn footer(standings: &Standings) -> String {
    let first_move = standings.first_move;
    format!(
        "<footer><p>The first move is worth {:+.1} ±{:.1} Elo. Ratings: Bradley-Terry maximum likelihood, mean 0; \
         errors are 95 % and come from game pairs.</p></footer>",
        first_move.elo, first_move.error
    )
}

/// Log-likelihood ratio by number of pairs, thinned out as it grows.
#[derive(Clone, PartialEq, Debug)]
pub struct RatioSeries {
    /// Number of pairs, and the ratio after them.
    pub points: Vec<(u64, f64)>,
    /// Pairs so far.
    pub pairs: u64,
    interval: u64,
}

impl Default for RatioSeries {
    fn default() -> Self {
        RatioSeries { points: vec![(0, 0.0)], pairs: 0, interval: 1 }
    }
}

impl RatioSeries {
    /// Adds the ratio after one more pair, if that is one of the pairs shown: a ratio takes some microseconds.
    pub fn add(&mut self, tally: &Tally) {
        self.pairs += 1;
        if self.pairs.is_multiple_of(self.interval)
            && let Some(ratio) = tally.llr()
        {
            self.points.push((self.pairs, ratio));
        }
        if self.points.len() > MAX_POINTS {
            self.interval *= 2;
            let interval = self.interval;
            self.points.retain(|(pairs, _)| pairs.is_multiple_of(interval));
        }
    }
}
