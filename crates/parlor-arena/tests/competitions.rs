//! Whole competitions on real engines: reproducible on any number of workers, resumable, adjudicated, forfeited.

use std::sync::Arc;

use parlor_arena::schedule::Format;
use parlor_arena::statistics::{EloModel, Sprt, SprtDecision};
use parlor_arena::{Competition, Limit, Standings, Store, StoredCompetition, StoredGame, Tally, openings, run};
use parlor_conformance::{StubEngine, report};
use parlor_core::{Catalog, EngineScheme, ErasedGame, GameEntry, StopFlag, Text};
use parlor_games::tic_tac_toe::TicTacToe;

fn catalog() -> Catalog {
    parlor_games::catalog()
}

fn competition(engines: &[&str], games: u32, limit: Limit) -> Competition {
    let mut competition = Competition::new("four-in-a-row", engines);
    (competition.games, competition.limits, competition.seed) = (games, vec![limit], 7);
    competition
}

/// A store in a folder of its own, with one competition.
struct Fixture {
    catalog: Catalog,
    store: Store,
    stored: StoredCompetition,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new(competition: Competition, catalog: Catalog) -> Fixture {
        let competition = competition.complete(&catalog).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("arena.sqlite")).unwrap();
        let id = store.create(&competition, &openings(&competition, &catalog).unwrap()).unwrap();
        let stored = store.competition(Some(id)).unwrap();
        Fixture { catalog, store, stored, _folder: folder }
    }

    fn run(&mut self, workers: usize) -> Tally {
        run(&self.catalog, &mut self.store, &self.stored, workers, &StopFlag::default(), &mut |_| {}).unwrap()
    }

    /// All stored games without their times.
    fn games(&self) -> Vec<StoredGame> {
        let mut games = Vec::new();
        let without_times = |game: StoredGame| {
            let mut moves = game.moves().unwrap();
            for played in &mut moves {
                played.1 = 0;
            }
            StoredGame { moves: format!("{moves:?}"), ..game }
        };
        self.store
            .for_each_game(self.stored.id, |game| {
                games.push(without_times(game));
                Ok(())
            })
            .unwrap();
        games
    }
}

#[test]
fn any_number_of_workers_plays_the_same_games_and_gives_the_same_table() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss] {
        let engines = ["alphabeta:depth=3,table-mib=1", "mcts:table-mib=1", "random", "greedy", "random"];
        let mut competition = competition(&engines, 6, Limit::Nodes(300));
        competition.format = Some(format);
        competition.block_pairs = 1;
        let mut one = Fixture::new(competition.clone(), catalog());
        let mut three = Fixture::new(competition, catalog());
        assert_eq!(one.run(1), three.run(3), "{format:?}");
        assert_eq!(one.games(), three.games());
        assert!(!one.games().is_empty());
    }
}

#[test]
fn a_decided_sprt_counts_the_same_pairs_on_any_number_of_workers() {
    let mut competition = competition(&["alphabeta:depth=2,table-mib=1", "random"], 2000, Limit::Depth(2));
    competition.sprt = Some(Sprt::new(0.0, 20.0, EloModel::Normalized));
    let tallies = [1, 4].map(|workers| Fixture::new(competition.clone(), catalog()).run(workers));
    assert_eq!(tallies[0], tallies[1]);
    assert_eq!(tallies[0].decision(), Some(SprtDecision::Elo1));
    assert!(tallies[0].pairs() < 1000);
}

#[test]
fn a_paused_competition_ends_like_an_undisturbed_one() {
    let competition = competition(&["greedy", "random", "minimax:depth=2"], 24, Limit::Depth(2));
    let mut undisturbed = Fixture::new(competition.clone(), catalog());
    let expected = undisturbed.run(2);
    let mut paused = Fixture::new(competition, catalog());
    for _ in 0..200 {
        let stop = StopFlag::default();
        // The first report comes 100 ms after the start, so this stops in mid-game or after all games.
        let stopper = stop.clone();
        let Fixture { catalog, store, stored, .. } = &mut paused;
        run(catalog, store, stored, 2, &stop, &mut |_| stopper.raise()).unwrap();
        if store.competition(None).unwrap().is_finished {
            break;
        }
    }
    assert_eq!(paused.run(1), expected);
    assert_eq!(paused.games(), undisturbed.games());
}

#[test]
fn openings_are_shared_by_pairings_and_sides_are_swapped() {
    let mut fixture = Fixture::new(competition(&["random", "greedy", "random"], 20, Limit::Depth(1)), catalog());
    fixture.run(2);
    let games = fixture.games();
    assert_eq!(games.len(), 60);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].engines, [pair[1].engines[1], pair[1].engines[0]]);
    }
    for pairing in [[0, 1], [0, 2], [1, 2]] {
        let of_pairing = games.iter().filter(|game| pairing.iter().all(|engine| game.engines.contains(engine)));
        let mut openings: Vec<usize> = of_pairing.map(|game| game.opening).collect();
        openings.sort_unstable();
        assert_eq!(openings, (0..10).flat_map(|opening| [opening; 2]).collect::<Vec<_>>());
    }
}

#[test]
fn records_of_stored_games_replay_to_their_results() {
    let mut competition = competition(&["greedy", "random"], 10, Limit::PerMove(std::time::Duration::from_millis(5)));
    competition.margin = 5.0;
    let mut fixture = Fixture::new(competition, catalog());
    fixture.run(1);
    for game in fixture.games() {
        let Fixture { catalog, stored, .. } = &fixture;
        let stored_game = StoredGame { moves: "[]".to_owned(), ..game.clone() };
        assert!(stored_game.record(catalog, &stored.competition, &stored.openings).is_ok());
    }
    fixture
        .store
        .for_each_game(fixture.stored.id, |game| {
            let record = game.record(&fixture.catalog, &fixture.stored.competition, &fixture.stored.openings)?;
            let replayed = record.replay(&fixture.catalog).unwrap();
            let winner = replayed.result().and_then(parlor_match::MatchResult::winner);
            assert_eq!(game.winner(&fixture.stored.competition).is_some(), winner.is_some());
            Ok(())
        })
        .unwrap();
}

#[test]
fn adjudication_gives_the_results_of_perfect_play_and_is_counted_separately() {
    let mut competition = competition(&["solver:table-mib=2", "solver:table-mib=2"], 8, Limit::Depth(42));
    let mut played = Fixture::new(competition.clone(), catalog());
    competition.adjudicate = true;
    let mut adjudicated = Fixture::new(competition, catalog());
    let (full, short) = (played.run(2), adjudicated.run(2));
    assert_eq!(full.meetings(None), short.meetings(None));
    assert_eq!((full.adjudicated(), short.adjudicated()), (0, 8));
}

/// Plays the last legal move too late, after the first one.
fn late() -> StubEngine {
    StubEngine::new(|game, limits, on_report| {
        on_report(report(&game.legal_moves()[0]));
        std::thread::sleep(limits.time.unwrap_or_default() * 3);
        on_report(report(game.legal_moves().last().unwrap()));
        Ok(())
    })
}

fn catalog_with_bad_engines() -> Catalog {
    let scheme = EngineScheme {
        name: Text::from("bad"),
        about: Text::from("misbehaves"),
        build: Arc::new(|_, kind| {
            Ok(Box::new(match kind {
                "panic" => StubEngine::panics(),
                "illegal" => StubEngine::plays("castle"),
                "silent" => StubEngine::silent(),
                _ => late(),
            }))
        }),
    };
    catalog().with_scheme(scheme)
}

#[test]
fn a_failing_engine_loses_with_a_reason_and_is_withdrawn() {
    for (kind, reason) in [
        ("panic", "The engine crashed: out of ideas."),
        ("illegal", "The engine returned an illegal move: castle."),
        ("silent", "The engine returned no move."),
        ("late", "ran out of time"),
    ] {
        let limit = Limit::PerMove(std::time::Duration::from_millis(20));
        let mut competition = competition(&["greedy", &format!("bad:{kind}"), "random"], 40, limit);
        (competition.failures, competition.margin) = (4, 0.02);
        let mut fixture = Fixture::new(competition.clone(), catalog_with_bad_engines());
        let tally = fixture.run(2);
        assert!(tally.failures(1).is_withdrawn, "{kind}");
        assert_eq!(tally.failures(1).total, 4);
        let games = fixture.games();
        let failed = games.iter().filter(|game| game.engines.contains(&1));
        assert!(failed.clone().all(|game| game.reason == reason), "{:?}", failed.collect::<Vec<_>>());
        let standings = Standings::new(&fixture.stored.competition, &tally, None);
        assert_eq!(standings.rows[2].name, format!("bad:{kind}"));
        assert!(standings.rows[2].is_withdrawn && standings.rows[0].games >= 40);
    }
}

/// A game whose type depends on the position: 3x3 without one, 4x4 with one.
fn two_types() -> GameEntry {
    let entry = GameEntry::new("two-types", "Two types", |setup, _| match setup.position.clone() {
        None => Ok(ErasedGame::boxed(setup, TicTacToe::<u64, 3>::new(3))),
        Some(text) => Ok(ErasedGame::boxed(setup, TicTacToe::<u64, 4>::new(3).parse(&text)?)),
    });
    GameEntry { solver: Some("perfect".into()), ..entry }
}

#[test]
fn engines_are_built_again_for_openings_of_another_type() {
    let mut competition = Competition::new("two-types", &["alphabeta:depth=2,table-mib=1", "perfect:table-mib=1"]);
    (competition.games, competition.limits) = (8, vec![Limit::Nodes(1_000)]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, "00\nposition X---/-O--/----/----\n11\nposition X---/----/-O--/----\n").unwrap();
    competition.openings.file = Some(file.to_str().unwrap().to_owned());
    for adjudicate in [false, true] {
        competition.adjudicate = adjudicate;
        let mut fixture = Fixture::new(competition.clone(), catalog().with_game(two_types()));
        let tally = fixture.run(1);
        assert_eq!([0, 1].map(|engine| tally.failures(engine).total), [0, 0], "{:?}", fixture.games());
        assert_eq!((fixture.games().len(), tally.adjudicated()), (8, if adjudicate { 8 } else { 0 }));
    }
}

#[test]
fn the_last_move_in_time_counts_if_the_policy_says_so() {
    let limit = Limit::PerMove(std::time::Duration::from_millis(5));
    let mut competition = competition(&["bad:late", "bad:late"], 2, limit);
    competition.overrun = parlor_arena::Overrun::Last;
    competition.margin = 0.0;
    competition.openings.plies = Some(0);
    let mut fixture = Fixture::new(competition, catalog_with_bad_engines());
    let tally = fixture.run(1);
    assert_eq!(tally.failures(0).total, 0);
    // The first legal move is always column 1, until it is full.
    let first = fixture.games().remove(0);
    assert_eq!(first.moves.matches("StoredMove(\"1\"").count(), 6);
}

#[test]
fn several_limits_are_ranked_apart_and_together() {
    let mut competition = competition(&["alphabeta:table-mib=1", "mcts:table-mib=1"], 4, Limit::Nodes(50));
    competition.limits.push(Limit::Nodes(500));
    let mut fixture = Fixture::new(competition, catalog());
    let tally = fixture.run(2);
    let games = |limit| Standings::new(&fixture.stored.competition, &tally, limit).rows[0].games;
    assert_eq!((games(Some(0)), games(Some(1)), games(None)), (4, 4, 8));
}

#[test]
fn invalid_competitions_are_rejected_in_one_sentence() {
    let reject = |competition: Competition| competition.complete(&catalog()).unwrap_err().to_string();
    let limit = Limit::Depth(1);
    assert_eq!(reject(competition(&["random"], 2, limit)), "1 engines were given; a competition has 2 to 500");
    assert!(reject(competition(&["random", "stockfish"], 2, limit)).starts_with("unknown engine \"stockfish\""));
    assert_eq!(
        reject(competition(&["random", "random"], 0, limit)),
        "games 0 is not a whole number from 1 to 10000000"
    );
    let pacman = Competition::new("pacman", &["best", "best"]);
    assert_eq!(reject(pacman), "pacman is for one player, so engines cannot compete in it");
    let sprt = Some(Sprt::new(0.0, 5.0, EloModel::Normalized));
    let field = Competition { sprt, ..competition(&["random"; 3], 2, limit) };
    assert_eq!(reject(field), "an SPRT compares 2 engines, but 3 were given");
}

#[test]
fn a_file_describes_a_competition() {
    let text = r#"
        game = "reversi"
        options = { size = 6 }
        engines = ["random", { name = "mine", engine = "greedy" }, "random"]
        format = "swiss"
        rounds = 3
        games = 5
        limits = ["nodes=100", "clock=60+0.5"]
        seed = 3
        [openings]
        plies = 4
    "#;
    let competition = Competition::from_toml(text).unwrap().complete(&catalog()).unwrap();
    let names: Vec<&str> = competition.engines.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["random", "mine", "random #2"]);
    assert_eq!((competition.games, competition.rounds, competition.format), (6, Some(3), Some(Format::Swiss)));
    assert_eq!(competition.setup().options["size"], "6");
    let error = Competition::from_toml("game = \"reversi\"\nengine = []").unwrap_err().to_string();
    assert!(error.contains("unknown field `engine`"), "{error}");
}
