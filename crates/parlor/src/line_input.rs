//! Line input that accepts CRLF, bytes that are not UTF-8, and lines of any length in bounded memory.

use std::io::{self, BufRead, Read, StdinLock};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Longest line in bytes. No move and no position of any game is longer; the rest of the line is read and
/// dropped.
const LONGEST_LINE: u64 = 1 << 15;

/// Reader of lines, one at a time.
pub(crate) struct LineReader<R>(pub(crate) R);

/// Lines of stdin, read on a separate thread so that waiting for one can time out.
///
/// The channel holds one line: input that is ahead of the game waits in the pipe, not in memory. The thread starts
/// with the first call of [`next_line`](StdinLines::next_line).
#[derive(Default)]
pub(crate) struct StdinLines(Option<Receiver<String>>);

/// Result of waiting for a line.
pub(crate) enum LineEvent {
    Line(String),
    Timeout,
    EndOfInput,
}

impl StdinLines {
    /// Input that consists of these lines.
    #[cfg(test)]
    pub(crate) fn of_lines(lines: &[&str]) -> StdinLines {
        let (sender, receiver) = sync_channel(lines.len());
        for line in lines {
            sender.send((*line).to_owned()).unwrap();
        }
        StdinLines(Some(receiver))
    }

    /// Waits for the next line, at most for `timeout`; without one, for as long as it takes.
    pub(crate) fn next_line(&mut self, timeout: Option<Duration>) -> io::Result<LineEvent> {
        let lines = match &self.0 {
            Some(lines) => lines,
            None => self.0.insert(spawn_stdin_reader()?),
        };
        let line = match timeout {
            Some(timeout) => lines.recv_timeout(timeout),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        Ok(match line {
            Ok(line) => LineEvent::Line(line),
            Err(RecvTimeoutError::Timeout) => LineEvent::Timeout,
            Err(RecvTimeoutError::Disconnected) => LineEvent::EndOfInput,
        })
    }
}

fn spawn_stdin_reader() -> io::Result<Receiver<String>> {
    let (sender, receiver) = sync_channel(1);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut lines = LineReader::stdin();
        // A read error counts as the end of the input.
        while let Ok(Some(line)) = lines.next_line() {
            if sender.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

impl LineReader<StdinLock<'static>> {
    pub(crate) fn stdin() -> Self {
        LineReader(io::stdin().lock())
    }
}

impl<R: BufRead> LineReader<R> {
    /// The next line without its line ending; `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = (&mut self.0).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let is_cut = line.last() != Some(&b'\n') && self.skip_rest_of_line()?;
        let mut text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
        if is_cut {
            // The mark keeps a cut line from being taken for a complete one.
            text.push('…');
        }
        Ok(Some(text))
    }

    /// Returns whether there was anything to skip.
    fn skip_rest_of_line(&mut self) -> io::Result<bool> {
        let mut has_skipped = false;
        loop {
            let buffer = self.0.fill_buf()?;
            if buffer.is_empty() {
                return Ok(has_skipped);
            }
            has_skipped = true;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.0.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_crlf_long_and_invalid_utf8_lines_one_by_one() {
        let long = "x".repeat(100_000);
        let input = [b"C4\r\n".as_slice(), b"\n", long.as_bytes(), b"\n\xff\xfe\nlast"].concat();
        let mut lines = LineReader(input.as_slice());
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("C4"));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some(""));
        assert_eq!(lines.next_line().unwrap(), Some("x".repeat(1 << 15) + "…"));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("last"));
        assert_eq!(lines.next_line().unwrap(), None);
    }
}
