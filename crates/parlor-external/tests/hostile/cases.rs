//! One case per misbehavior of a bot.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::attacks;
use crate::support::{self, bot, four_in_a_row, launcher_main, search};
use libtest_mimic::{Arguments, Failed, Trial};
use parlor_core::{AnyEngine, EngineFault, FaultKind, Limits, SearchError};
use parlor_external::{ContainedRun, Level, RunOutput};
use parlor_test_tools::{BUBBLEWRAP, FAIRY_STOCKFISH, PYTHON};

pub(crate) fn main() {
    if let Some(status) = launcher_main() {
        std::process::exit(status);
    }
    if let Some(status) = support::run_as_all_users() {
        std::process::exit(status);
    }
    if PYTHON.require().is_none() || BUBBLEWRAP.require().is_none() {
        return;
    }
    let trial = |name: &str, run: fn()| {
        Trial::test(name, move || std::panic::catch_unwind(run).map_err(|_| Failed::without_message()))
    };
    let mut trials = vec![
        trial("endless_output_is_an_overrun", endless_output_is_an_overrun),
        trial("an_endless_line_is_a_protocol_fault", an_endless_line_is_a_protocol_fault),
        trial("silence_is_an_overrun", silence_is_an_overrun),
        trial("an_illegal_move_names_the_legal_ones", an_illegal_move_names_the_legal_ones),
        trial("exit_in_a_line_is_reported_with_its_status", exit_in_a_line_is_reported_with_its_status),
        trial("a_slow_drip_is_an_overrun", a_slow_drip_is_an_overrun),
        trial("a_closed_output_is_noticed_at_once", a_closed_output_is_noticed_at_once),
        trial("a_bot_that_ignores_signals_is_ended", a_bot_that_ignores_signals_is_ended),
        trial("children_end_with_the_bot", children_end_with_the_bot),
        trial("daemons_end_with_the_bot", daemons_end_with_the_bot),
        trial("daemons_do_not_outlive_a_bot_that_exits", daemons_do_not_outlive_a_bot_that_exits),
        trial("a_contained_command_runs_to_its_end_or_its_time", a_contained_command_runs_to_its_end_or_its_time),
        trial("error_output_is_added_to_the_log_file", error_output_is_added_to_the_log_file),
        trial("too_much_memory_ends_the_bot", too_much_memory_ends_the_bot),
        trial("a_bot_that_does_not_read_cannot_block_the_caller", a_bot_that_does_not_read_cannot_block_the_caller),
        trial("error_output_is_capped", error_output_is_capped),
        trial("reduced_containment_denies_what_a_process_can", reduced_containment_denies_what_a_process_can),
        trial("a_suspended_bot_does_not_think", a_suspended_bot_does_not_think),
        trial("the_last_report_survives_an_overrun", the_last_report_survives_an_overrun),
        trial("a_bot_is_withdrawn_after_faults_in_a_row", a_bot_is_withdrawn_after_faults_in_a_row),
        trial("a_stopped_search_ends_soon", a_stopped_search_ends_soon),
        trial("the_wall_clock_ends_a_bot", the_wall_clock_ends_a_bot),
        trial("a_missing_program_is_named", a_missing_program_is_named),
        trial("a_uci_engine_without_the_variant_is_refused", a_uci_engine_without_the_variant_is_refused),
    ];
    trials.extend(attacks::CASES.map(|(name, run)| trial(name, run)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The fault of one search of a bot with 0.2 s.
#[track_caller]
fn fault_of(name: &str) -> EngineFault {
    let mut engine = bot(name, "", |options| options.start_time = Duration::from_millis(800));
    expect_fault(&mut *engine)
}

#[track_caller]
fn expect_fault(engine: &mut dyn AnyEngine) -> EngineFault {
    match search(engine, &*four_in_a_row("-")) {
        (Err(SearchError::Fault(fault)), _) => fault,
        other => panic!("expected a fault, not {other:?}"),
    }
}

fn endless_output_is_an_overrun() {
    assert_eq!(fault_of("endless_output").kind, FaultKind::Overrun);
}

fn an_endless_line_is_a_protocol_fault() {
    let fault = fault_of("endless_line");
    assert_eq!(fault.kind, FaultKind::Protocol);
    assert!(fault.reason.contains("more than 65536 bytes"), "{}", fault.reason);
}

fn silence_is_an_overrun() {
    let fault = fault_of("silent");
    assert_eq!(fault.kind, FaultKind::Overrun);
    assert!(fault.reason.contains("did not move within 0.2 s"), "{}", fault.reason);
}

fn an_illegal_move_names_the_legal_ones() {
    let fault = fault_of("illegal_move");
    assert_eq!(fault.kind, FaultKind::IllegalMove);
    assert!(fault.reason.ends_with("played \"99\"; legal moves are 1, 2, 3, 4, 5, 6, 7."), "{}", fault.reason);
}

fn exit_in_a_line_is_reported_with_its_status() {
    let fault = fault_of("exit_in_line");
    assert_eq!(fault.kind, FaultKind::Exit);
    assert!(fault.reason.contains("ended with exit status 3. It stopped in the middle of a line."), "{}", fault.reason);
}

fn a_slow_drip_is_an_overrun() {
    assert_eq!(fault_of("slow_drip").kind, FaultKind::Overrun);
}

fn a_closed_output_is_noticed_at_once() {
    let started = Instant::now();
    // In a box others hold it open, so that its clock runs out.
    assert_eq!(fault_of("closed_output").kind, FaultKind::Overrun);
    let mut engine = bot("closed_output", "", |options| options.containment.level = Some(Level::Reduced));
    let fault = expect_fault(&mut *engine);
    assert!(fault.reason.contains("closed its output"), "{}", fault.reason);
    // Long before the time to start is over.
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}

fn a_bot_that_ignores_signals_is_ended() {
    assert_eq!(fault_of("ignores_signals").kind, FaultKind::Overrun);
}

/// Waits until programs with these words as arguments run, or no longer do. Ids of processes are others in a
/// box.
#[track_caller]
fn wait_until_running(marker: &str, is_expected: bool) {
    let runs = |id: &Path| {
        let read = |file: &str| fs::read_to_string(id.join(file)).unwrap_or_default();
        read("cmdline").replace('\0', " ").contains(marker) && !read("stat").contains(") Z ")
    };
    let found = || fs::read_dir("/proc").unwrap().flatten().any(|entry| runs(&entry.path()));
    wait_for(|| (found() == is_expected).then_some(()));
}

fn children_end_with_the_bot() {
    let mut engine = bot("children", "", |_| {});
    assert_eq!(search(&mut *engine, &*four_in_a_row("-")).1.unwrap().best, "4");
    let children = "sleep 100.125";
    wait_until_running(children, true);
    drop(engine);
    wait_until_running(children, false);
}

fn daemons_end_with_the_bot() {
    for level in [Level::Reduced, Level::Box] {
        let marker = format!("daemon {level:?}");
        let mut engine = bot("daemons", &format!("stay {marker}"), |options| options.containment.level = Some(level));
        assert_eq!(search(&mut *engine, &*four_in_a_row("-")).1.unwrap().best, "4");
        wait_until_running(&marker, true);
        drop(engine);
        wait_until_running(&marker, false);
    }
}

fn daemons_do_not_outlive_a_bot_that_exits() {
    for level in [Level::Reduced, Level::Box] {
        let marker = format!("orphan {level:?}");
        let mut engine = bot("daemons", &format!("exit {marker}"), |options| options.containment.level = Some(level));
        let fault = expect_fault(&mut *engine);
        assert!(fault.reason.contains("ended with exit status 3"), "{}", fault.reason);
        wait_until_running(&marker, false);
    }
}

fn a_contained_command_runs_to_its_end_or_its_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source"), "text").unwrap();
    let options = support::contained_options(|_| {});
    let run = |script: &str, seconds: u64| {
        let (containment, time) = (&options.containment, Duration::from_secs(seconds));
        ContainedRun { containment, script, folder: folder.path(), time }.run()
    };
    let built = run("cat source > program && echo built && echo warning >&2", 60);
    assert_eq!(built, RunOutput { text: "built\nwarning\n".to_owned(), failure: None });
    assert_eq!(fs::read_to_string(folder.path().join("program")).unwrap(), "text");
    let failed = run("exit 7", 60).failure;
    assert_eq!(failed.as_deref(), Some("ended with exit status 7"));
    let filled = run("for i in 1 2 3 4; do head -c 400000000 /dev/zero > $i; done; sleep 60", 60).failure;
    assert_eq!(filled.as_deref(), Some("wrote more than 1024 MiB into its folder"));
    (1..=4).for_each(|number| drop(fs::remove_file(folder.path().join(number.to_string()))));
    let started = Instant::now();
    assert_eq!(run("setsid sleep 100 & sleep 100", 1).failure.as_deref(), Some("took more than 1 s"));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

fn error_output_is_added_to_the_log_file() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let command = format!("log={} {}", log.display(), support::script("children"));
    let mut engine = support::contained(&command, |_| {});
    for games in 1..=2 {
        assert!(search(&mut engine, &*four_in_a_row("-")).0.is_ok());
        // Written before the answer, but read by another thread.
        wait_for(|| {
            engine.end_game(parlor_core::GameResult::Draw, "");
            fs::read_to_string(&log).ok().filter(|text| text.lines().count() == games)
        });
    }
}

/// Polls until there is a value, for at most ten seconds.
#[track_caller]
fn wait_for<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert!(started.elapsed() < Duration::from_secs(10), "waited in vain");
        thread::sleep(Duration::from_millis(10));
    }
}

fn too_much_memory_ends_the_bot() {
    let mut engine = bot("memory", "", |options| options.containment.limits.memory_mib = 128);
    let fault = expect_fault(&mut *engine);
    assert_eq!(fault.kind, FaultKind::Exit);
    // A single process finds that there is no more of it, unless the supervisor sees it first.
    let reasons = ["MemoryError", "used more than 128 MiB of memory."];
    assert!(reasons.iter().any(|reason| fault.reason.ends_with(reason)), "{}", fault.reason);
}

fn a_bot_that_does_not_read_cannot_block_the_caller() {
    let mut engine = bot("does_not_read", "", |_| {});
    let started = Instant::now();
    // Its input fills up after some hundred messages, or its unasked moves do.
    while started.elapsed() < Duration::from_mins(1) {
        if let (Err(SearchError::Fault(fault)), _) = search(&mut *engine, &*four_in_a_row("-")) {
            assert_eq!(fault.kind, FaultKind::Protocol, "{}", fault.reason);
            return;
        }
    }
    panic!("the bot was never found out");
}

fn error_output_is_capped() {
    let mut engine = bot("loud_errors", "", |_| {});
    assert!(search(&mut *engine, &*four_in_a_row("-")).0.is_ok());
    let log = engine.take_log();
    assert!((1..=64 * 1024).contains(&log.len()), "{}", log.len());
}

fn reduced_containment_denies_what_a_process_can() {
    let elsewhere = tempfile::tempdir().unwrap();
    fs::set_permissions(elsewhere.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let arguments = format!("--folder={} {port}", elsewhere.path().display());
    let mut engine =
        support::external("prober", &arguments, |options| options.containment.level = Some(Level::Reduced));
    assert_eq!(search(&mut engine, &*four_in_a_row("-")).0, Ok(()));
    assert_eq!(engine.name(), Some("write-scratch"));
    assert!(!Path::new(&elsewhere.path().join("file")).exists());
    for (attack, arguments) in
        [("system_v_memory", ""), ("environment", ""), ("new_namespaces", ""), ("descriptors", "")]
    {
        let mut engine = support::attack(attack, arguments, |options| options.containment.level = Some(Level::Reduced));
        assert_eq!(search(&mut engine, &*four_in_a_row("-")).0, Ok(()));
        let name = engine.name().unwrap_or_default();
        assert!(name.starts_with("held"), "{attack}: {name}");
    }
}

fn a_suspended_bot_does_not_think() {
    let nodes_after_pause = |suspends| {
        let mut engine = bot("thinks_on", "", |options| options.suspends_off_move = suspends);
        let nodes = |engine: &mut dyn AnyEngine| search(engine, &*four_in_a_row("-")).1.unwrap().nodes;
        let before = nodes(&mut *engine);
        thread::sleep(Duration::from_millis(600));
        nodes(&mut *engine) - before
    };
    assert!(nodes_after_pause(true) < 60);
    assert!(nodes_after_pause(false) >= 60);
}

fn the_last_report_survives_an_overrun() {
    let mut engine = bot("reports_then_hangs", "", |options| options.start_time = Duration::from_millis(800));
    let (result, last) = search(&mut *engine, &*four_in_a_row("-"));
    assert!(matches!(result, Err(SearchError::Fault(EngineFault { kind: FaultKind::Overrun, .. }))));
    let last = last.unwrap();
    assert_eq!((last.best.as_str(), last.value.estimate, last.depth), ("7", parlor_core::Score::points(50), 3));
}

fn a_bot_is_withdrawn_after_faults_in_a_row() {
    let mut engine = bot("illegal_move", "", |options| options.max_faults_in_a_row = 2);
    let kinds: Vec<FaultKind> = (0..3).map(|_| expect_fault(&mut *engine).kind).collect();
    assert_eq!(kinds, [FaultKind::IllegalMove, FaultKind::IllegalMove, FaultKind::Withdrawn]);
}

fn a_stopped_search_ends_soon() {
    let mut engine = bot("reports_then_hangs", "", |_| {});
    let limits = Limits::time(Duration::from_mins(1));
    let (stop, started) = (limits.stop.clone(), Instant::now());
    let mut last = None;
    let result = engine.search(&*four_in_a_row("-"), &limits, &mut |info| {
        last = Some(info);
        stop.raise();
    });
    assert_eq!(result, Ok(()));
    assert_eq!(last.unwrap().best, "7");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

fn the_wall_clock_ends_a_bot() {
    let mut engine = bot("silent", "", |options| options.containment.wall_clock = Duration::from_millis(300));
    let fault = expect_fault(&mut *engine);
    assert!(fault.reason.contains("wall-clock limit"), "{}", fault.reason);
}

fn a_missing_program_is_named() {
    let mut engine = support::contained("./no-such-bot", |_| {});
    let fault = expect_fault(&mut engine);
    assert_eq!(fault.reason, "no-such-bot was not started: there is no program \"./no-such-bot\".");
}

/// Debian's fairy-stockfish, with its own variants and with those of a file.
fn a_uci_engine_without_the_variant_is_refused() {
    let Some(program) = FAIRY_STOCKFISH.require() else { return };
    let (catalog, game) = (parlor_games::catalog(), four_in_a_row("-"));
    let start = |settings: &str| {
        let spec = format!("exec-uci:{settings} {}", program.display());
        parlor_external::check_start(&catalog, &*game, &spec, &support::contained_options(|_| {}))
    };
    let refused = start("Hash=1").unwrap_err();
    assert!(
        refused.starts_with("fairy-stockfish does not have the variant \"cfour\": a newer version may"),
        "{refused}"
    );
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let variants = folder.path().join("variants.ini");
    fs::write(&variants, "[cfour:chess]\n").unwrap();
    assert_eq!(start(&format!("VariantPath={}", variants.display())), Ok(()));
}
