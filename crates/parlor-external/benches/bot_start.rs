//! Time from the start of a bot to its first line, at each level of containment. The bot is a line of shell.
//!
//! `cargo bench -p parlor-external --bench bot_start`

#[cfg(target_os = "linux")]
fn main() {
    use std::env;
    use std::ffi::OsString;
    use std::time::{Duration, Instant};

    use parlor_core::{AnyEngine, Limits, Setup};
    use parlor_external::{ExternalOptions, Level, external_engine, launch};

    const STARTS: usize = 100;
    const LAUNCHER: &str = "contain";
    const BOT: &str = r#"sh -c 'while read line; do case $line in *\"go\"*) echo 4;; esac; done'"#;

    let arguments: Vec<OsString> = env::args_os().collect();
    if arguments.get(1).is_some_and(|argument| argument == LAUNCHER) {
        eprintln!("{}", launch(&arguments[2..]).expect("arguments of the launcher"));
        std::process::exit(126);
    }
    let catalog = parlor_games::catalog();
    let game = catalog.start(Setup::new("four-in-a-row")).unwrap();
    for level in [Level::None, Level::Reduced, Level::Box] {
        let mut options = ExternalOptions::default();
        options.containment.launcher = Some(vec![env::current_exe().unwrap().into(), LAUNCHER.into()]);
        options.containment.level = Some(level);
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..STARTS {
            let mut engine = external_engine(&catalog, &*game, BOT, &options).unwrap();
            let started = Instant::now();
            engine.search(&*game, &Limits::time(Duration::from_secs(5)), &mut |_| {}).unwrap();
            times.push(started.elapsed());
        }
        times.sort();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, slow) = (milliseconds(times[STARTS / 2]), milliseconds(times[STARTS * 9 / 10]));
        println!("{level:?}: {median:.1} ms, at most {slow:.1} ms in 90 of 100 starts");
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("There is no containment on this system, so nothing was measured.");
}
