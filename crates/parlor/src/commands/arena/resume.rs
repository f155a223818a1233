//! `parlor arena resume`: continues an interrupted competition.

use clap::Args;

use super::Selection;
use super::session::Session;
use super::via::Via;
use crate::command_error::CommandError;
use crate::commands::Context;

/// Continue an interrupted competition; games that are stored are not played again
#[derive(Args, Debug)]
pub(super) struct Resume {
    #[command(flatten)]
    competition: Selection,
    #[command(flatten)]
    session: Session,
    #[command(flatten)]
    via: Via,
}

impl Resume {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let (mut store, stored) = self.competition.open(&self.session.file)?;
        self.session.play(&mut store, &stored, self.via.remote(), context).map(drop)
    }
}
