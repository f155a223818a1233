//! Makes the opening book. Positions are expanded in the order of what the moves that lead to them give away, as in a
//! best-first search: an expansion searches the position after every legal move, and the values found last are carried
//! back to the start. Every search is kept in the folder `--work`, so an interrupted run goes on.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use parlor_core::Limits;
use parlor_games::reversi::Discs;
use parlor_games::reversi::book::{BookMove, write_book};
use parlor_games::reversi::patterns::{KNOTS, PatternWeights, unpack};
use parlor_games::reversi::search::Searcher;

use crate::Plan;
use crate::label::in_parallel;
use crate::samples::{self, Sample};

type Key = Discs<8>;

const START: Key = Discs { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
/// Positions that are expanded together, so that all threads have work.
const BATCH: usize = 32;
/// Cost of a ply, and of a disc that a move gives away: a move that loses one disc is worth following as far as a best
/// move that is two plies deeper.
const PLY: i32 = 1;
const DISC: i32 = 2;
/// Moves that give away more are not followed.
const MOST_LOSS: i32 = 6;

/// An expanded position: its moves and what they lead to.
type Children = Vec<(u8, Key)>;

struct Builder {
    /// Values by search, for the side to move.
    searched: HashMap<Key, i32>,
    expanded: HashMap<Key, Children>,
    /// What is to be expanded, cheapest first.
    open: BTreeSet<(i32, u64, u64)>,
    file: PathBuf,
}

pub(crate) fn make(plan: &Plan) -> io::Result<()> {
    fs::create_dir_all(&plan.work)?;
    let weights: &'static PatternWeights =
        Box::leak(Box::new(PatternWeights::new(&unpack(&fs::read(&plan.weights)?, KNOTS))));
    let mut builder = Builder::resume(plan.work.join(format!("book-{}-nodes", plan.nodes)))?;
    while builder.expanded.len() < plan.positions {
        let batch: Vec<(i32, Key)> = builder.next_batch(plan.positions);
        if batch.is_empty() {
            break;
        }
        builder.search(&batch, plan, weights)?;
        for (cost, key) in batch {
            builder.expand(cost, key);
        }
        println!("{} positions, {} searches", builder.expanded.len(), builder.searched.len());
    }
    let bytes = write_book(&builder.moves());
    fs::write(&plan.book, &bytes)?;
    println!("{}: {} bytes", plan.book.display(), bytes.len());
    Ok(())
}

impl Builder {
    /// Starts with the searches of earlier runs.
    fn resume(file: PathBuf) -> io::Result<Builder> {
        let earlier = match samples::read(&file) {
            Ok(samples) => samples,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let searched = earlier.into_iter().map(|sample| (sample.discs, i32::from(sample.value))).collect();
        let start = START.representative();
        let open = BTreeSet::from([(0, start.mover, start.other)]);
        Ok(Builder { searched, expanded: HashMap::new(), open, file })
    }

    fn next_batch(&mut self, most: usize) -> Vec<(i32, Key)> {
        let mut batch = Vec::new();
        while batch.len() < BATCH.min(most - self.expanded.len()) {
            let Some((cost, mover, other)) = self.open.pop_first() else { break };
            let key = Discs { mover, other };
            // Also reached by a cheaper line.
            if !self.expanded.contains_key(&key) && batch.iter().all(|(_, earlier)| *earlier != key) {
                batch.push((cost, key));
            }
        }
        batch
    }

    /// Searches what the batch leads to and was not searched before.
    fn search(&mut self, batch: &[(i32, Key)], plan: &Plan, weights: &'static PatternWeights) -> io::Result<()> {
        let mut wanted: Vec<Key> = batch.iter().flat_map(|(_, key)| children(*key)).map(|(_, child)| child).collect();
        wanted.retain(|key| !self.searched.contains_key(key));
        wanted.sort_unstable_by_key(|key| (key.mover, key.other));
        wanted.dedup();
        let values = in_parallel(wanted.len(), plan.threads, weights, |searcher, number| {
            value(searcher, wanted[number], &Limits::nodes(plan.nodes))
        });
        let found: Vec<Sample> = wanted
            .iter()
            .zip(&values)
            .map(|(discs, value)| Sample { discs: *discs, value: *value as i16, game: 0 })
            .collect();
        let mut out: File = OpenOptions::new().create(true).append(true).open(&self.file)?;
        out.write_all(&samples::to_bytes(&found))?;
        self.searched.extend(wanted.into_iter().zip(values));
        Ok(())
    }

    fn expand(&mut self, cost: i32, key: Key) {
        let children = children(key);
        let value_of = |child: &Key| -self.searched.get(child).copied().unwrap_or_default();
        let best = children.iter().map(|(_, child)| value_of(child)).max().unwrap_or_default();
        for (_, child) in &children {
            let loss = best - value_of(child);
            if loss <= MOST_LOSS && child.moves() != 0 {
                self.open.insert((cost + PLY + DISC * loss, child.mover, child.other));
            }
        }
        self.expanded.insert(key, children);
    }

    /// The best move of every expanded position, with the values of the leaves carried back.
    fn moves(&self) -> Vec<(Key, BookMove)> {
        let mut known = HashMap::new();
        let mut keys: Vec<Key> = self.expanded.keys().copied().collect();
        // Later positions first: they are what earlier ones lead to.
        keys.sort_unstable_by_key(|key| (key.empties(), key.mover, key.other));
        for key in keys {
            let value_of = |child: &Key| {
                let expanded = known.get(child).map(|found: &BookMove| i32::from(found.margin));
                -expanded.or_else(|| self.searched.get(child).copied()).unwrap_or_default()
            };
            let best = self.expanded[&key].iter().map(|(cell, child)| (value_of(child), *cell)).max();
            if let Some((margin, cell)) = best {
                known.insert(key, BookMove { cell, margin: margin as i8 });
            }
        }
        known.into_iter().collect()
    }
}

/// The legal moves, without those that are mirror images of others.
fn children(key: Key) -> Children {
    let mut children: Children = Vec::new();
    for cell in key.move_cells() {
        let child = key.place(cell).representative();
        if children.iter().all(|(_, earlier)| *earlier != child) {
            children.push((cell as u8, child));
        }
    }
    children
}

/// The value for the side to move, in discs.
fn value(searcher: &mut Searcher, discs: Key, limits: &Limits) -> i32 {
    if discs.moves() == 0 && discs.passed().moves() == 0 {
        return discs.margin();
    }
    searcher.search(discs, limits, &mut |_| {}).map_or(0, |found| found.margin)
}
