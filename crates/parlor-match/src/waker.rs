//! Waker by which worker threads ask for the next [`advance`](crate::MatchController::advance) and repaint.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

type Callback = Box<dyn Fn() + Send>;

/// Shared callback slot. [`wake`](Waker::wake) does nothing until a callback is set.
#[derive(Clone, Default)]
pub struct Waker(Arc<Mutex<Option<Callback>>>);

impl Waker {
    /// Calls the callback, if there is one, on the current thread.
    pub fn wake(&self) {
        if let Some(callback) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            callback();
        }
    }

    /// Sets the callback for all clones of this waker.
    pub fn set_callback(&self, callback: impl Fn() + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(callback));
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waker")
    }
}
