//! What hostile programs were found to do, and where they still can. The table is in the book, too.

use super::Level;

/// Something that a hostile program would do.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The rest of the sentence "A bot could".
    pub what: &'static str,
    /// The lowest level that prevents it.
    pub prevented_by: Level,
}

impl Finding {
    /// Whether programs at a level can do it.
    pub fn remains(&self, level: Level) -> bool {
        level < self.prevented_by
    }
}

const fn finding(what: &'static str, prevented_by: Level) -> Finding {
    Finding { what, prevented_by }
}

/// All findings, the worst first.
pub const FINDINGS: [Finding; 12] = [
    finding("write and delete your files", Level::Reduced),
    finding("read your files and other bots", Level::Box),
    finding("change modes and times of your files", Level::Box),
    finding("use the network", Level::Reduced),
    finding("reach the sockets of your programs, such as ssh-agent", Level::Reduced),
    finding("read the environment of Parlor", Level::Reduced),
    finding("end other bots, or lower their limits and priorities", Level::Reduced),
    finding("see other processes", Level::Box),
    finding("play the moves of Parlor's own engines", Level::Box),
    finding("take all memory and processes", Level::Reduced),
    finding("fill the disk", Level::Box),
    finding("leave memory and programs behind", Level::Reduced),
];
