//! Makes the opening book; `cargo xtask book` runs it. Solves the positions of the last ply as far as the time goes,
//! goes on from the checkpoint the next time, and writes the book when all are solved.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use indicatif::{ProgressBar, ProgressStyle};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::four_in_a_row::solver::{DiscScore, Solver, quiet_positions_after, write_book};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/four_in_a_row/solver/book.bin");
/// Neighbours that one thread solves in a row: they look alike, so one's score is a good guess at the next, and
/// they share a table (measured at ply 12: 15 % fewer nodes than with runs of 64).
const RUN: usize = 4096;
const SAVE_EVERY: Duration = Duration::from_secs(20);
const TABLE_MIB: u32 = 1024;
/// From this ply on a position takes milliseconds, and neighbours gain from one big table; before, each search fills
/// the table by itself, and the one that suits it is faster.
const SHARES_FROM: u8 = 8;

struct Task {
    ply: u8,
    threads: usize,
    until: Option<Instant>,
}

fn main() -> ExitCode {
    let result = task().and_then(|task| {
        let work = Work::resume(task.ply)?;
        work.solve(&task).map_err(|why| format!("{}: {why}", work.checkpoint.display()))?;
        work.finish(task.ply)
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

fn task() -> Result<Task, String> {
    let mut task = Task { ply: 12, threads: 1, until: None };
    let mut words = env::args().skip(1);
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} needs a number"))?;
        let number: u32 = value.parse().map_err(|_| format!("{option} \"{value}\" is not a whole number"))?;
        match option.as_str() {
            "--ply" if number <= 14 => task.ply = number as u8,
            "--ply" => return Err(format!("ply {number} is more than 14, which would take years")),
            "--threads" => task.threads = number.clamp(1, 1024) as usize,
            "--seconds" => task.until = Instant::now().checked_add(Duration::from_secs(u64::from(number))),
            _ => return Err(format!("there is no option {option}; there is --ply, --threads, --seconds")),
        }
    }
    Ok(task)
}

struct Work {
    positions: Vec<FourInARow>,
    /// One byte a position: 0 as long as it is not solved, else the score plus 22.
    scores: Vec<AtomicU8>,
    checkpoint: PathBuf,
}

impl Work {
    fn resume(ply: u8) -> Result<Work, String> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
        let folder = target.join("four-in-a-row-book");
        fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let checkpoint = folder.join(format!("ply-{ply}.scores"));
        let positions = quiet_positions_after(u32::from(ply));
        let earlier = match fs::read(&checkpoint) {
            Ok(earlier) => earlier,
            Err(why) if why.kind() == io::ErrorKind::NotFound => vec![0; positions.len()],
            Err(why) => return Err(format!("{}: {why}", checkpoint.display())),
        };
        if earlier.len() != positions.len() {
            return Err(format!("{} is of another ply", checkpoint.display()));
        }
        Ok(Work { positions, scores: earlier.into_iter().map(AtomicU8::new).collect(), checkpoint })
    }

    fn solved(&self) -> usize {
        self.scores.iter().filter(|score| score.load(Relaxed) != 0).count()
    }

    fn solve(&self, task: &Task) -> io::Result<()> {
        let bar = ProgressBar::new(self.positions.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {elapsed}, {eta} to go") {
            bar.set_style(style);
        }
        let before = self.solved() as u64;
        bar.set_position(before);
        bar.reset_eta();
        let (next, at_work) = (AtomicUsize::new(0), AtomicUsize::new(task.threads));
        let result = std::thread::scope(|scope| {
            for _ in 0..task.threads {
                scope.spawn(|| {
                    self.work(task, &next, &bar);
                    at_work.fetch_sub(1, Relaxed);
                });
            }
            let mut saved = Instant::now();
            while at_work.load(Relaxed) > 0 {
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

    /// One thread: takes runs of neighbours until there are none, or time is up.
    fn work(&self, task: &Task, next: &AtomicUsize, bar: &ProgressBar) {
        let mut solver = Solver::new(TABLE_MIB);
        if task.ply >= SHARES_FROM {
            solver = solver.sharing();
        }
        loop {
            let begin = next.fetch_add(RUN, Relaxed);
            let end = (begin + RUN).min(self.positions.len());
            if begin >= end {
                return;
            }
            // Entries of positions far from here would only be in the way.
            solver.forget();
            let mut guess = DiscScore::default();
            for place in begin..end {
                if task.until.is_some_and(|until| Instant::now() >= until) {
                    return;
                }
                if self.scores[place].load(Relaxed) == 0 {
                    guess = solver.score_near(&self.positions[place], guess);
                    self.scores[place].store((guess.number() + 22).cast_unsigned() as u8, Relaxed);
                    bar.inc(1);
                }
            }
        }
    }

    /// Renamed when whole, so that an interruption loses no more than the latest seconds.
    fn save(&self) -> io::Result<()> {
        let bytes: Vec<u8> = self.scores.iter().map(|score| score.load(Relaxed)).collect();
        let part = self.checkpoint.with_extension("part");
        fs::write(&part, bytes)?;
        fs::rename(&part, &self.checkpoint)
    }

    fn finish(&self, ply: u8) -> Result<String, String> {
        let (done, all) = (self.solved(), self.positions.len());
        if done < all {
            return Ok(format!("{done} of {all} positions are solved; the same command goes on from here"));
        }
        let scores: Vec<DiscScore> =
            self.scores.iter().map(|score| DiscScore::new(i32::from(score.load(Relaxed)) - 22)).collect();
        let book = write_book(ply, &scores).map_err(|why| why.to_string())?;
        fs::write(BOOK, &book).map_err(|why| format!("{BOOK}: {why}"))?;
        Ok(format!("{BOOK}: {} bytes for all positions up to ply {ply}", book.len()))
    }
}
