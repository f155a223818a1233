//! Threads that read a program's output: lines of bounded length, and error output up to a cap.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::faults::printable;

/// Longest line in bytes.
pub(crate) const MAX_LINE: usize = 64 * 1024;
/// Error output that is kept.
const MAX_LOG: usize = 64 * 1024;

/// Part of a program's output.
#[derive(Debug)]
pub(super) enum Output {
    Line(String),
    TooLong,
    /// The output ended without a newline.
    EndedInLine,
    Closed,
}

/// Reads lines until the output ends or nobody listens any more. Blocks while the queue is full, and with it
/// the program.
pub(super) fn read_lines(stdout: impl Read, lines: &SyncSender<Output>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let limit = MAX_LINE as u64 + 1;
        let output = match reader.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Output::Closed,
            Ok(_) if bytes.ends_with(b"\n") => Output::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
            Ok(count) if count as u64 == limit => Output::TooLong,
            Ok(_) => Output::EndedInLine,
        };
        let is_last = !matches!(output, Output::Line(_));
        if lines.send(output).is_err() || is_last {
            return;
        }
    }
}

/// The first part of a program's error output. The rest is read and dropped, so that the program never waits.
#[derive(Clone, Debug, Default)]
pub(crate) struct CappedLog {
    text: Arc<Mutex<Vec<u8>>>,
    /// Set when the program has closed its error output.
    is_complete: Arc<AtomicBool>,
}

impl CappedLog {
    pub(super) fn read_all(&self, mut stderr: impl Read) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut bytes) {
            let mut log = self.lock();
            let room = MAX_LOG - log.len();
            log.extend_from_slice(&bytes[..count.min(room)]);
        }
        self.is_complete.store(true, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all of the error output has been read. A child of the program may keep it open.
    pub(super) fn wait(&self, timeout: Duration) {
        let started = Instant::now();
        while !self.is_complete.load(Ordering::Acquire) && started.elapsed() < timeout {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The text so far; the next game begins with an empty log.
    pub(crate) fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.lock());
        printable(&String::from_utf8_lossy(&bytes))
    }

    /// The last line that is not blank, shortened.
    pub(super) fn last_line(&self) -> Option<String> {
        let log = self.lock();
        let text = String::from_utf8_lossy(&log);
        let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(printable(line.trim()).chars().take(200).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    fn outputs(bytes: &[u8]) -> Vec<Output> {
        let (sender, receiver) = sync_channel(100);
        read_lines(bytes, &sender);
        drop(sender);
        receiver.into_iter().collect()
    }

    #[test]
    fn lines_are_trimmed_and_the_end_is_reported() {
        assert!(
            matches!(&outputs(b"a b\r\n\n")[..], [Output::Line(a), Output::Line(b), Output::Closed] if a == "a b" && b.is_empty())
        );
        assert!(matches!(&outputs(b"a\nb")[..], [Output::Line(_), Output::EndedInLine]));
        assert!(matches!(&outputs(&vec![b'x'; MAX_LINE + 9])[..], [Output::TooLong]));
        assert!(matches!(&outputs(b"\xff\n")[..], [Output::Line(text), Output::Closed] if text == "\u{fffd}"));
    }

    #[test]
    fn log_keeps_its_first_part_and_knows_its_last_line() {
        let log = CappedLog::default();
        log.read_all(&b"one\ntwo\n\n"[..]);
        assert_eq!(log.last_line().as_deref(), Some("two"));
        log.read_all(&vec![b'x'; 3 * MAX_LOG][..]);
        assert_eq!(log.take().len(), MAX_LOG);
        assert_eq!(log.last_line(), None);
    }
}
