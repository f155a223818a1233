//! Every command of the front page and of the book is run as it is printed.
//!
//! | block | what happens |
//! |---|---|
//! | `sh` | the lines are run as one script, which must succeed |
//! | `console` | each line after `$ ` is run; what follows must be its output, `...` stands for anything |
//! | any with `file=NAME` | the text is written to that file first |
//!
//! Another word in the info string is a mark: who runs the block instead.

use std::time::{Duration, Instant};

use parlor_test_tools::PYTHON;

use crate::markdown::{Block, Page};
use crate::scratch::{End, Finished, Scratch};
use crate::{assert_none, book};

/// A mark of blocks that need more than this machine and a few seconds; `cargo xtask docs --long` runs them.
struct LongMark {
    name: &'static str,
    limit: Duration,
    end: RightEnd,
}

/// How a command ends that does what it should.
#[derive(Clone, Copy, PartialEq)]
enum RightEnd {
    /// It ends with status 0.
    Success,
    /// It prints this, and is stopped then.
    Output(&'static str),
    /// It still runs when the time is over.
    Timeout,
}

const LONG: &[LongMark] = &[
    LongMark { name: "minutes", limit: Duration::from_hours(1), end: RightEnd::Success },
    LongMark { name: "network", limit: Duration::from_hours(1), end: RightEnd::Success },
    LongMark { name: "server", limit: Duration::from_hours(1), end: RightEnd::Output("Serving on ") },
    LongMark { name: "display", limit: Duration::from_secs(10), end: RightEnd::Timeout },
];

/// Marks of blocks that no test runs: what CI itself is, and what changes the machine.
const NEVER: [&str; 2] = ["ci", "system"];

/// A person answers the program: with no input it ends, but it accepts its arguments.
const INTERACTIVE: &str = "interactive";

/// Languages of blocks that hold no commands.
const DATA: [&str; 6] = ["json", "python", "rust", "text", "toml", "ini"];

/// Most seconds of a command without a mark.
const LIMIT: Duration = Duration::from_mins(1);

/// Status of a usage error, and that of a panic.
const USAGE: i32 = 2;
const PANIC: i32 = 101;

#[test]
fn every_command_runs_as_printed() {
    let problems: Vec<String> = book().iter().flat_map(|page| run_page(page, is_short)).collect();
    assert_none(&problems);
}

/// Needs the network, a display and minutes.
#[test]
#[ignore = "takes long: cargo xtask docs --long"]
fn every_marked_command_runs_as_printed() {
    let problems: Vec<String> = book().iter().flat_map(|page| run_page(page, |block| long(block).is_some())).collect();
    assert_none(&problems);
}

#[test]
fn every_block_says_what_it_is() {
    let problems: Vec<String> = book()
        .iter()
        .flat_map(|page| {
            let problem = |block: &Block| Some(format!("{}: {}", page.place(block.line), problem_of_kind(block)?));
            page.blocks.iter().filter_map(problem).collect::<Vec<_>>()
        })
        .collect();
    assert_none(&problems);
}

fn problem_of_kind(block: &Block) -> Option<String> {
    let has_commands = ["sh", "console"].contains(&block.language.as_str());
    if !has_commands && !DATA.contains(&block.language.as_str()) {
        return Some(format!("the block has the language \"{}\", not sh, console or one of {DATA:?}", block.language));
    }
    let is_command = |line: &str| ["$ ", "parlor ", "cargo "].iter().any(|start| line.starts_with(start));
    if block.language == "text" && block.text.lines().any(is_command) {
        return Some("a block of text contains a command, which nobody runs".to_owned());
    }
    let is_known = |mark: &String| {
        let word = mark.as_str();
        mark.starts_with("file=")
            || NEVER.contains(&word)
            || word == INTERACTIVE
            || LONG.iter().any(|long| long.name == word)
    };
    let unknown = block.marks().iter().find(|mark| !is_known(mark))?;
    Some(format!("the block has the unknown mark \"{unknown}\""))
}

fn long(block: &Block) -> Option<&'static LongMark> {
    LONG.iter().find(|long| block.has_mark(long.name))
}

fn is_short(block: &Block) -> bool {
    long(block).is_none() && !NEVER.iter().any(|mark| block.has_mark(mark))
}

/// Runs the chosen blocks of a page in one folder, in their order; later blocks see the files of earlier ones.
fn run_page(page: &Page, is_chosen: impl Fn(&Block) -> bool) -> Vec<String> {
    let is_command = |block: &Block| ["sh", "console"].contains(&block.language.as_str()) && is_chosen(block);
    if !page.blocks.iter().any(is_command) {
        return Vec::new();
    }
    let scratch = Scratch::new();
    let start = Instant::now();
    let mut problems = Vec::new();
    for block in &page.blocks {
        if let Some(name) = block.file() {
            scratch.write(name, &block.text);
        } else if is_command(block) && has_tools(block) {
            problems.extend(run_block(block, &scratch).map(|problem| format!("{}: {problem}", page.place(block.line))));
        }
    }
    println!("{}: {:.1} s", page.path.display(), start.elapsed().as_secs_f64());
    problems
}

/// Whether the programs that a block needs are there, or may be missing.
fn has_tools(block: &Block) -> bool {
    !block.text.contains("python3") || PYTHON.require().is_some()
}

fn run_block(block: &Block, scratch: &Scratch) -> Option<String> {
    if block.language == "sh" {
        return problem_of_end(block, &run(block, &block.text, scratch));
    }
    steps(&block.text).into_iter().find_map(|(command, expected)| {
        let finished = run(block, &command, scratch);
        problem_of_end(block, &finished).or_else(|| problem_of_output(&command, &expected, &finished.output))
    })
}

fn run(block: &Block, script: &str, scratch: &Scratch) -> Finished {
    let Some(long) = long(block) else {
        return scratch.run(script, LIMIT, None);
    };
    let needs_display = long.name == "display" && std::env::var_os("DISPLAY").is_none();
    let script = if needs_display { format!("xvfb-run -a {script}") } else { script.to_owned() };
    let stop_at = if let RightEnd::Output(text) = long.end { Some(text) } else { None };
    scratch.run(&script, long.limit, stop_at)
}

/// Why the end of a command is not the right one.
fn problem_of_end(block: &Block, finished: &Finished) -> Option<String> {
    let right_end = long(block).map_or(RightEnd::Success, |long| long.end);
    let is_right = match (finished.end, right_end) {
        (End::Timeout, RightEnd::Timeout) | (End::Printed, RightEnd::Output(_)) => true,
        // What a console session shows is the output, not the status.
        (End::Status(status), _) if block.language == "console" => status.code() != Some(PANIC),
        (End::Status(status), _) if block.has_mark(INTERACTIVE) => ![Some(USAGE), Some(PANIC)].contains(&status.code()),
        (End::Status(status), RightEnd::Success) => status.success(),
        _ => false,
    };
    (!is_right).then(|| format!("{:?}\n{}", finished.end, finished.output))
}

/// Commands of a console session with the output that follows each of them.
fn steps(text: &str) -> Vec<(String, Vec<String>)> {
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command.to_owned(), Vec::new())),
            (None, Some((_, output))) => output.push(line.to_owned()),
            (None, None) => steps.push((String::from("false"), vec![line.to_owned()])),
        }
    }
    steps
}

fn problem_of_output(command: &str, expected: &[String], output: &str) -> Option<String> {
    let found: Vec<&str> = output.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
    let is_equal = match_lines(&expected, &found);
    (!is_equal).then(|| format!("{command}\nthe page shows:\n{}\nthe program prints:\n{output}", expected.join("\n")))
}

/// Whether lines match; a line `...` stands for any number of lines.
fn match_lines(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["...", rest @ ..], found) => (0..=found.len()).any(|count| match_lines(rest, &found[count..])),
        ([first, expected @ ..], [line, found @ ..]) => match_line(first, line) && match_lines(expected, found),
        _ => false,
    }
}

/// Whether a line matches; `...` in it stands for any text.
fn match_line(expected: &str, found: &str) -> bool {
    let Some((start, rest)) = expected.split_once("...") else {
        return expected == found;
    };
    let Some(found) = found.strip_prefix(start) else {
        return false;
    };
    let ends = found.char_indices().map(|(index, _)| index).chain([found.len()]);
    ends.into_iter().any(|index| match_line(rest, &found[index..]))
}

#[test]
fn dots_stand_for_anything() {
    assert!(match_lines(&["a", "...", "time ... s"], &["a", "b", "c", "time 0.3 s"]));
    assert!(match_lines(&["..."], &[]));
    assert!(!match_lines(&["a", "time ... s"], &["a", "b"]));
    assert!(!match_lines(&["a"], &["a", "b"]));
}
