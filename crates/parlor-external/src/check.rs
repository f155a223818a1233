//! Check of a bot: plays a few games and says what is wrong, in words for a beginner.

use std::time::{Duration, Instant};

use parlor_core::{
    AnyEngine, AnyGame, Catalog, EngineFault, EngineSpec, FaultKind, GameResult, Limits, Player, SearchError, Setup,
    SplitMix64,
};

use crate::engine::ExternalEngine;
use crate::options::ExternalOptions;
use crate::schemes::{external_engine, is_external};

/// What to check.
#[derive(Clone, Debug)]
pub struct BotCheck {
    pub setup: Setup,
    /// A command, or a spec such as `exec-uci:COMMAND`.
    pub command: String,
    /// Time for each move.
    pub time: Duration,
    pub games: u32,
    pub options: ExternalOptions,
}

/// What a check found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BotReport {
    /// Name that the bot gave itself.
    pub name: Option<String>,
    pub games: u32,
    pub moves: u32,
    pub start_up_time: Option<Duration>,
    pub slowest_move: Duration,
    pub peak_memory_kib: Option<u64>,
    /// What the author has to fix, each a short paragraph.
    pub problems: Vec<String>,
    /// What works, but can be better.
    pub advice: Vec<String>,
    /// Error output of the game that failed.
    pub log: String,
}

impl BotReport {
    pub fn is_ready(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Plays the games, against random moves and from both seats. The error is a sentence for the user: the check
/// itself could not run.
pub fn check_bot(catalog: &Catalog, check: &BotCheck) -> Result<BotReport, String> {
    let start = || catalog.start(check.setup.clone()).map_err(|error| error.to_string());
    let mut bot = external_engine(catalog, &*start()?, &check.command, &check.options)?;
    let mut report = BotReport::default();
    // A fixed seed: the author sees the same games again after a repair.
    let mut random = SplitMix64::new(1);
    for number in 0..check.games {
        let game = start()?;
        let seat = Player::BOTH[number as usize % usize::from(game.player_count())];
        let mut run = CheckedGame { game, seat, check, report: &mut report };
        let played = run.play(&mut bot, &mut random);
        report.name = bot.name().map(str::to_owned);
        report.start_up_time = bot.start_up_time();
        report.peak_memory_kib = report.peak_memory_kib.max(bot.peak_memory_kib());
        for remark in bot.take_remarks() {
            let advice = format!("Your bot {remark}.");
            if !report.advice.contains(&advice) {
                report.advice.push(advice);
            }
        }
        match played {
            Ok(()) => report.games += 1,
            Err(problem) => {
                report.log = bot.take_log();
                report.problems.push(format!("In game {}, {problem}", number + 1));
                break;
            }
        }
    }
    Ok(report)
}

/// A game of a check in progress.
struct CheckedGame<'a> {
    game: Box<dyn AnyGame>,
    seat: Player,
    check: &'a BotCheck,
    report: &'a mut BotReport,
}

impl CheckedGame<'_> {
    /// Plays to the end, or long enough for a game that random moves do not end.
    fn play(&mut self, bot: &mut ExternalEngine, random: &mut SplitMix64) -> Result<(), String> {
        const MOST_MOVES: u32 = 400;
        bot.begin_game(&*self.game, self.seat).map_err(|error| self.explain(&error))?;
        bot.start(&*self.game, self.seat).map_err(|fault| self.explain(&SearchError::Fault(fault)))?;
        for _ in 0..MOST_MOVES {
            if self.game.outcome().is_some() {
                break;
            }
            let m = if self.game.turn() == self.seat { self.bot_move(bot)? } else { random_move(&*self.game, random) };
            self.game.play(&m).map_err(|error| error.to_string())?;
        }
        let result = self.game.outcome().map_or(GameResult::Unfinished, |end| GameResult::from_outcome(end, self.seat));
        bot.end_game(result, &self.game.scene().caption.to_string());
        Ok(())
    }

    fn bot_move(&mut self, bot: &mut ExternalEngine) -> Result<String, String> {
        let started = Instant::now();
        let mut best = None;
        let searched = bot.search(&*self.game, &Limits::time(self.check.time), &mut |info| best = Some(info.best));
        searched.map_err(|error| self.explain(&error))?;
        self.report.moves += 1;
        let time = bot.charged_time().unwrap_or_else(|| started.elapsed());
        self.report.slowest_move = self.report.slowest_move.max(time);
        best.ok_or_else(|| "your bot gave no move.".to_owned())
    }

    /// The fault in a beginner's words, with what to do about it.
    fn explain(&self, error: &SearchError) -> String {
        let SearchError::Fault(EngineFault { kind, reason }) = error else { return error.to_string() };
        let moves = self.game.moves();
        let place = if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(", ")) };
        let is_json =
            !is_external(&EngineSpec::from(self.check.command.as_str())) || self.check.command.starts_with("exec:");
        let advice = match kind {
            FaultKind::Overrun | FaultKind::IllegalMove | FaultKind::Protocol if !is_json => {
                "Its moves have to be spelled and timed as its protocol says: can you play this game with it elsewhere?"
            }
            FaultKind::Start => "Check the command: can you run it yourself?",
            FaultKind::Exit => {
                "Your program ended before the game did. Keep reading lines in a loop until you read \"quit\" or the \
                 input ends, and look at the error above or in the log below."
            }
            FaultKind::Overrun => {
                "Print your move in time: \"go\" tells you the seconds. Do you flush the output after each line \
                 (Python: print(..., flush=True))?"
            }
            FaultKind::IllegalMove => "Print one of the moves in the list \"legal\", exactly as it is written there.",
            FaultKind::Protocol => {
                "Print one JSON object per line, or just the move. Print everything else to the error output."
            }
            FaultKind::Withdrawn => "Repair the faults above first.",
        };
        format!("{place}: {reason}\n{advice}")
    }
}

fn random_move(game: &dyn AnyGame, random: &mut SplitMix64) -> String {
    random.choose(&game.legal_moves()).cloned().unwrap_or_default()
}
