//! A command that runs to its end in containment, such as the build of a bot.

use std::io;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use super::group::{ProcessGroup, peek_exit_status};
use super::output::CappedLog;
use super::spawn;
use crate::command::EngineCommand;
use crate::containment::{Containment, LAUNCH_FAILED, LIMIT_REACHED};

/// Time in which the output follows the end of the command.
const OUTPUT_TIME: Duration = Duration::from_millis(500);

/// A command that runs to its end in containment.
#[derive(Clone, Copy, Debug)]
pub struct ContainedRun<'a> {
    pub containment: &'a Containment,
    /// Command line for `sh`.
    pub script: &'a str,
    /// Where the command runs, and may write.
    pub folder: &'a Path,
    pub time: Duration,
}

/// What a command left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunOutput {
    /// Both outputs, up to 64 KiB of each.
    pub text: String,
    /// What went wrong, as the rest of a sentence: "took more than 120 s".
    pub failure: Option<String>,
}

impl ContainedRun<'_> {
    /// Runs the command, and ends whatever it leaves running.
    pub fn run(&self) -> RunOutput {
        self.try_run().unwrap_or_else(|error| RunOutput {
            text: String::new(),
            failure: Some(format!("could not be started: {error}")),
        })
    }

    fn try_run(&self) -> io::Result<RunOutput> {
        let command = EngineCommand::shell(Some(self.folder), self.script);
        let process = self.containment.command(&command, Some(self.folder), self.folder);
        let mut process = process.map_err(io::Error::other)?;
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = spawn(&mut process)?;
        let logs = read_outputs(&mut child);
        let status = peek_exit_status(&mut child, self.time);
        let failure = match status.as_deref() {
            Some("with exit status 0") => None,
            Some(status) => Some(format!("ended {status}")),
            None => Some(format!("took more than {} s", self.time.as_secs_f64())),
        };
        ProcessGroup::of(&child).kill();
        let _ = child.kill();
        child.wait()?;
        let logs = logs?;
        for log in &logs {
            log.wait(OUTPUT_TIME);
        }
        let text: String = logs.iter().map(CappedLog::take).collect();
        let last = text.lines().last().unwrap_or_default();
        let reason = last.strip_prefix(LAUNCH_FAILED).map(|why| format!("was not started: {why}"));
        let reason = reason.or_else(|| last.strip_prefix(LIMIT_REACHED).map(str::to_owned));
        Ok(RunOutput { failure: failure.map(|failure| reason.unwrap_or(failure)), text })
    }
}

/// Starts the readers of both outputs.
fn read_outputs(child: &mut Child) -> io::Result<[CappedLog; 2]> {
    let logs = [CappedLog::default(), CappedLog::default()];
    let thread = || thread::Builder::new().name("command output".to_owned());
    if let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) {
        let [out, err] = logs.clone();
        thread().spawn(move || out.read_all(stdout))?;
        thread().spawn(move || err.read_all(stderr))?;
    }
    Ok(logs)
}
