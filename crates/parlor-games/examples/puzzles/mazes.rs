//! Random mazes: corridors of a random spanning tree with a few loops, pellets, ghosts and poison.

use parlor_core::SplitMix64;

const WALL: u8 = 99;
const EMPTY: u8 = 10;
const PELLET: u8 = 11;
const PACMAN: u8 = 66;
const POISON: u8 = 77;
const GHOSTS: [u8; 4] = [50, 20, 30, 40];

/// A board in notation: rows of codes.
pub(crate) fn random_maze(random: &mut SplitMix64) -> String {
    let (rows, columns) = (2 + random.below(3), 3 + random.below(3));
    let (height, width) = (2 * rows - 1, 2 * columns - 1);
    let mut cells = vec![vec![WALL; width]; height];
    carve(&mut cells, random);
    for _ in 0..random.below(4) {
        // Opening a wall between two rooms makes a loop.
        let (row, column) = (random.below(height), random.below(width));
        if (row + column) % 2 == 1 {
            cells[row][column] = EMPTY;
        }
    }
    let mut things = vec![PACMAN];
    // Two ghosts as often as one or none.
    things.extend_from_slice(&GHOSTS[..random.below(4).min(2)]);
    things.extend(std::iter::repeat_n(PELLET, 2 + random.below(6)));
    things.extend(std::iter::repeat_n(POISON, random.below(2)));
    for thing in things {
        let free: Vec<(usize, usize)> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (row, column)))
            .filter(|(row, column)| cells[*row][*column] == EMPTY)
            .collect();
        if let Some((row, column)) = random.choose(&free) {
            cells[*row][*column] = thing;
        }
    }
    let row = |codes: &Vec<u8>| codes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    cells.iter().map(row).collect::<Vec<_>>().join("/")
}

/// Opens a spanning tree of the rooms, which lie at even rows and columns, by a randomized depth-first search.
fn carve(cells: &mut [Vec<u8>], random: &mut SplitMix64) {
    let (height, width) = (cells.len(), cells[0].len());
    let mut path = vec![(0, 0)];
    cells[0][0] = EMPTY;
    while let Some(&(row, column)) = path.last() {
        let mut next = Vec::new();
        if row >= 2 {
            next.push((row - 2, column));
        }
        if column >= 2 {
            next.push((row, column - 2));
        }
        next.extend(
            [(row + 2, column), (row, column + 2)].into_iter().filter(|(row, column)| *row < height && *column < width),
        );
        next.retain(|(row, column)| cells[*row][*column] == WALL);
        let Some(&(to_row, to_column)) = random.choose(&next) else {
            path.pop();
            continue;
        };
        cells[row.midpoint(to_row)][column.midpoint(to_column)] = EMPTY;
        cells[to_row][to_column] = EMPTY;
        path.push((to_row, to_column));
    }
}
