//! The prover of Knights: published values, and a plain negamax on small boards.

use std::collections::HashMap;

use parlor_core::{Engine, Game, Limits, Options, Outcome, Player, Value};
use parlor_games::knights::{Knights, Path, PerfectKnights, Rules, Trail};

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
    PerfectKnights::new(&Options::default())
}

/// The move and its value, proved.
fn answer(engine: &mut PerfectKnights, position: &Knights) -> (<Knights as Game>::Move, Value) {
    let mut answer = None;
    engine.search(position, &Limits::none(), &mut |thought| answer = Some((thought.best, thought.value))).unwrap();
    answer.unwrap()
}

fn wins(value: Value) -> bool {
    assert!(value.is_decided(), "{value:?}");
    value.at_least.is_win()
}

/// Numbers that look random and are the same every time.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |sides| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % sides
    }
}

/// Some plies of random play.
fn wander(from: &Knights, plies: usize, roll: &mut impl FnMut(usize) -> usize) -> Knights {
    let mut position = *from;
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[roll(moves.len())]).unwrap();
    }
    position
}

/// Plain negamax. It remembers, or it would not end on 5x5.
fn negamax(position: &Knights, known: &mut HashMap<Knights, bool>) -> bool {
    if let Some(wins) = known.get(position) {
        return *wins;
    }
    let moves: Vec<_> = position.legal_moves().collect();
    let wins = moves.into_iter().any(|m| !negamax(&position.after(m), known));
    known.insert(*position, wins);
    wins
}

#[test]
fn the_start_is_worth_what_is_published() {
    for (path, trail) in ALL_RULES {
        let (_, value) = answer(&mut engine(), &start(8, path, trail));
        assert_eq!(wins(value), (path, trail) == (Path::Either, Trail::Origin), "{path:?} {trail:?}");
    }
    for (size, first_wins) in [(3, false), (4, false), (5, true), (6, false), (7, true)] {
        let (_, value) = answer(&mut engine(), &start(size, Path::Leap, Trail::Origin));
        assert_eq!(wins(value), first_wins, "leap {size}");
    }
}

#[test]
fn small_boards_equal_plain_negamax() {
    let mut roll = dice(3);
    for (path, trail) in ALL_RULES {
        let mut engine = engine();
        for (size, least_plies) in [(3, 0), (4, 0), (5, if path == Path::Leap { 4 } else { 0 })] {
            let mut known = HashMap::new();
            for game in 0..30 {
                let position = wander(&start(size, path, trail), least_plies + game % 6, &mut roll);
                if position.outcome().is_some() {
                    continue;
                }
                let (best, value) = answer(&mut engine, &position);
                let expected = negamax(&position, &mut known);
                assert_eq!(wins(value), expected, "{path:?} {trail:?} {position}");
                assert_eq!(!negamax(&position.after(best), &mut known), expected, "{best} does not hold {position}");
                engine.analyze(&position, &Limits::none(), &mut |m, value| {
                    assert!(
                        !value.is_decided() || wins(value) != negamax(&position.after(m), &mut known),
                        "{m} {position}"
                    );
                });
            }
        }
    }
}

/// A board with holes: both knights and so many free cells anywhere, all others closed. Half of them lie in the
/// upper rows and half in the lower, so that the knights are often apart.
fn with_holes(size: u32, path: Path, trail: Trail, free: usize, roll: &mut impl FnMut(usize) -> usize) -> Knights {
    let cells = (size * size) as usize;
    let mut letters = vec!['*'; cells];
    let mut put = |letter: char, from: usize, to: usize| loop {
        let cell = from + roll(to - from);
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
    start(size, path, trail).read(&format!("{} X", rows.join("/"))).unwrap()
}

/// The split and the parity bound against a search that knows neither.
#[test]
fn boards_with_holes_equal_plain_negamax() {
    let mut roll = dice(5);
    for (path, trail) in ALL_RULES {
        let mut engine = engine();
        let (mut won, mut lost) = (0, 0);
        for game in 0..150 {
            let (size, most_free) = if game % 2 == 0 { (6, 20) } else { (5, 15) };
            let position = with_holes(size, path, trail, most_free - game % 5, &mut roll);
            if position.outcome().is_some() {
                continue;
            }
            let (_, value) = answer(&mut engine, &position);
            assert_eq!(wins(value), negamax(&position, &mut HashMap::new()), "{path:?} {trail:?} {position}");
            *(if wins(value) { &mut won } else { &mut lost }) += 1;
        }
        assert!(won >= 10 && lost >= 10, "{path:?} {trail:?}: only {won} won and {lost} lost");
    }
}

#[test]
fn a_game_that_is_won_is_never_lost() {
    for (path, trail) in ALL_RULES {
        let winner = if (path, trail) == (Path::Either, Trail::Origin) { Player::First } else { Player::Second };
        let mut engine = engine();
        for seed in 1..4 {
            let mut roll = dice(seed);
            let mut position = start(8, path, trail);
            while position.outcome().is_none() {
                position = if position.turn() == winner {
                    let (best, value) = answer(&mut engine, &position);
                    assert!(wins(value), "{position}");
                    position.after(best)
                } else {
                    wander(&position, 1, &mut roll)
                };
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{path:?} {trail:?} seed {seed}");
        }
    }
}

/// On the large board with leaps there is no proof after a reply that is not the image; near the end there is.
#[test]
fn who_was_lost_by_rotation_takes_the_win_when_the_opponent_slips() {
    let mut turned = 0;
    for seed in 1..8 {
        let mut roll = dice(seed);
        let mut engine = engine();
        let mut position = start(6, Path::Leap, Trail::Origin);
        let mut has_been_winning = false;
        while position.outcome().is_none() {
            position = if position.turn() == Player::First {
                let (best, value) = answer(&mut engine, &position);
                assert!(!has_been_winning || wins(value), "a win was given away before {position}");
                has_been_winning = wins(value);
                position.after(best)
            } else {
                wander(&position, 1, &mut roll)
            };
        }
        if has_been_winning {
            turned += 1;
            assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
        }
    }
    assert!(turned > 0, "a random opponent slips sooner or later");
}

#[test]
fn what_cannot_be_proved_within_the_limits_is_not_claimed() {
    // After a reply that is not the image: far too much to search in a hundred nodes.
    let mut position = start(8, Path::Leap, Trail::Origin);
    for text in ["3 2", "7 6", "5 3", "5 5"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let mut last = None;
    engine().search(&position, &Limits::nodes(2_000), &mut |thought| last = Some(thought)).unwrap();
    let last = last.unwrap();
    assert!(position.is_legal(last.best));
    assert!(!last.value.is_decided() && last.nodes <= 2_000, "{last:?}");
}
