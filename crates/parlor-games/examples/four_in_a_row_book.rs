//! Generator of the opening book; `cargo xtask book` runs it. It solves the positions of the last ply until the time is
//! up, continues from its checkpoint in the next run, and writes the book when all are solved.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use indicatif::{ProgressBar, ProgressStyle};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver, quiet_positions_after, write_book};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/four_in_a_row/solver/book.bin");
/// Neighboring positions that one thread solves in a row. They are similar, so a score is a good guess at the next one,
/// and they share a table (measured at ply 12: 15 % fewer nodes than with batches of 64).
const BATCH: usize = 4096;
const SAVE_EVERY: Duration = Duration::from_secs(20);
const TABLE_MIB: u32 = 1024;
/// First ply with one big table: a position takes milliseconds, and neighbors gain from a shared table. Before it, each
/// search fills the table by itself, and a table sized for the position is faster.
const SHARED_TABLE_FROM: u8 = 8;

/// Command-line arguments.
struct Arguments {
    ply: u8,
    threads: usize,
    deadline: Option<Instant>,
}

fn main() -> ExitCode {
    let result = parse_arguments().and_then(|arguments| {
        let builder = BookBuilder::resume(arguments.ply)?;
        builder.solve(&arguments).map_err(|error| format!("{}: {error}", builder.checkpoint.display()))?;
        builder.finish(arguments.ply)
    });
    match result {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("book: {message}");
            ExitCode::FAILURE
        }
    }
}

fn parse_arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments { ply: 12, threads: 1, deadline: None };
    let mut words = env::args().skip(1);
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} needs a number"))?;
        let number: u32 = value.parse().map_err(|_| format!("{option} \"{value}\" is not a whole number"))?;
        match option.as_str() {
            "--ply" if number <= 14 => arguments.ply = number as u8,
            "--ply" => return Err(format!("--ply {number} is more than 14 and would take years")),
            "--threads" => arguments.threads = number.clamp(1, 1024) as usize,
            "--seconds" => arguments.deadline = Instant::now().checked_add(Duration::from_secs(u64::from(number))),
            _ => return Err(format!("unknown option {option}; the options are --ply, --threads and --seconds")),
        }
    }
    Ok(arguments)
}

/// Positions of a ply with the scores found so far.
struct BookBuilder {
    positions: Vec<FourInARow>,
    /// One byte per position: 0 until it is solved, then the score plus 22.
    scores: Vec<AtomicU8>,
    checkpoint: PathBuf,
}

impl BookBuilder {
    /// Enumerates the positions of a ply and reads the checkpoint, if there is one.
    fn resume(ply: u8) -> Result<BookBuilder, String> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
        let folder = target.join("four-in-a-row-book");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let checkpoint = folder.join(format!("ply-{ply}.scores"));
        let positions = quiet_positions_after(u32::from(ply));
        let bytes = match fs::read(&checkpoint) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![0; positions.len()],
            Err(error) => return Err(format!("{}: {error}", checkpoint.display())),
        };
        if bytes.len() != positions.len() {
            return Err(format!("{} belongs to another ply", checkpoint.display()));
        }
        Ok(BookBuilder { positions, scores: bytes.into_iter().map(AtomicU8::new).collect(), checkpoint })
    }

    fn count_solved(&self) -> usize {
        self.scores.iter().filter(|score| score.load(Relaxed) != 0).count()
    }

    /// Solves positions on all threads, and saves the checkpoint at intervals and at the end.
    fn solve(&self, arguments: &Arguments) -> io::Result<()> {
        let bar = ProgressBar::new(self.positions.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {elapsed}, {eta} to go") {
            bar.set_style(style);
        }
        let before = self.count_solved() as u64;
        bar.set_position(before);
        bar.reset_eta();
        let (next, active_threads) = (AtomicUsize::new(0), AtomicUsize::new(arguments.threads));
        let result = std::thread::scope(|scope| {
            for _ in 0..arguments.threads {
                scope.spawn(|| {
                    self.solve_batches(arguments, &next, &bar);
                    active_threads.fetch_sub(1, Relaxed);
                });
            }
            let mut saved = Instant::now();
            while active_threads.load(Relaxed) > 0 {
                std::thread::sleep(Duration::from_millis(50));
                if saved.elapsed() >= SAVE_EVERY {
                    saved = Instant::now();
                    self.save()?;
                }
            }
            self.save()
        });
        bar.finish_and_clear();
        result
    }

    /// Runs on each thread: takes batches of positions until there are none, or the time is up.
    fn solve_batches(&self, arguments: &Arguments, next: &AtomicUsize, bar: &ProgressBar) {
        let mut solver = Solver::new(TABLE_MIB);
        if arguments.ply >= SHARED_TABLE_FROM {
            solver = solver.with_shared_table();
        }
        loop {
            let begin = next.fetch_add(BATCH, Relaxed);
            let end = (begin + BATCH).min(self.positions.len());
            if begin >= end {
                return;
            }
            // Entries of the previous batch would only take space.
            solver.reset();
            let mut guess = DiscScore::default();
            for index in begin..end {
                if arguments.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return;
                }
                if self.scores[index].load(Relaxed) == 0 {
                    guess = solver.score_near(&self.positions[index], guess);
                    self.scores[index].store((guess.number() + 22).cast_unsigned() as u8, Relaxed);
                    bar.inc(1);
                }
            }
        }
    }

    /// Writes the checkpoint to a temporary file and renames it, so that an interruption cannot damage it.
    fn save(&self) -> io::Result<()> {
        let bytes: Vec<u8> = self.scores.iter().map(|score| score.load(Relaxed)).collect();
        let part = self.checkpoint.with_extension("part");
        fs::write(&part, bytes)?;
        fs::rename(&part, &self.checkpoint)
    }

    /// Writes the book if all positions are solved; returns a message for the user.
    fn finish(&self, ply: u8) -> Result<String, String> {
        let (solved, all) = (self.count_solved(), self.positions.len());
        if solved < all {
            return Ok(format!("{solved} of {all} positions are solved; run the same command again to continue"));
        }
        let scores: Vec<DiscScore> =
            self.scores.iter().map(|score| DiscScore::new(i32::from(score.load(Relaxed)) - 22)).collect();
        let book = write_book(ply, &scores).map_err(|error| error.to_string())?;
        fs::write(BOOK, &book).map_err(|error| format!("{BOOK}: {error}"))?;
        Ok(format!("{BOOK}: {} bytes for all positions up to ply {ply}", book.len()))
    }
}
