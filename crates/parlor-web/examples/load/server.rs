//! The server under test: a process of its own, so that its memory can be measured.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::BoxError;
use crate::report::memory_of;

pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
    pub(crate) process: u32,
}

impl Server {
    /// Starts the example `serve`, which stands next to this one.
    pub(crate) fn start() -> Result<Server, BoxError> {
        let folder = std::env::temp_dir().join(format!("parlor-load-{}", std::process::id()));
        let program = std::env::current_exe()?.with_file_name("serve");
        let mut child = Command::new(program).arg("0").arg(&folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse()?;
        let process = child.id();
        Ok(Server { child, folder, address, process })
    }

    /// Largest memory so far, in MB.
    pub(crate) fn peak_memory(&self) -> u64 {
        memory_of(self.process, "VmHWM:")
    }

    /// Stops the server; returns the time that it took.
    pub(crate) fn stop(mut self) -> Result<Duration, BoxError> {
        let start = Instant::now();
        let id = rustix::process::Pid::from_raw(i32::try_from(self.process)?).ok_or("no process")?;
        rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
        self.child.wait()?;
        let time = start.elapsed();
        std::fs::remove_dir_all(&self.folder)?;
        Ok(time)
    }
}
