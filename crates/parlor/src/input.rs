//! Lines of input as people and programs really send them: with CRLF, far too long, or not UTF-8 at all.

use std::io::{self, BufRead, Read, StdinLock};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// What is longer than this is no move of any game; the rest of the line is read and dropped.
const LONGEST_LINE: u64 = 4096;

pub(crate) struct Lines<R>(pub(crate) R);

/// Lines from a thread of their own, so that a silent person can be late. The channel is short: what is typed
/// ahead waits in the pipe, not in memory. The thread begins with the first question.
#[derive(Default)]
pub(crate) struct Input(Option<Receiver<String>>);

pub(crate) enum Heard {
    Line(String),
    Nothing,
    /// And nothing will come any more.
    End,
}

impl Input {
    /// Waits for a line, at most so long, or as long as it takes.
    pub(crate) fn wait(&mut self, time: Option<Duration>) -> io::Result<Heard> {
        let lines = match &self.0 {
            Some(lines) => lines,
            None => self.0.insert(lines_of_stdin()?),
        };
        let line = match time {
            Some(time) => lines.recv_timeout(time),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        Ok(match line {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        })
    }
}

fn lines_of_stdin() -> io::Result<Receiver<String>> {
    let (sender, receiver) = sync_channel(1);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut lines = Lines::of_stdin();
        // Input that breaks has ended.
        while let Ok(Some(line)) = lines.next() {
            if sender.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

impl Lines<StdinLock<'static>> {
    pub(crate) fn of_stdin() -> Self {
        Lines(io::stdin().lock())
    }
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end; `None` where the input ends.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = (&mut self.0).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let goes_on = line.last() != Some(&b'\n') && self.skip_rest_of_line()?;
        let mut text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
        if goes_on {
            // So that the beginning is not taken for the whole.
            text.push('…');
        }
        Ok(Some(text))
    }

    /// Whether there was anything to skip.
    fn skip_rest_of_line(&mut self) -> io::Result<bool> {
        let mut skipped = false;
        loop {
            let buffer = self.0.fill_buf()?;
            if buffer.is_empty() {
                return Ok(skipped);
            }
            skipped = true;
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
    fn lines_come_whole_cut_or_patched_but_always_one_by_one() {
        let long = "x".repeat(100_000);
        let input = [b"C4\r\n".as_slice(), b"\n", long.as_bytes(), b"\n\xff\xfe\nlast"].concat();
        let mut lines = Lines(input.as_slice());
        assert_eq!(lines.next().unwrap().as_deref(), Some("C4"));
        assert_eq!(lines.next().unwrap().as_deref(), Some(""));
        assert_eq!(lines.next().unwrap(), Some("x".repeat(4096) + "…"));
        assert_eq!(lines.next().unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(lines.next().unwrap().as_deref(), Some("last"));
        assert_eq!(lines.next().unwrap(), None);
    }
}
