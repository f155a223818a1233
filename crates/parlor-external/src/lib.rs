//! External programs as engines: protocols, child processes and their containment.
//!
//! | item | content |
//! |---|---|
//! | [`add_schemes`] | the engine specs `exec:`, `exec-nboard:` and `exec-uci:` for a catalog |
//! | [`ExternalEngine`], [`ExternalOptions`] | a program as an engine, and how it is run |
//! | [`Containment`] | limits of a program, and the launcher that enforces them |
//! | [`ContainedRun`] | a command that runs to its end in containment, such as the build of a bot |
//! | [`serve_json`], [`serve_nboard`] | Parlor's engines for other programs |
//! | [`check_bot`] | a test of a bot, with advice for its author |
//! | [`messages`] | the messages of the engine protocol |
//!
//! # Example: a match against a program
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use parlor_core::{Limits, Setup};
//! use parlor_external::{ExternalOptions, add_schemes};
//!
//! let catalog = add_schemes(&parlor_games::catalog(), &ExternalOptions::default());
//! let game = catalog.start(Setup::new("four-in-a-row"))?;
//! let mut bot = catalog.engine(&*game, &"exec:python3 first_legal.py".into())?;
//! bot.search(&*game, &Limits::time(Duration::from_secs(1)), &mut |info| println!("{}", info.best))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod command;
mod containment;
mod engine;
mod faults;
mod ggf;
mod info_collector;
mod options;
mod process;
mod protocol;
mod schemes;
mod server;
mod session;

pub use check::{BotCheck, BotReport, check_bot};
#[cfg(target_os = "linux")]
pub use containment::launch;
pub use containment::{Containment, FINDINGS, Finding, Level, Limits, NotContained, StartError, reserve_folder};
pub use engine::ExternalEngine;
pub use options::ExternalOptions;
pub use process::{ContainedRun, RunOutput};
pub use protocol::messages;
pub use schemes::{add_schemes, check_start, external_engine, foreign_command, is_external};
pub use server::{serve_json, serve_nboard};

/// Entry points of the fuzz targets. Other builds do not have them.
#[cfg(fuzzing)]
pub mod fuzzing {
    use parlor_core::{AnyGame, Catalog, Limits};

    use crate::info_collector::InfoCollector;
    use crate::protocol::Reply;

    /// Reads lines as those of a program that plays over the protocol of a scheme, as a search does; `false`
    /// if the game cannot be played over it.
    pub fn read_answers(catalog: &Catalog, scheme: &str, game: &dyn AnyGame, lines: &str) -> bool {
        let Some(mut protocol) = crate::schemes::fuzzed_protocol(catalog, scheme, game) else { return false };
        let mut collector = InfoCollector::new(&Limits::depth(1));
        for line in lines.lines() {
            match protocol.read(line.trim(), game) {
                Reply::Info(report) => {
                    collector.add(report, &mut |info| assert_eq!(info.line.first(), Some(&info.best)))
                }
                Reply::Move(report) => assert!(report.best.is_some(), "{line:?}"),
                Reply::Malformed(reason) => assert!(!reason.is_empty(), "{line:?}"),
                Reply::Ready(_) | Reply::Name(_) | Reply::Ignored => {}
            }
        }
        true
    }
}
