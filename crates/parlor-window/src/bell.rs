//! How a thread that has news wakes whoever looks at the table. It may ring before anybody listens.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

type Wake = Box<dyn Fn() + Send>;

#[derive(Clone, Default)]
pub struct Bell(Arc<Mutex<Option<Wake>>>);

impl Bell {
    pub fn ring(&self) {
        if let Some(wake) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            wake();
        }
    }

    /// From now on ringing calls `wake`, on the thread that rings.
    pub fn connect(&self, wake: impl Fn() + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(wake));
    }
}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bell")
    }
}
