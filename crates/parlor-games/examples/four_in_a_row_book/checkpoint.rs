//! Checkpoint of the generator: the scores found so far and what they cost, in files of one folder.
//!
//! Each file holds a range of positions and belongs to one part of the work, so that several machines can each do a
//! part: files of all parts in one folder are merged when they are read.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::{fs, io};

use parlor_games::four_in_a_row::solver::DiscScore;

/// Positions per file; a file has two bytes for each.
const FILE_POSITIONS: usize = 1 << 22;
/// Added to a score, so that 0 means unsolved.
const OFFSET: i32 = 22;

/// Score and cost of every position, as far as they are known.
pub(crate) struct Checkpoint {
    folder: PathBuf,
    /// Names of this checkpoint's files start with this.
    prefix: String,
    /// Names of files that this process writes end with this.
    suffix: String,
    scores: Vec<AtomicU8>,
    costs: Vec<AtomicU8>,
}

impl Checkpoint {
    /// Reads the files of a ply.
    pub(crate) fn read(
        folder: &Path,
        ply: u8,
        (part, parts): (usize, usize),
        positions: usize,
    ) -> Result<Checkpoint, String> {
        let zeros = || std::iter::repeat_with(AtomicU8::default).take(positions).collect();
        let checkpoint = Checkpoint {
            folder: folder.to_path_buf(),
            prefix: format!("ply-{ply}-file-"),
            suffix: format!("-part-{part}-of-{parts}"),
            scores: zeros(),
            costs: zeros(),
        };
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        checkpoint.merge_files().map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(checkpoint)
    }

    fn merge_files(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(&self.prefix));
            let number = name.and_then(|name| name.split_once('-'));
            let Some(file) = number.and_then(|(number, _)| number.parse::<usize>().ok()) else { continue };
            let begin = (file * FILE_POSITIONS).min(self.scores.len());
            let end = (begin + FILE_POSITIONS).min(self.scores.len());
            let bytes = fs::read(&path)?;
            if bytes.len() != 2 * (end - begin) {
                return Err(io::Error::other(format!("{} is not a checkpoint of this ply", path.display())));
            }
            for (index, pair) in (begin..).zip(bytes.chunks_exact(2)).filter(|(_, pair)| pair[0] != 0) {
                self.scores[index].store(pair[0], Relaxed);
                self.costs[index].store(pair[1], Relaxed);
            }
        }
        Ok(())
    }

    pub(crate) fn score(&self, index: usize) -> Option<DiscScore> {
        let byte = self.scores[index].load(Relaxed);
        (byte != 0).then(|| DiscScore::new(i32::from(byte) - OFFSET))
    }

    /// Whether the score took more than this many nodes, as exactly as its cost is stored.
    pub(crate) fn has_cost_above(&self, index: usize, nodes: u64) -> bool {
        self.costs[index].load(Relaxed) > cost_class(nodes)
    }

    /// Stores a score that took this many nodes to find.
    pub(crate) fn store(&self, index: usize, score: DiscScore, nodes: u64) {
        self.costs[index].store(cost_class(nodes), Relaxed);
        self.scores[index].store((score.number() + OFFSET).cast_unsigned() as u8, Relaxed);
    }

    pub(crate) fn count_solved(&self) -> usize {
        self.scores.iter().filter(|score| score.load(Relaxed) != 0).count()
    }

    /// Writes each file to a temporary one and renames it, so that an interruption cannot damage it.
    pub(crate) fn save(&self) -> Result<(), String> {
        for (number, (scores, costs)) in
            self.scores.chunks(FILE_POSITIONS).zip(self.costs.chunks(FILE_POSITIONS)).enumerate()
        {
            let pairs = scores.iter().zip(costs).flat_map(|(score, cost)| [score.load(Relaxed), cost.load(Relaxed)]);
            let name = format!("{}{number}{}", self.prefix, self.suffix);
            let (path, temporary) = (self.folder.join(&name), self.folder.join(format!("unfinished-{name}")));
            fs::write(&temporary, pairs.collect::<Vec<u8>>())
                .and_then(|()| fs::rename(&temporary, &path))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// Four times the binary logarithm, rounded down: one class per 19 %.
fn cost_class(nodes: u64) -> u8 {
    let nodes = nodes.max(4);
    let exponent = nodes.ilog2();
    (4 * exponent) as u8 + (nodes >> (exponent - 2) & 3) as u8
}
