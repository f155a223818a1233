//! Commands in the middle of a text: the program has them, and the options that they name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::markdown::Page;
use crate::{assert_none, book, repository};

/// Help texts of commands, by the words of the command.
struct Helps(BTreeMap<String, Option<String>>);

impl Helps {
    /// The help of `parlor WORDS`, if there is such a command.
    fn of(&mut self, words: &[&str]) -> Option<&str> {
        let help = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
            let output = command.args(words).arg("--help").output().unwrap();
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
        };
        self.0.entry(words.join(" ")).or_insert_with(help).as_deref()
    }

    fn problem_of(&mut self, code: &str) -> Option<String> {
        let words: Vec<&str> = code.split_whitespace().skip(1).collect();
        let is_name = |word: &&&str| word.starts_with(|letter: char| letter.is_ascii_lowercase());
        // Alternatives are written `check|backup`: the first stands for all.
        let names: Vec<&str> = words.iter().take_while(is_name).map(|word| first_alternative(word)).collect();
        // The specified program has no help: `--help` is a wrong argument there.
        if names.first() == Some(&"four-in-a-row") {
            return None;
        }
        // The second word may be a command of the first, or its first argument; its help says which.
        let depth = names.len().min(2);
        let Some(help) = self.of(&names[..depth]).map(str::to_owned) else {
            return Some(format!("`{code}`: there is no command \"{}\"", names[..depth].join(" ")));
        };
        let options = words.iter().filter_map(|word| word.trim_matches(['[', ']', '.', '|', ',']).strip_prefix("--"));
        let mut names = options.map(|word| word.split(['=', ']', '|']).next().unwrap_or_default());
        let unknown = names.find(|name| !help.contains(&format!("--{name}")) && !is_option_of_a_game(name))?;
        Some(format!("`{code}`: its help does not name --{unknown}"))
    }
}

fn first_alternative(word: &str) -> &str {
    word.split('|').next().unwrap_or(word)
}

/// Options of games are listed by `parlor games`, not by the help of each command.
fn is_option_of_a_game(name: &str) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).arg("games").output().unwrap();
    String::from_utf8_lossy(&output.stdout).contains(&format!("--{name}"))
}

#[test]
fn commands_in_the_text_exist() {
    let mut helps = Helps(BTreeMap::new());
    let tasks = fs::read_to_string(repository().join("xtask/src/main.rs")).unwrap();
    let mut problems = Vec::new();
    for page in book() {
        for code in &page.code {
            let problem = match code.value.strip_prefix("cargo xtask ") {
                Some(words) => problem_of_task(words, &tasks),
                None if code.value.starts_with("parlor ") => helps.problem_of(&code.value),
                None => None,
            };
            problems.extend(problem.map(|problem| format!("{}: {problem}", page.place(code.line))));
        }
    }
    assert_none(&problems);
}

/// The page of all commands, against the list of the program.
#[test]
fn the_page_of_commands_has_all_of_them() {
    let page = Page::read(Path::new("docs/commands.md"));
    let help = Helps(BTreeMap::new()).of(&[]).unwrap().to_owned();
    // The lists of commands and of specified programs are indented; so are the options.
    let listed = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let names = listed.filter(|name| *name != "help" && !name.starts_with('-'));
    let is_on_page = |name: &str| page.code.iter().any(|code| code.value.split_whitespace().nth(1) == Some(name));
    let problems: Vec<String> =
        names.filter(|name| !is_on_page(name)).map(|name| format!("docs/commands.md lacks `parlor {name}`")).collect();
    assert_none(&problems);
}

fn problem_of_task(words: &str, tasks: &str) -> Option<String> {
    let name = words.split_whitespace().next()?;
    (!tasks.contains(&format!("[\"{name}\""))).then(|| format!("cargo xtask has no task \"{name}\""))
}
