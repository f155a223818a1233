//! [`BlockingTasks`]: work that would block the async threads, such as the replay of a record, runs
//! elsewhere.

use std::sync::Arc;

use parlor_room::ApiError;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Blocking tasks that run at once; others wait.
const MAX_BLOCKING_TASKS: usize = 4;

/// Runs blocking work outside the async threads, with a limit on concurrent tasks.
#[derive(Clone, Debug)]
pub(crate) struct BlockingTasks {
    /// `None` runs work at once, for the simulation, which has only one thread, on which the order is the
    /// same each time.
    permits: Option<Arc<Semaphore>>,
}

impl BlockingTasks {
    pub(crate) fn new() -> BlockingTasks {
        BlockingTasks { permits: Some(Arc::new(Semaphore::new(MAX_BLOCKING_TASKS))) }
    }

    #[cfg(test)]
    pub(crate) fn simulated() -> BlockingTasks {
        BlockingTasks { permits: None }
    }

    /// Runs work. It continues if the caller is dropped, so the task itself holds the permit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Some(permits) = &self.permits else { return Ok(work()) };
        let permit = Arc::clone(permits).acquire_owned().await.map_err(|_| ApiError::busy())?;
        let work = move || {
            let _permit = permit;
            work()
        };
        spawn_blocking(work).await.map_err(|_| ApiError::busy())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn blocking_work_does_not_block_the_async_threads() {
        let (sender, messages) = mpsc::channel();
        // This test has one async thread: if the work ran there, the message would never be sent.
        let tasks = BlockingTasks::new();
        let work = tasks.run(move || messages.recv_timeout(Duration::from_secs(2)));
        let (received, sent) = tokio::join!(work, async { sender.send("message") });
        assert_eq!((received.unwrap(), sent), (Ok("message"), Ok(())));
    }
}
