//! Engine `perfect` of Knights against published values and against plain negamax on small boards.

use std::collections::HashMap;

use parlor_core::{Engine, Game, Limits, Outcome, Player, SplitMix64, Value};
use parlor_games::knights::{Knights, KnightsProver, Path, PerfectKnights, Rules, TerritoryEvaluator, Trail};

const ALL_RULES: [(Path, Trail); 7] = [
    (Path::TwoOne, Trail::Origin),
    (Path::OneTwo, Trail::Origin),
    (Path::Either, Trail::Origin),
    (Path::Leap, Trail::Origin),
    (Path::TwoOne, Trail::Path),
    (Path::OneTwo, Trail::Path),
    (Path::Either, Trail::Path),
];

fn start(size: u32, path: Path, trail: Trail) -> Knights {
    Knights::new(Rules::new(size, path, trail).unwrap())
}

fn engine() -> PerfectKnights {
    PerfectKnights::new(KnightsProver::default(), TerritoryEvaluator)
}

/// The engine's move and value without a limit.
fn solve(engine: &mut PerfectKnights, position: &Knights) -> (<Knights as Game>::Move, Value) {
    let mut last = None;
    engine.search(position, &Limits::none(), &mut |info| last = Some((info.best, info.value))).unwrap();
    last.unwrap()
}

fn wins(value: Value) -> bool {
    assert!(value.is_decided(), "{value:?}");
    value.at_least.is_win()
}

/// Deterministic random number generator.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = SplitMix64::new(seed);
    move |bound| random.below(bound)
}

/// The position after some random plies.
fn after_random_plies(from: &Knights, plies: usize, random_below: &mut impl FnMut(usize) -> usize) -> Knights {
    let mut position = *from;
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[random_below(moves.len())]).unwrap();
    }
    position
}

/// Plain negamax with memoization, without which 5x5 would take too long.
fn negamax(position: &Knights, solved: &mut HashMap<Knights, bool>) -> bool {
    if let Some(wins) = solved.get(position) {
        return *wins;
    }
    let moves: Vec<_> = position.legal_moves().collect();
    let wins = moves.into_iter().any(|m| !negamax(&position.after(m), solved));
    solved.insert(*position, wins);
    wins
}

#[test]
fn start_positions_have_the_published_values() {
    for (path, trail) in ALL_RULES {
        let (_, value) = solve(&mut engine(), &start(8, path, trail));
        assert_eq!(wins(value), (path, trail) == (Path::Either, Trail::Origin), "{path:?} {trail:?}");
    }
    for (size, first_wins) in [(3, false), (4, false), (5, true), (6, false), (7, true)] {
        let (_, value) = solve(&mut engine(), &start(size, Path::Leap, Trail::Origin));
        assert_eq!(wins(value), first_wins, "leap {size}");
    }
}

#[test]
fn agrees_with_negamax_on_small_boards() {
    let mut random_below = random(3);
    for (path, trail) in ALL_RULES {
        let mut engine = engine();
        for (size, least_plies) in [(3, 0), (4, 0), (5, if path == Path::Leap { 4 } else { 0 })] {
            let mut solved = HashMap::new();
            for game in 0..30 {
                let position = after_random_plies(&start(size, path, trail), least_plies + game % 6, &mut random_below);
                if position.outcome().is_some() {
                    continue;
                }
                let (best, value) = solve(&mut engine, &position);
                let expected = negamax(&position, &mut solved);
                assert_eq!(wins(value), expected, "{path:?} {trail:?} {position}");
                assert_eq!(
                    !negamax(&position.after(best), &mut solved),
                    expected,
                    "{best} does not keep the value of {position}"
                );
                engine.analyze(&position, &Limits::none(), &mut |m, value| {
                    assert!(
                        !value.is_decided() || wins(value) != negamax(&position.after(m), &mut solved),
                        "{m} {position}"
                    );
                });
            }
        }
    }
}

/// A random position with a given number of free cells: half of them in the upper rows and half in the lower, so that
/// the knights are often separated.
fn sparse_position(
    size: u32,
    path: Path,
    trail: Trail,
    free: usize,
    random_below: &mut impl FnMut(usize) -> usize,
) -> Knights {
    let cells = (size * size) as usize;
    let mut letters = vec!['*'; cells];
    let mut put = |letter: char, from: usize, to: usize| loop {
        let cell = from + random_below(to - from);
        if letters[cell] == '*' {
            letters[cell] = letter;
            return;
        }
    };
    put('X', 0, cells / 2);
    put('O', cells / 2, cells);
    for _ in 0..free / 2 {
        put('-', 0, cells * 2 / 5);
        put('-', cells * 3 / 5, cells);
    }
    let rows: Vec<String> = letters.chunks(size as usize).map(|row| row.iter().collect()).collect();
    start(size, path, trail).parse_position(&format!("{} X", rows.join("/"))).unwrap()
}

/// Tests separation and the parity bound against a search without them.
#[test]
fn agrees_with_negamax_on_sparse_positions() {
    let mut random_below = random(5);
    for (path, trail) in ALL_RULES {
        let mut engine = engine();
        let (mut won, mut lost) = (0, 0);
        for game in 0..150 {
            let (size, most_free) = if game % 2 == 0 { (6, 20) } else { (5, 15) };
            let position = sparse_position(size, path, trail, most_free - game % 5, &mut random_below);
            if position.outcome().is_some() {
                continue;
            }
            let (_, value) = solve(&mut engine, &position);
            assert_eq!(wins(value), negamax(&position, &mut HashMap::new()), "{path:?} {trail:?} {position}");
            *(if wins(value) { &mut won } else { &mut lost }) += 1;
        }
        assert!(won >= 10 && lost >= 10, "{path:?} {trail:?}: only {won} won and {lost} lost");
    }
}

#[test]
fn wins_every_won_game() {
    for (path, trail) in ALL_RULES {
        let winner = if (path, trail) == (Path::Either, Trail::Origin) { Player::First } else { Player::Second };
        let mut engine = engine();
        for seed in 1..4 {
            let mut random_below = random(seed);
            let mut position = start(8, path, trail);
            while position.outcome().is_none() {
                position = if position.turn() == winner {
                    let (best, value) = solve(&mut engine, &position);
                    assert!(wins(value), "{position}");
                    position.after(best)
                } else {
                    after_random_plies(&position, 1, &mut random_below)
                };
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{path:?} {trail:?} seed {seed}");
        }
    }
}

/// With leaps, X loses by symmetry until the opponent answers with another move than the image. Then a win is proved near
/// the end.
#[test]
fn takes_the_win_when_the_opponent_leaves_the_symmetry_strategy() {
    let mut won_games = 0;
    for seed in 1..8 {
        let mut random_below = random(seed);
        let mut engine = engine();
        let mut position = start(6, Path::Leap, Trail::Origin);
        let mut has_been_winning = false;
        while position.outcome().is_none() {
            position = if position.turn() == Player::First {
                let (best, value) = solve(&mut engine, &position);
                assert!(!has_been_winning || wins(value), "a win was given away before {position}");
                has_been_winning = wins(value);
                position.after(best)
            } else {
                after_random_plies(&position, 1, &mut random_below)
            };
        }
        if has_been_winning {
            won_games += 1;
            assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
        }
    }
    assert!(won_games > 0, "a random opponent leaves the strategy in some game");
}

#[test]
fn claims_no_proof_when_the_limits_are_reached() {
    // The last reply is not the image: far too much to search within the limit.
    let mut position = start(8, Path::Leap, Trail::Origin);
    for text in ["3 2", "7 6", "5 3", "5 5"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let mut last = None;
    engine().search(&position, &Limits::nodes(2_000), &mut |info| last = Some(info)).unwrap();
    let last = last.unwrap();
    assert!(position.is_legal(last.best));
    assert!(!last.value.is_decided() && last.nodes <= 2_000, "{last:?}");
}
