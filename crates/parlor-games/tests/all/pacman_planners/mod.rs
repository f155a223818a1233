//! Planners: agreement with breadth-first search, limits, and the example boards.

mod heuristics;
mod large_boards;

use std::path::Path;
use std::time::Duration;

use parlor_core::{AnyEngineEntry, EngineSpec, Limits, Problem, Setup, SplitMix64};
use parlor_engines::planning::{PlanLimits, PlanReport, breadth_first};
use parlor_games::pacman::{
    Algorithm, Board, NoPlanReason, Pacman, ReplayOutcome, Solver, State, Step, read_boards, replay,
};
use parlor_games::{catalog, with_pellet_words};

use crate::sets::read_set;

const GIB: usize = 1 << 30;

fn seconds(seconds: u64) -> Limits {
    Limits::time(Duration::from_secs(seconds))
}

fn solve(board: &Board, algorithm: Algorithm, limits: &Limits) -> PlanReport<Step> {
    solve_with(Solver { algorithm, memory: GIB }, board, limits)
}

fn solve_with(solver: Solver, board: &Board, limits: &Limits) -> PlanReport<Step> {
    with_pellet_words!(board, W => solver.solve(&Pacman::<W>::new(board).unwrap(), limits, &mut |_| ()))
}

fn optimal_length(found: &PlanReport<Step>) -> Option<usize> {
    found.plan.as_ref().filter(|_| found.is_optimal()).map(Vec::len)
}

fn is_unproved(found: &PlanReport<Step>) -> bool {
    found.plan.is_none() && !found.is_unsolvable()
}

/// A number below 2^13; small ones are as likely as large ones.
fn magnitude(rng: &mut SplitMix64) -> u64 {
    let bits = rng.below(14);
    rng.below(1 << bits) as u64
}

/// Random maze with few pellets, so that breadth-first search ends soon.
fn random_board(rng: &mut SplitMix64) -> Board {
    let (rows, columns) = (3 + rng.below(4), 3 + rng.below(5));
    let mut codes = vec![vec![10_u8; columns]; rows];
    let sides = if rng.below(2) == 0 { 8 } else { 10 };
    for code in codes.iter_mut().flatten() {
        *code = [99, 99, 10, 10, 10, 10, 11, 11, 77, 71][rng.below(sides)];
    }
    for code in [50, 21, 31, 40].into_iter().take(1 + rows * columns % 4).chain([66]) {
        codes[rng.below(rows)][rng.below(columns)] = code;
    }
    format!("{codes:?}").parse().expect("random boards are well formed")
}

#[test]
fn every_algorithm_agrees_with_breadth_first() {
    let mut rng = SplitMix64::new(2024);
    let (mut solved, mut unsolvable) = (0, 0);
    for _ in 0..300 {
        let board = random_board(&mut rng);
        let problem = Pacman::<1>::new(&board).unwrap();
        let limits = PlanLimits::new(&Limits::nodes(300_000), GIB);
        let breadth = breadth_first(&problem, &problem.start(), &limits, &mut |_| ());
        if is_unproved(&breadth) {
            continue;
        }
        for algorithm in Algorithm::ALL {
            let found = solve(&board, algorithm, &seconds(60));
            assert!(found.is_proved(), "{algorithm} {found:?} {board}");
            match (found.plan, optimal_length(&breadth)) {
                (Some(steps), Some(shortest)) => {
                    assert_eq!(steps.len(), shortest, "{algorithm} {board}");
                    let letters: String = steps.iter().map(|step| step.letter()).collect();
                    let outcome = replay(&board.codes(), &letters);
                    assert_eq!(outcome, Ok(ReplayOutcome::Success { steps: shortest }), "{algorithm} {board}");
                    solved += 1;
                }
                (None, None) => unsolvable += 1,
                (other, _) => panic!("{algorithm}: {other:?}, but {breadth:?} {board}"),
            }
        }
    }
    assert!(solved > 150 && unsolvable > 150, "{solved} {unsolvable}");
}

/// A board of the catalog, or else of the folder `examples/pacman`.
fn example(name: &str) -> Board {
    let boards = catalog().game("pacman").unwrap().boards.clone();
    if let Some(board) = boards.iter().find(|board| board.name == name) {
        return board.position.parse().expect(name);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pacman");
    std::fs::read_to_string(folder.join(name).with_extension("txt")).expect(name).parse().expect(name)
}

#[test]
fn catalog_boards_have_their_proved_optimum() {
    let boards = catalog().game("pacman").unwrap().boards.clone();
    assert_eq!(boards.len(), 5);
    for board in boards {
        let solution = solve(&board.position.parse().unwrap(), Algorithm::Best, &seconds(60));
        assert_eq!(optimal_length(&solution), board.optimum.map(|steps| steps as usize), "{}", board.name);
    }
}

#[test]
fn example_boards_have_no_plan() {
    for name in ["poisoned", "cornered", "walled-in"] {
        for algorithm in Algorithm::ALL {
            assert!(solve(&example(name), algorithm, &seconds(60)).is_unsolvable(), "{name}");
        }
    }
}

/// One step per pellet is optimal on every open board.
#[test]
fn open_boards_without_ghosts_are_solved_optimally() {
    for (side, pacman) in [(12, 0), (30, 450), (64, 64 * 63)] {
        let codes: Vec<&str> = (0..side * side).map(|cell| if cell == pacman { "66" } else { "11" }).collect();
        let rows: Vec<String> = codes.chunks(side).map(|row| row.join(" ")).collect();
        let solution = solve(&rows.join("\n").parse().unwrap(), Algorithm::Best, &seconds(60));
        assert_eq!(optimal_length(&solution), Some(side * side - 1));
    }
}

/// The problem without steps that leave Pac-Man in place.
struct WithoutWaiting(Pacman<1>);

impl Problem for WithoutWaiting {
    type State = State<1>;
    type Action = Step;

    fn start(&self) -> State<1> {
        self.0.start()
    }

    fn actions(&self, state: &State<1>) -> impl Iterator<Item = Step> {
        let here = state.chase.pacman;
        self.0.actions(state).filter(move |&step| self.0.rules.maze.destination(here, step) != here)
    }

    fn result(&self, state: &State<1>, step: Step) -> State<1> {
        self.0.result(state, step)
    }

    fn is_goal(&self, state: &State<1>) -> bool {
        self.0.is_goal(state)
    }

    fn is_dead_end(&self, state: &State<1>) -> bool {
        self.0.is_dead_end(state)
    }
}

#[test]
fn example_boards_have_the_described_properties() {
    let limits = PlanLimits::new(&Limits::none(), GIB);
    let moving = WithoutWaiting(Pacman::new(&example("wait")).unwrap());
    assert!(breadth_first(&moving, &moving.start(), &limits, &mut |_| ()).is_unsolvable());
    let lure = Pacman::<1>::new(&example("lure")).unwrap();
    let plan = breadth_first(&lure, &lure.start(), &limits, &mut |_| ()).plan.expect("a plan");
    let last = plan.iter().fold(lure.start(), |state, &step| lure.result(&state, step));
    assert_eq!(last.chase.ghosts_left(), 0, "the ghost went into the poison");
    for name in ["poisoned", "walled-in"] {
        let problem = Pacman::<1>::new(&example(name)).unwrap();
        assert!(problem.is_dead_end(&problem.start()), "{name} is a dead end at the start");
    }
}

#[test]
fn limits_end_the_search_without_a_proof() {
    let board = example("four-ghosts");
    let problem = Pacman::<1>::new(&board).unwrap();
    let search = |limits: &Limits, memory| {
        breadth_first(&problem, &problem.start(), &PlanLimits::new(limits, memory), &mut |_| ())
    };
    let few = search(&Limits::nodes(1000), GIB);
    assert_eq!((is_unproved(&few), few.expanded), (true, 1000));
    assert!(is_unproved(&search(&Limits::none(), 1 << 20)));
    let stopped = Limits::none();
    stopped.stop.raise();
    for algorithm in Algorithm::ALL {
        assert!(is_unproved(&solve(&board, algorithm, &stopped)));
        assert!(is_unproved(&solve(&board, algorithm, &Limits::time(Duration::ZERO))));
        for memory in [0, 1 << 16, 4 << 20] {
            let limits = Limits::time(Duration::from_millis(500));
            let found = solve_with(Solver { algorithm, memory }, &board, &limits);
            assert!(!found.is_unsolvable(), "a wrong proof");
        }
    }
}

/// A hall full of pellets, with up to four ghosts in the corners.
fn full_board(side: usize, ghosts: usize) -> Board {
    let mut codes = vec![vec![11_u8; side]; side];
    codes[side / 2][side / 2] = 66;
    let corners = [(0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)];
    for ((row, column), code) in corners.into_iter().zip([51, 21, 31, 41]).take(ghosts) {
        codes[row][column] = code;
    }
    format!("{codes:?}").parse().expect("a well-formed board")
}

/// Time, nodes and memory end at any moment, also while the chase graph is explored; a stop comes from another thread.
#[test]
fn tiny_limits_and_random_stops_never_panic() {
    let mut rng = SplitMix64::new(13);
    for round in 0..60 {
        let board = match round % 5 {
            0 => full_board(64, 0),
            1 => full_board(8 + rng.below(8), rng.below(5)),
            _ => random_board(&mut rng),
        };
        let memory = [0, 1 << 12, 1 << 20, GIB][rng.below(4)];
        let microseconds = magnitude(&mut rng);
        let time = Duration::from_micros(microseconds);
        for algorithm in Algorithm::ALL {
            let nodes = Limits::nodes(magnitude(&mut rng));
            let stopped = Limits::none();
            let stop = stopped.stop.clone();
            let raising = std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.raise();
            });
            for limits in [Limits::time(time), nodes, stopped] {
                let found = solve_with(Solver { algorithm, memory }, &board, &limits);
                let has_plan = round % 5 == 0;
                assert!(!has_plan || !found.is_unsolvable(), "{algorithm} {microseconds} {memory} {board}");
            }
            raising.join().unwrap();
        }
    }
}

#[test]
fn unsolvable_boards_have_a_reason() {
    let reason = |name: &str| NoPlanReason::of(&example(name)).to_string();
    assert_eq!(reason("walled-in"), "the pellet in row 1, column 5 is walled off");
    assert_eq!(reason("poisoned"), "there is more poison around the pellets than the ghosts can clear");
    assert_eq!(reason("cornered"), "every route meets a ghost before the last pellet");
    let two = "66 99 11/10 99 11".parse().unwrap();
    assert_eq!(NoPlanReason::of(&two).to_string(), "2 pellets are walled off, one of them in row 1, column 3");
}

#[test]
fn a_node_limit_makes_the_result_deterministic() {
    let board = example("four-ghosts");
    for algorithm in Algorithm::ALL {
        let solve = || solve(&board, algorithm, &Limits::nodes(60_000));
        assert_eq!(solve(), solve(), "{algorithm}");
    }
}

/// Also where no algorithm ends with a proof.
#[test]
fn best_is_never_longer_than_other_algorithms() {
    let mut rng = SplitMix64::new(5);
    let mut unproved = 0;
    for _ in 0..12 {
        let mut codes = vec![vec![10_u8; 12]; 12];
        for code in codes.iter_mut().flatten() {
            *code = [99, 11, 11, 11, 10, 10][rng.below(6)];
        }
        (codes[0][0], codes[11][11], codes[5][5]) = (66, 40, 50);
        let board: Board = format!("{codes:?}").parse().expect("random boards are well formed");
        for nodes in [3_000, 30_000, 200_000] {
            let length = |algorithm| {
                let found = solve(&board, algorithm, &Limits::nodes(nodes));
                (found.plan.as_ref().map_or(usize::MAX, Vec::len), found.is_proved())
            };
            let (best, is_proved) = length(Algorithm::Best);
            unproved += usize::from(!is_proved && best < usize::MAX);
            for other in [Algorithm::Gbfs, Algorithm::Astar] {
                assert!(best <= length(other).0, "{other} with {nodes} states on {board}");
            }
        }
    }
    assert!(unproved > 5, "{unproved}");
}

#[test]
fn boards_without_pellets_have_an_empty_plan() {
    for algorithm in Algorithm::ALL {
        assert_eq!(optimal_length(&solve(&"66 10 50".parse().unwrap(), algorithm, &seconds(1))), Some(0));
    }
}

#[test]
fn planners_plan_from_the_current_position_of_a_game() {
    let mut game = catalog().start(Setup::new("pacman")).unwrap();
    for played in 0..21 {
        assert!(game.outcome().is_none(), "over after {played}");
        let mut lengths = Vec::new();
        let mut next = String::new();
        for AnyEngineEntry { info, .. } in game.engines() {
            let mut engine = game.engine(&EngineSpec::new(&info.name)).unwrap();
            let mut last = None;
            engine.search(&*game, &seconds(60), &mut |info| last = Some(info)).unwrap();
            let found = last.unwrap();
            assert!(found.value.is_exact(), "{}: {:?}", info.name, found.value);
            lengths.push(found.line.len());
            next = found.best;
        }
        assert_eq!(lengths, [21 - played; 4]);
        game.play(&next).unwrap();
    }
    assert_eq!(game.outcome(), Some(parlor_core::Outcome::Win(parlor_core::Player::First)));
}

#[test]
fn small_boards_of_others_have_known_lengths() {
    let text = read_set("pacman-boards.json");
    let records: serde_json::Value = serde_json::from_str(&text).unwrap();
    for ((name, board), record) in read_boards(&text).unwrap().iter().zip(records.as_array().unwrap()) {
        if board.rows() > 8 || board.columns() > 12 {
            continue;
        }
        let best = solve(board, Algorithm::Best, &seconds(60));
        if let Some(known) = record["shortest_known"].as_u64() {
            assert_eq!(optimal_length(&best).map(|length| length as u64), Some(known), "{name}");
        }
        if record["unsolvable"].as_bool() == Some(true) {
            assert!(best.is_unsolvable(), "{name}");
        }
        assert_eq!(optimal_length(&solve(board, Algorithm::Gbfs, &seconds(60))), optimal_length(&best), "{name}");
    }
}

/// Its 3.5 million chases are all explored. After as many states in a part of them the plan has 225 steps, and not 199.
#[test]
fn boards_of_medium_size_are_explored_completely() {
    let text = read_set("pacman-boards.json");
    let boards = read_boards(&text).unwrap();
    let (_, board) = boards.iter().find(|(name, _)| name == "course-18").expect("the board");
    let steps = solve(board, Algorithm::Best, &Limits::nodes(3_000_000)).plan.expect("a plan");
    assert!(steps.len() <= 210, "{} steps", steps.len());
}
