//! Generated boards: squares full of pellets with four ghosts, and walls without dead ends.

use parlor_core::SplitMix64;
use parlor_games::pacman::Board;

const WALL: u8 = 99;
const PELLET: u8 = 11;
const PAC_MAN: u8 = 66;
const GHOSTS: [u8; 4] = [51, 41, 31, 21];

/// Row and column.
type Place = (usize, usize);

/// Where Pac-Man and the ghosts start.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// Pac-Man in the middle of the bottom row, the ghosts side by side at the top left.
    Opposite,
    /// Pac-Man in the middle, a ghost in each corner.
    Corners,
}

impl Start {
    fn places(self, side: usize) -> (Place, [Place; 4]) {
        let (last, half) = (side - 1, side / 2);
        match self {
            Start::Opposite => ((last, half), [(0, 0), (0, 1), (0, 2), (0, 3)]),
            Start::Corners => ((half, half), [(0, 0), (0, last), (last, 0), (last, last)]),
        }
    }
}

/// Board with about this share of walls, in percent. The same seed gives the same board.
pub(crate) fn generate(side: usize, walls: usize, start: Start, seed: u64) -> Board {
    let mut rng = SplitMix64::new(seed);
    loop {
        let mut codes = vec![vec![PELLET; side]; side];
        for code in codes.iter_mut().flatten() {
            *code = if rng.below(100) < walls { WALL } else { PELLET };
        }
        open_dead_ends(&mut codes, &mut rng);
        let (pacman, ghosts) = start.places(side);
        codes[pacman.0][pacman.1] = PAC_MAN;
        for ((row, column), code) in ghosts.into_iter().zip(GHOSTS) {
            codes[row][column] = code;
        }
        close_unreachable_cells(&mut codes, pacman);
        if ghosts.iter().all(|&(row, column)| codes[row][column] != WALL) {
            return format!("{codes:?}").parse().expect("generated boards are well formed");
        }
    }
}

fn neighbors(side: usize, (row, column): Place) -> impl Iterator<Item = Place> {
    let around = [(row + 1, column), (row.wrapping_sub(1), column), (row, column + 1), (row, column.wrapping_sub(1))];
    around.into_iter().filter(move |&(row, column)| row < side && column < side)
}

/// Removes walls until every open cell has two open neighbors: Pac-Man cannot turn round in a dead end with ghosts behind.
fn open_dead_ends(codes: &mut [Vec<u8>], rng: &mut SplitMix64) {
    let side = codes.len();
    let mut has_dead_end = true;
    while has_dead_end {
        has_dead_end = false;
        for place in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            if codes[place.0][place.1] == WALL {
                continue;
            }
            let walls: Vec<Place> = neighbors(side, place).filter(|there| codes[there.0][there.1] == WALL).collect();
            if neighbors(side, place).count() - walls.len() < 2 {
                let (row, column) = walls[rng.below(walls.len())];
                codes[row][column] = PELLET;
                has_dead_end = true;
            }
        }
    }
}

fn close_unreachable_cells(codes: &mut [Vec<u8>], pacman: Place) {
    let side = codes.len();
    let mut is_reachable = vec![vec![false; side]; side];
    is_reachable[pacman.0][pacman.1] = true;
    let mut stack = vec![pacman];
    while let Some(place) = stack.pop() {
        for (row, column) in neighbors(side, place) {
            if codes[row][column] != WALL && !is_reachable[row][column] {
                is_reachable[row][column] = true;
                stack.push((row, column));
            }
        }
    }
    for (code, is_reachable) in codes.iter_mut().flatten().zip(is_reachable.into_iter().flatten()) {
        if !is_reachable {
            *code = WALL;
        }
    }
}
