//! `parlor arena` as a person runs it: output, files, and competitions that are killed at any moment.

mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlor_core::random::SplitMix64;
use parlor_test_tools::PYTHON;
use serde_json::Value;
use support::{RunResult, exported_games, run_parlor};

const MATCH: &str = "arena four-in-a-row alphabeta:depth=2,table-mib=1 random --depth 2 --seed 5";

fn store(folder: &Path) -> String {
    format!("--store {}", folder.join("arena.sqlite").display())
}

/// The standings as text, without the heading that names the file.
fn table(out: &str) -> &str {
    &out[out.find("  #  Engine").unwrap()..]
}

#[test]
fn a_match_prints_standings_and_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_parlor(&format!("{MATCH} --games 40 {}", store(folder.path())), b"");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("Four in a Row: match, 2 engines, 40 games a pairing, depth 2\n"), "{}", run.out);
    assert!(run.out.contains("\nalphabeta:depth=2,table-mib=1 against random: Elo "), "{}", run.out);
    assert!(run.out.contains("\nPairs with 0, 0.5, 1, 1.5 and 2 points: "), "{}", run.out);
    assert!(!run.out.contains('\x1b'), "no escape codes in a pipe");
}

#[test]
fn a_clean_sweep_states_only_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "arena four-in-a-row alphabeta:depth=5,table-mib=1 random --depth 5 --seed 5 --games 6";
    let run = run_parlor(&format!("{arguments} {}", store(folder.path())), b"");
    assert!(run.out.contains("2 points: 0, 0, 0, 0, 3"), "{}", run.out);
    assert!(run.out.contains("against random: Elo above +"), "{}", run.out);
}

#[test]
fn any_number_of_workers_prints_the_same_table() {
    let tables = [1, 3].map(|workers| {
        let folder = tempfile::tempdir().unwrap();
        let run = run_parlor(&format!("{MATCH} --games 60 --workers {workers} {}", store(folder.path())), b"");
        table(&run.out).to_owned()
    });
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn the_last_line_of_json_is_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_parlor(&format!("{MATCH} --games 10 --json {}", store(folder.path())), b"");
    let result: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(result["finished"], true);
    assert_eq!(result["games"], 10);
    assert_eq!(result["standings"]["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn games_are_exported_as_json_and_open_as_records() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    run_parlor(&format!("{MATCH} --games 4 {store}"), b"");
    let export = run_parlor(&format!("arena export {store}"), b"");
    let lines: Vec<Value> = export.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0]["moves"][0]["seconds"].is_number() && lines[0]["moves"][0]["nodes"].is_number());
    let record = folder.path().join("game.txt");
    std::fs::write(&record, lines[0]["record"].as_str().unwrap()).unwrap();
    let shown = run_parlor(&format!("record show {}", record.display()), b"");
    assert_eq!((shown.status, shown.err.as_str()), (Some(0), ""));
}

#[test]
fn the_report_is_one_file_without_references() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    run_parlor(&format!("{MATCH} --games 20 --sprt 0,30 {store}"), b"");
    let file = folder.path().join("report.html");
    let run = run_parlor(&format!("arena report --out {} {store}", file.display()), b"");
    assert_eq!(run.out, format!("Wrote {}\n", file.display()));
    let html = std::fs::read_to_string(&file).unwrap();
    for part in ["<h2>Standings</h2>", "Sequential test [0, 30]", "<svg class=\"chart\"", "</html>"] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("http") && !html.contains("<script"));
}

#[test]
fn a_competition_killed_at_random_moments_ends_like_an_undisturbed_one() {
    let arguments = "arena four-in-a-row alphabeta:depth=4,table-mib=1 random --depth 4 --seed 5 --games 3000";
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = store(folder.path());
    let expected = run_parlor(&format!("{arguments} {undisturbed}"), b"");
    let killed_folder = tempfile::tempdir().unwrap();
    let killed = store(killed_folder.path());
    let mut random = SplitMix64::new(11);
    let mut stored_games = Vec::new();
    for kill in 0..20 {
        let words = if kill == 0 { format!("{arguments} {killed}") } else { format!("arena resume {killed}") };
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(words.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The heading appears when the competition itself is stored.
        let mut heading = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut heading).unwrap();
        std::thread::sleep(Duration::from_millis(random.below(30) as u64));
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
        stored_games.push(exported_games(&killed).len());
    }
    assert!(stored_games.is_sorted());
    stored_games.dedup();
    assert!(stored_games.len() > 3, "most runs must have stored games: {stored_games:?}");
    assert!(*stored_games.last().unwrap() < 3000, "the competition must be long enough: {stored_games:?}");
    let resumed = run_parlor(&format!("arena resume {killed}"), b"");
    assert_eq!((resumed.status, resumed.err.as_str()), (Some(0), ""));
    assert_eq!(table(&resumed.out), table(&expected.out));
    assert_eq!(exported_games(&killed), exported_games(&undisturbed));
}

/// A class of bots in a folder that an unprivileged bot can read.
struct Class(tempfile::TempDir);

impl Class {
    fn new() -> Class {
        let folder = tempfile::tempdir().unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        Class(folder)
    }

    fn add(&self, name: &str, text: &str, program: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("bot.toml"), format!("name = \"{name}\"\n{text}")).unwrap();
        std::fs::write(path.join("bot.py"), program).unwrap();
    }

    fn run(&self, arguments: &str) -> RunResult {
        let path = self.0.path();
        run_parlor(&format!("arena class {} --game four-in-a-row {arguments} {}", path.display(), store(path)), b"")
    }

    fn result(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.path().join("results").join(file)).unwrap_or_default()
    }
}

#[test]
fn a_class_is_built_checked_and_rated() {
    let class = Class::new();
    class.add("Ada", "engine = \"alphabeta:depth=4,table-mib=1\"\nbuild = \"echo compiled\"", "");
    class.add("Bob", "engine = \"random\"", "");
    class.add("Cy", "engine = \"random\"\nbuild = \"echo no such file >&2; false\"", "");
    class.add("Dot", "engine = \"no-such-engine\"", "");
    class.add("Eve", "engine = \"random\"\nbuild = \"sleep 60 & sleep 60\"", "");
    let run = class.run("--games 2 --seconds 0.01 --build-seconds 1");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let (_, states) = run.out.split_once("\n\n").unwrap();
    assert!(
        states.starts_with(
            "Ada: ready\nBob: ready\nCy: the build \"echo no such file >&2; false\" ended with exit status 1: no such \
             file\nDot: unknown engine"
        ),
        "{states}"
    );
    assert!(states.contains("\nEve: the build \"sleep 60 & sleep 60\" took more than 1 s\n"), "{states}");
    assert!(
        class.result("ratings.csv").contains("\"Ada\"") && class.result("report.html").contains("Easy (reference)")
    );
    let games = class.result("bots/Ada/games.txt");
    assert!(games.contains("Rank ") && !games.contains("Bob"), "{games}");
    assert_eq!(class.result("bots/Ada/build.txt"), "echo compiled\n\ncompiled\n");
    assert!(class.result("bots/Cy/build.txt").ends_with("no such file\n"));
}

/// Plays the first legal move, and prints a line of error output for each game.
const FIRST_LEGAL: &str = "import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'hello':
        print('a new game', file=sys.stderr, flush=True)
    if message['type'] == 'go':
        print(message['legal'][0], flush=True)
";

#[test]
fn bots_of_a_class_are_checked_like_any_bot_and_authors_see_only_their_own() {
    let Some(python) = PYTHON.require() else { return };
    let class = Class::new();
    let command = &format!("command = \"{} bot.py\"", python.display());
    class.add("Ada", &format!("{command}\nbuild = \"cp bot.py built.py\""), FIRST_LEGAL);
    class.add("Bob", command, "import sys\nfor line in sys.stdin:\n    if 'go' in line: print('castle', flush=True)\n");
    let run = class.run("--games 2 --seconds 0.5");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let bob =
        "Bob: not ready: In game 1, at the start: bot.py played \"castle\"; legal moves are 1, 2, 3, 4, 5, 6, 7.\n";
    assert!(run.out.contains("\nAda: ready\n") && run.out.contains(bob), "{}", run.out);
    assert!(class.result("bots/Ada/check.txt").ends_with("\nready\n"));
    assert!(class.result("bots/Ada/errors.txt").contains("a new game\n"));
    assert!(class.result("bots/Ada/program/built.py").contains("legal"));
    assert!(!class.0.path().join("Ada/built.py").exists(), "the author's own folder is not touched");
    assert!(class.result("bots/Bob/check.txt").ends_with("\nnot ready yet\n"));
    assert_eq!(class.result("bots/Bob/games.txt"), "");
}

/// Prints a line of error output, which Parlor adds to a log.
const NOISY: &str = "import sys\nprint('stolen', file=sys.stderr, flush=True)\nsys.stdin.read()\n";

#[test]
fn words_of_a_bot_file_are_never_settings() {
    let class = Class::new();
    let victim = class.0.path().join("victim.txt");
    std::fs::write(&victim, "as before").unwrap();
    let victim_path = victim.display();
    class.add("Ada", "engine = \"random\"", "");
    class.add("Bob", &format!("command = \"log={victim_path} /usr/bin/python3 bot.py\""), NOISY);
    class.add("Cy", "command = \"'folder'=/ /usr/bin/python3 bot.py\"", NOISY);
    class.add("Eve", &format!("engine = \"exec:log={victim_path} /usr/bin/python3 bot.py\""), NOISY);
    let run = class.run("--games 2 --seconds 0.1");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let refused = "stands before the program; a bot may not make settings";
    for line in [format!("Bob: \"log={victim_path}\" {refused}"), format!("Cy: \"folder=/\" {refused}")] {
        assert!(run.out.contains(&format!("\n{line}\n")), "{}", run.out);
    }
    assert!(run.out.contains("\nEve: the engine \"exec:log="), "{}", run.out);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "as before");
}

#[cfg(unix)]
#[test]
fn links_and_special_files_of_a_submission_are_refused() {
    use std::os::unix::{fs::symlink, net::UnixListener};

    let class = Class::new();
    let path = class.0.path();
    std::fs::write(path.join("key.txt"), "the teacher's").unwrap();
    for name in ["Ada", "Bob", "Cy", "Dot"] {
        class.add(name, "engine = \"random\"\nbuild = \"cat k*\"", "");
    }
    std::fs::create_dir(path.join("Bob/deep")).unwrap();
    symlink(path.join("key.txt"), path.join("Bob/deep/key")).unwrap();
    symlink(path, path.join("Cy/key")).unwrap();
    let socket = UnixListener::bind(path.join("Dot/key")).unwrap();
    std::fs::write(path.join("Ada/key"), "its own").unwrap();
    let run = class.run("--games 2 --seconds 0.01");
    drop(socket);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{}", run.out);
    for file in ["Bob/deep/key", "Cy/key", "Dot/key"] {
        let name = file.split('/').next().unwrap();
        let path = path.join(file);
        let line = format!("\n{name}: {} is a link or a special file; only files and folders", path.display());
        assert!(run.out.contains(&line), "{}", run.out);
        assert!(!class.0.path().join("results/bots").join(name).join("program").exists());
    }
    assert!(run.out.contains("\nAda: ready\n"), "{}", run.out);
    std::fs::remove_dir_all(path.join("Dot")).unwrap();
    symlink(path.join("Ada"), path.join("Dot")).unwrap();
    let run = class.run("--games 2 --seconds 0.01");
    assert!(run.err.contains("Dot is a link; links in submissions are refused"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn bots_of_a_class_cannot_read_each_other() {
    use std::os::unix::fs::MetadataExt;

    let class = Class::new();
    class.add("Ada", "command = \"/usr/bin/python3 bot.py\"\nbuild = \"chmod -R a+rwX .\"", FIRST_LEGAL);
    class.add("Bob", "engine = \"random\"\nbuild = \"cat ../../Ada/program/bot.py ../../Ada/check.txt\"", "");
    let run = class.run("--games 2 --seconds 0.5");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(run.out.contains("\nAda: ready\n"), "{}", run.out);
    let metadata = |path: &str| std::fs::metadata(class.0.path().join("results/bots").join(path)).unwrap();
    assert_eq!(metadata("Bob/program").mode() & 0o777, 0o700);
    assert_eq!(metadata("Bob").mode() & 0o707, 0o700);
    if cfg!(target_os = "linux") {
        let text = class.result("bots/Bob/build.txt");
        assert!(run.out.contains("\nBob: the build"), "{}", run.out);
        assert_eq!(text.matches("No such file or directory").count(), 2, "{text}");
    }
    // Only root can give each bot a user of its own.
    if cfg!(target_os = "linux") && metadata("Bob").uid() == 0 {
        assert_ne!(metadata("Ada/program").uid(), metadata("Bob/program").uid());
    }
}

/// Programs and files that the command of a student names are neither run nor shown.
#[cfg(target_os = "linux")]
#[test]
fn the_command_of_a_student_shows_nothing() {
    const READER: &str = "import json, sys\nprint(json.dumps({'type': 'ready', 'name': open(sys.argv[1]).read()}))\n";

    let class = Class::new();
    let key = class.0.path().join("key.txt");
    std::fs::write(&key, "the teacher's").unwrap();
    let program = class.0.path().join("python3");
    std::fs::copy("/usr/bin/true", &program).unwrap();
    class.add("Ada", "engine = \"random\"", "");
    class.add("Bob", &format!("command = \"/usr/bin/python3 bot.py {}\"", key.display()), READER);
    class.add("Cy", &format!("command = \"{} bot.py\"", program.display()), READER);
    class.add("Dot", &format!("command = \"{} engine four-in-a-row solver\"", env!("CARGO_BIN_EXE_parlor")), "");
    let run = class.run("--games 2 --seconds 0.5");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(class.result("bots/Bob/check.txt").contains("FileNotFoundError"), "{}", run.out);
    for name in ["Cy", "Dot"] {
        let text = class.result(&format!("bots/{name}/check.txt"));
        assert!(text.contains("which lies outside of its folder and of the system"), "{text}");
    }
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let error = |arguments: &str| {
        let run = run_parlor(&format!("{arguments} {store}"), b"");
        assert_eq!(run.status, Some(2), "{}", run.out);
        run.err
    };
    assert_eq!(error("arena reversi strong"), "parlor: arena needs a game and at least two engines (see --help)\n");
    assert!(error("arena chess a b").starts_with("parlor: unknown game \"chess\"; available: "));
    assert_eq!(
        error("arena reversi random random --seconds x"),
        "parlor: seconds \"x\" is not a number of seconds above 0, such as 0.1\n"
    );
    assert_eq!(error("arena reversi random random --sprt 5"), "parlor: sprt \"5\" is not two numbers such as 0,5\n");
    assert_eq!(
        error("arena reversi random random --format cup"),
        "parlor: format \"cup\" is not one of match, round-robin, gauntlet, swiss\n"
    );
    let missing = run_parlor(&format!("arena resume {store}"), b"");
    assert_eq!(missing.status, Some(1));
    assert!(missing.err.starts_with("parlor: cannot open the arena file "), "{}", missing.err);
}
