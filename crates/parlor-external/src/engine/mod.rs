//! [`ExternalEngine`]: a program behind a protocol as an engine like any other.

mod answer;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use parlor_core::{
    AnyEngine, AnyGame, AnyReport, EngineFault, FaultKind, GameResult, Limits, Player, Score, SearchError, Value,
};

use crate::command::EngineCommand;
use crate::faults;
use crate::info_collector::InfoCollector;
use crate::options::ExternalOptions;
use crate::process::Process;
use crate::protocol::{Protocol, Report};
use crate::session::Session;
use answer::SearchEnd;

/// Remarks that are kept for [`ExternalEngine::take_remarks`].
const MAX_REMARKS: usize = 20;
/// Bytes of error output that a log file has room for.
const MAX_LOG_FILE: u64 = 1 << 20;

/// An external program as an engine. It is started when it is first needed. A fault ends the program; the
/// next search starts it again, until there were too many faults in a row.
pub struct ExternalEngine {
    command: EngineCommand,
    protocol: Box<dyn Protocol>,
    options: ExternalOptions,
    session: Option<Session>,
    /// Name that the program gave itself.
    name: Option<String>,
    faults_in_a_row: u32,
    charged_time: Option<Duration>,
    start_up_time: Option<Duration>,
    /// Error output of earlier sessions of this game.
    log: String,
    remarks: Vec<String>,
}

impl ExternalEngine {
    pub(crate) fn new(command: EngineCommand, protocol: Box<dyn Protocol>, options: ExternalOptions) -> ExternalEngine {
        ExternalEngine {
            command,
            protocol,
            options,
            session: None,
            name: None,
            faults_in_a_row: 0,
            charged_time: None,
            start_up_time: None,
            log: String::new(),
            remarks: Vec::new(),
        }
    }

    /// Name and version that the program gave itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Time from the start of the program to its `ready`, or to its first answer.
    pub fn start_up_time(&self) -> Option<Duration> {
        self.start_up_time
    }

    /// Largest amount of memory that the running program had in use, in KiB; `None` where the system does not
    /// say.
    pub fn peak_memory_kib(&self) -> Option<u64> {
        self.session.as_ref()?.process.peak_memory_kib()
    }

    /// Harmless mistakes of the program since the last call, such as lines that nobody asked for.
    pub fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    fn remark(&mut self, text: impl FnOnce() -> String) {
        if self.remarks.len() < MAX_REMARKS {
            self.remarks.push(text());
        }
    }

    /// Starts the program if it is not running, and tells it of the game if that is new.
    fn open(&mut self, game: &dyn AnyGame, seat: Player) -> Result<(), EngineFault> {
        let is_new = self.session.is_none();
        if is_new {
            let process = Process::start(&self.command, &self.options.containment)?;
            let hello = Instant::now();
            self.session = Some(Session { process, game: None, hello, ready: None, has_played: false });
        }
        let Some(session) = &mut self.session else { return Ok(()) };
        let is_same = session.game.as_ref().is_some_and(|(setup, told)| setup == game.setup() && *told == seat);
        if is_same {
            return Ok(());
        }
        let lines = self.protocol.begin(game, seat, is_new).map_err(faults::unsupported)?;
        session.game = Some((game.setup().clone(), seat));
        session.hello = Instant::now();
        session.ready = None;
        session.has_played = false;
        session.process.send(&lines)
    }

    /// Sends the position and waits for the answer. Reports go to `on_report`.
    fn try_search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report),
    ) -> Result<SearchEnd, EngineFault> {
        self.open(game, game.turn())?;
        let Some(session) = &mut self.session else { return Ok(SearchEnd::Abandoned) };
        let unread = session.process.take_unread_lines()?;
        for line in unread {
            self.read_unasked(&line, game)?;
        }
        let lines = self.protocol.go(game, limits).map_err(faults::unsupported)?;
        let Some(session) = &mut self.session else { return Ok(SearchEnd::Abandoned) };
        session.process.send(&lines)?;
        self.wait_for_answer(game, limits, on_report)
    }

    /// Ends the program, whose state is unknown, and counts the fault.
    fn fail(&mut self, fault: EngineFault) -> SearchError {
        self.close_after_fault();
        self.faults_in_a_row += 1;
        SearchError::Fault(fault)
    }

    /// Adds the error output of the game to the log file, if there is one; clears it otherwise.
    fn save_log(&mut self) {
        let text = self.take_log();
        if let (Some(path), false) = (&self.command.log, text.is_empty()) {
            // The game matters more than its log: a full disk must not end it.
            let _ = append_capped(path, &text);
        }
    }

    fn close_after_fault(&mut self) {
        if let Some(session) = self.session.take() {
            self.log = session.process.log().take();
        }
    }

    fn check_withdrawn(&self) -> Result<(), SearchError> {
        if self.faults_in_a_row < self.options.max_faults_in_a_row {
            return Ok(());
        }
        Err(SearchError::Fault(faults::withdrawn(self.command.name(), self.faults_in_a_row)))
    }

    /// Whether the program ended during the greeting and an older version of the protocol is left to try.
    fn can_retry(&mut self, fault: &EngineFault) -> bool {
        let was_greeting = self.session.as_ref().is_some_and(|session| session.ready.is_none() && !session.has_played);
        fault.kind == FaultKind::Exit && was_greeting && self.protocol.downgrade()
    }
}

impl AnyEngine for ExternalEngine {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchError> {
        if game.outcome().is_some() {
            return Err(SearchError::NoMoves);
        }
        self.check_withdrawn()?;
        self.charged_time = None;
        let mut collector = InfoCollector::new(limits);
        let mut add = |report| collector.add(report, on_report);
        let mut result = self.try_search(game, limits, &mut add);
        if let Err(fault) = &result
            && self.can_retry(fault)
        {
            self.session = None;
            result = self.try_search(game, limits, &mut add);
        }
        collector.finish(on_report);
        match result {
            Ok(SearchEnd::Answer) => self.faults_in_a_row = 0,
            // Its late answer must not be taken for that of the next search.
            Ok(SearchEnd::Abandoned) => self.close_after_fault(),
            Err(fault) => return Err(self.fail(fault)),
        }
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        let moves = game.legal_moves();
        let each = limits.split_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let mut child = game.clone_box();
            if child.play(&m).is_err() {
                continue;
            }
            let (mut value, mut spent) = (Value::estimate(Score::DRAW), 0);
            match child.final_value() {
                Some(known) => value = known,
                None => self.search(&*child, &each, &mut |info| (value, spent) = (info.value, info.nodes))?,
            }
            let backed_up = value.backed_up();
            // In a game for one the viewpoint does not change.
            on_value(m, if game.player_count() == 1 { -backed_up } else { backed_up });
            nodes += spent;
        }
        Ok(nodes)
    }

    fn reset(&mut self) {
        if let Some(session) = &mut self.session {
            session.game = None;
        }
    }

    fn begin_game(&mut self, game: &dyn AnyGame, seat: Player) -> Result<(), SearchError> {
        self.check_withdrawn()?;
        self.reset();
        self.save_log();
        self.open(game, seat).map_err(|fault| self.fail(fault))
    }

    fn end_game(&mut self, result: GameResult, reason: &str) {
        if self.command.log.is_some() {
            self.save_log();
        }
        let Some(session) = &mut self.session else { return };
        if session.game.take().is_none() {
            return;
        }
        if let Some(line) = self.protocol.end(result, reason) {
            // A program that has ended is found at its next search.
            let _ = session.process.send(&[line]);
        }
    }

    fn charged_time(&self) -> Option<Duration> {
        self.charged_time
    }

    fn take_log(&mut self) -> String {
        let mut log = std::mem::take(&mut self.log);
        if let Some(session) = &self.session {
            log += &session.process.log().take();
        }
        log
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.process.quit(self.protocol.quit());
        }
    }
}

/// Adds text to a file, which stays below [`MAX_LOG_FILE`].
fn append_capped(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let room = MAX_LOG_FILE.saturating_sub(file.metadata()?.len());
    let bytes = text.as_bytes();
    file.write_all(&bytes[..bytes.len().min(usize::try_from(room).unwrap_or(0))])
}

impl std::fmt::Debug for ExternalEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExternalEngine").field("command", &self.command).finish_non_exhaustive()
    }
}
