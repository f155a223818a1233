//! Pac-Man's boards and rules: the three input formats, and the fast rules against the independent checker, which
//! shares no code with them.

use parlor_core::{Problem, SplitMix64};
use parlor_engines::planning::{PlanLimits, breadth_first};
use parlor_games::pacman::{Board, Pacman, ReplayBoard, ReplayOutcome, StateStatus, Step, read_boards, replay};

fn board_error(text: &str) -> String {
    text.parse::<Board>().expect_err("must be rejected").to_string()
}

#[test]
fn the_three_formats_are_equivalent() {
    let tuple = "((51, 99, 10), (11, 99, 11), (11, 11, 66))";
    let board: Board = tuple.parse().unwrap();
    for form in [
        "[[51, 99, 10],\n [11, 99, 11], [11, 11, 66]]",
        "[(51, 99, 10,), (11, 99, 11), (11, 11, 66),\n]",
        "51 99 10\n11\t99 11\n\n11 11 66\n",
        "# a comment\n51 99 10 / 11 99 11 / 11 11 66",
        "{\"name\": \"x (1,)\", \"board\": [[51, 99, 10], [11, 99, 11], [11, 11, 66]]}",
    ] {
        assert_eq!(form.parse::<Board>().as_ref(), Ok(&board), "{form}");
    }
    assert_eq!(board.to_string(), "51 99 10/11 99 11/11 11 66");
    assert_eq!(board.to_string().parse::<Board>(), Ok(board));
    assert_eq!("((66,),)".parse::<Board>().unwrap().to_string(), "66");
}

#[test]
fn errors_name_the_cell_and_the_allowed_codes() {
    let codes = "allowed are 10, 11, 20, 21, 30, 31, 40, 41, 50, 51, 66, 71, 77 and 99";
    for (text, expected) in [
        ("66 12", format!("row 1, column 2: \"12\" is not a code; {codes}")),
        ("66 11\n88 11", format!("row 2, column 1: \"88\" is not a code; {codes}")),
        ("((66, 88),)", format!("row 1, column 2: \"88\" is not a code; {codes}")),
        ("((66, -5),)", format!("row 1, column 2: \"-5\" is not a code; {codes}")),
        ("[[66, 11.5]]", format!("row 1, column 2: \"11.5\" is not a code; {codes}")),
        ("[[66, [11]]]", format!("row 1, column 2: \"[11]\" is not a code; {codes}")),
        ("66 11\n11", "row 2 has 1 code, but row 1 has 2".to_owned()),
        ("10 11", "no cell holds Pac-Man (66)".to_owned()),
        ("66 11\n10 66", "row 2, column 2: a second Pac-Man; the first is in row 1, column 1".to_owned()),
        ("66 50\n51 10", "row 2, column 1: a second red ghost; the first is in row 1, column 2".to_owned()),
        ("(66, 11)", "row 1 is not a list of codes".to_owned()),
        ("", "the board has no rows".to_owned()),
        ("((66,), ())", "row 2 is empty".to_owned()),
        ("{\"bored\": 3}", "a board is a list of rows, or a record with such a list as \"board\"".to_owned()),
        ("((66, 11)", "no board: EOF while parsing a list at line 1 column 9".to_owned()),
        ("[[66]] 3", "no board: trailing characters at line 1 column 8".to_owned()),
    ] {
        assert_eq!(board_error(text), expected, "{text}");
    }
    assert_eq!(read_boards("[]"), Ok(Vec::new()));
    let error = read_boards("[{\"name\": \"small\", \"board\": [[66, 1]]}]").unwrap_err().to_string();
    assert!(error.starts_with("small: row 1, column 2: \"1\" is not a code"), "{error}");
    assert!(read_boards("{}").is_err() && read_boards("66 11").is_err());
}

#[test]
fn rejects_boards_larger_than_64x64() {
    let side = |rows: usize, columns: usize| {
        let mut text = vec![vec!["11"; columns].join(" "); rows].join("\n");
        text.replace_range(0..2, "66");
        text.parse::<Board>()
    };
    assert!(side(64, 64).is_ok());
    assert!(side(65, 3).is_err() && side(3, 65).is_err() && side(3000, 3000).is_err());
    assert!("(".repeat(100_000).parse::<Board>().is_err());
}

#[test]
fn replay_reports_the_outcome_of_a_plan() {
    let outcome = |board: &str, plan: &str| {
        let board: Board = board.parse().unwrap();
        replay(&board.codes(), plan).map_or_else(|error| error.to_string(), |outcome| outcome.to_string())
    };
    assert_eq!(outcome("66 11 10", "R"), "success after 1");
    assert_eq!(outcome("66 11 10", "RRRR"), "success after 1");
    assert_eq!(outcome("66 10 10", "LLL"), "success after 0");
    assert_eq!(outcome("66 11 11", "R"), "failure after 1: 1 pellet is left");
    assert_eq!(outcome("66 11 11", ""), "failure after 0: 2 pellets are left");
    assert_eq!(outcome("66 77 11", "R"), "failure after 1: Pac-Man went onto poison");
    assert_eq!(outcome("66 50 11", "R"), "failure after 1: Pac-Man ran into the red ghost");
    // Eating the last pellet is a failure if a ghost catches Pac-Man on the same turn.
    assert_eq!(outcome("66 11 40", "R"), "failure after 1: the green ghost caught Pac-Man");
    // The ghost clears the poison, then the pellet under it can be eaten.
    assert_eq!(outcome("66 10 71 30", "LR"), "failure after 2: 1 pellet is left");
    assert_eq!(outcome("66 10 71 30", "LRR"), "success after 3");
    assert_eq!(outcome("66 11 11", "RX"), "step 2 of the plan is 'X'; a step is R, D, L or U");
    assert_eq!(outcome("66 11 11", "RRX"), "success after 2");
}

/// Small, crowded random board, with or without walls.
fn random_codes(rng: &mut SplitMix64) -> Vec<Vec<u8>> {
    let (rows, columns) = (1 + rng.below(7), 1 + rng.below(7));
    let floors: &[&[u8]] =
        &[&[10, 11], &[10, 11, 99], &[11, 71, 77, 10], &[10, 10, 10, 11, 99, 71, 77], &[71, 11], &[10, 10, 10, 10, 77]];
    let floor = floors[rng.below(floors.len())];
    let mut codes: Vec<Vec<u8>> =
        (0..rows).map(|_| (0..columns).map(|_| floor[rng.below(floor.len())]).collect()).collect();
    for ghost in [20, 30, 40, 50] {
        if rng.below(3) > 0 {
            codes[rng.below(rows)][rng.below(columns)] = ghost + u8::try_from(rng.below(2)).unwrap();
        }
    }
    codes[rng.below(rows)][rng.below(columns)] = 66;
    codes
}

fn problem(codes: &[Vec<u8>]) -> Pacman<1> {
    Pacman::new(&format!("{codes:?}").parse().unwrap()).unwrap()
}

#[test]
fn fast_rules_agree_with_the_checker_at_every_step() {
    let mut rng = SplitMix64::new(0x5eed);
    let (mut steps, mut failures, mut vanished, mut dead_ends) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let codes = random_codes(&mut rng);
        let problem = problem(&codes);
        let mut state = problem.start();
        let mut board = ReplayBoard::new(&codes);
        for _ in 0..24 {
            let step = Step::ALL[rng.below(4)];
            let next = problem.result(&state, step);
            steps += 1;
            let played = board.play(step.letter());
            assert_eq!(next.status == StateStatus::Failed, played.is_err(), "{codes:?} {played:?}");
            assert_eq!(problem.board_at(&next).codes(), board.codes, "{codes:?}");
            assert_eq!(problem.is_goal(&next), played.is_ok() && board.pellets() == 0);
            assert_eq!(next.pellets.len() as usize, board.pellets());
            vanished += state.chase.ghosts_left() - next.chase.ghosts_left();
            dead_ends += usize::from(next.status == StateStatus::DeadEnd);
            if played.is_err() {
                failures += 1;
                assert_eq!(problem.actions(&next).count(), 0);
                break;
            }
            state = next;
        }
    }
    assert!(steps > 50_000 && failures > 5_000 && vanished > 2_500 && dead_ends > 500);
}

/// Length of a shortest plan by breadth-first search over matrices of codes, with the rules of the checker.
fn shortest_by_checker(codes: &[Vec<u8>]) -> Option<usize> {
    let mut seen = std::collections::HashSet::from([codes.to_vec()]);
    let mut layer = vec![ReplayBoard::new(codes)];
    let mut depth = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for board in layer {
            if board.pellets() == 0 {
                return Some(depth);
            }
            for letter in ['R', 'D', 'L', 'U'] {
                let mut after = board.clone();
                if after.play(letter).is_ok() && seen.insert(after.codes.clone()) {
                    next.push(after);
                }
            }
        }
        layer = next;
        depth += 1;
    }
    None
}

#[test]
fn breadth_first_plans_pass_the_checker_and_are_shortest() {
    let mut rng = SplitMix64::new(77);
    let limits = PlanLimits::new(&parlor_core::Limits::none(), 1 << 30);
    let mut solved = 0;
    for _ in 0..1_000 {
        let codes = random_codes(&mut rng);
        if ReplayBoard::new(&codes).pellets() > 4 {
            continue;
        }
        let problem = problem(&codes);
        let expected = shortest_by_checker(&codes);
        let found = breadth_first(&problem, &problem.start(), &limits, &mut |_| ());
        assert!(found.is_proved(), "no limit was given");
        assert_eq!(found.plan.as_ref().map(Vec::len), expected, "{codes:?}");
        if let Some(plan) = found.plan {
            let letters: String = plan.iter().map(|step| step.letter()).collect();
            assert_eq!(replay(&codes, &letters), Ok(ReplayOutcome::Success { steps: plan.len() }));
            solved += 1;
        }
    }
    assert!(solved > 60, "{solved}");
}

#[test]
fn keys_depend_only_on_the_state() {
    let problem = Pacman::<1>::new(&"10 11 10/11 66 11/10 11 10".parse().unwrap()).unwrap();
    let go = |letters: &str| {
        let steps = letters.chars().map(|letter| letter.to_string().parse::<Step>().unwrap());
        steps.fold(problem.start(), |state, step| problem.result(&state, step))
    };
    assert_eq!(go("RLUD"), go("UDRL"));
    assert_eq!(go("RLUD").key(), go("UDRL").key());
    assert_ne!(go("RL").key(), go("UD").key());
    // The same position as a new problem.
    let reread = Pacman::<1>::new(&problem.board_at(&go("RLUD"))).unwrap();
    assert_eq!(reread.start().key(), go("RLUD").key());
}
