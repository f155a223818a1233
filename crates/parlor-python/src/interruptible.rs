//! Searches that Ctrl-C stops.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use parlor_core::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two checks for signals.
const POLL: Duration = Duration::from_millis(20);

/// Runs `work` on a thread of its own and passes what it emits to `on_event`, on this thread and with Python attached.
/// A signal, such as Ctrl-C, or an exception of `on_event` raises the flag; it is returned when the work has ended.
pub(crate) fn run<T: Send, E: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce(&mut dyn FnMut(E)) -> T + Send,
    mut on_event: impl FnMut(E) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut events) = channel();
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            work(&mut |event| {
                // The receiver lives until the work has ended.
                let _ = sender.send(event);
            })
        });
        let mut failure = None;
        loop {
            let receiver: &mut Receiver<E> = &mut events;
            let handled = match py.detach(move || receiver.recv_timeout(POLL)) {
                Ok(event) if failure.is_none() => on_event(event).and_then(|()| py.check_signals()),
                Ok(_) => Ok(()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = handled {
                stop.raise();
                failure.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join());
        match failure {
            Some(error) => Err(error),
            None => result.map_err(|_| PyRuntimeError::new_err("The engine crashed.")),
        }
    })
}
