//! The Pac-Man `Problem`: the chase together with the pellets that are left.

use std::hash::{Hash, Hasher};

use parlor_core::Problem;

use super::board::Board;
use super::chase::{Chase, ChaseRules};
use super::maze::{Cell, Step};
use super::pellets::Pellets;
use super::tile::{Ghost, Tile};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    Alive,
    /// On poison or with a ghost.
    Failed,
    /// Pac-Man lives, but a pellet lies behind more poison than there are ghosts left to clear it.
    Hopeless,
}

/// If Pac-Man failed, the chase is where it was at that moment, and what lay under him is gone with him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    pub chase: Chase,
    pub pellets: Pellets<W>,
    pub fate: Fate,
    key: u64,
}

impl<const W: usize> State<W> {
    /// Well mixed in all 64 bits, kept up to date step by step (Zobrist hashing).
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}

/// One board as a problem. `W` words of 64 hold its pellets: see `words_for`.
#[derive(Clone, Debug)]
pub struct Pacman<const W: usize> {
    board: Board,
    pub rules: ChaseRules,
    /// By cell; `NO_PELLET` where none lies at the start.
    pellet_on: Vec<u16>,
    /// By pellet.
    cells: Vec<Cell>,
    start: State<W>,
    keys: Vec<CellKeys>,
}

const NO_PELLET: u16 = u16::MAX;

/// Zobrist keys of everything that can change on one cell.
#[derive(Clone, Debug)]
struct CellKeys {
    pacman: u64,
    ghosts: [u64; 4],
    cleared: u64,
    pellet: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPellets;

/// The number of words a problem on this board needs at least.
pub fn words_for(board: &Board) -> usize {
    board.pellets().div_ceil(64)
}

impl<const W: usize> Pacman<W> {
    pub fn new(board: &Board) -> Result<Pacman<W>, TooManyPellets> {
        if words_for(board) > W {
            return Err(TooManyPellets);
        }
        let mut pellet_on = vec![NO_PELLET; board.tiles().len()];
        let mut cells = Vec::new();
        let mut pellets = Pellets::NONE;
        for (index, tile) in board.tiles().iter().enumerate() {
            if tile.has_pellet() {
                pellet_on[index] = cells.len() as u16;
                pellets.insert(cells.len());
                cells.push(Cell(index as u16));
            }
        }
        let rules = ChaseRules::new(board);
        let mut seed = 0;
        let mut draw = || split_mix(&mut seed);
        let keys = (0..board.tiles().len()).map(|_| CellKeys {
            pacman: draw(),
            ghosts: [draw(), draw(), draw(), draw()],
            cleared: draw(),
            pellet: draw(),
        });
        let start = State { chase: rules.start(), pellets, fate: Fate::Alive, key: 0 };
        let mut problem = Pacman { board: board.clone(), pellet_on, cells, start, keys: keys.collect(), rules };
        problem.start.key = problem.key_of(&start.chase, &pellets);
        problem.start.fate = problem.fate_of(&start.chase, &pellets);
        if board.tiles().contains(&Tile::Eaten) {
            problem.start.fate = Fate::Failed;
            problem.start.key = !problem.start.key;
        }
        Ok(problem)
    }

    /// The board as it looks in this state.
    pub fn board_at(&self, state: &State<W>) -> Board {
        let tile = |(index, tile): (usize, &Tile)| {
            let cell = Cell(index as u16);
            let pellet = self.pellet_on(cell).is_some_and(|pellet| state.pellets.contains(pellet));
            if *tile == Tile::Wall {
                Tile::Wall
            } else if state.chase.pacman == cell {
                if state.fate == Fate::Failed { Tile::Eaten } else { Tile::PacMan }
            } else if let Some(index) = state.chase.ghosts.iter().position(|&ghost| ghost == cell) {
                Tile::Ghost { ghost: Ghost::ALL[index], pellet }
            } else if self.rules.is_poison(&state.chase, cell) {
                Tile::Poison { pellet }
            } else if pellet {
                Tile::Pellet
            } else {
                Tile::Empty
            }
        };
        self.board.with_tiles(self.board.tiles().iter().enumerate().map(tile).collect())
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn pellet_on(&self, cell: Cell) -> Option<usize> {
        let pellet = self.pellet_on[cell.index()];
        (pellet != NO_PELLET).then_some(usize::from(pellet))
    }

    /// Where each pellet lies.
    pub fn pellet_cells(&self) -> &[Cell] {
        &self.cells
    }

    fn key_of(&self, chase: &Chase, pellets: &Pellets<W>) -> u64 {
        let mut key = self.keys[chase.pacman.index()].pacman;
        for (ghost, cell) in chase.ghosts.iter().enumerate() {
            key ^= self.keys.get(cell.index()).map_or(0, |keys| keys.ghosts[ghost]);
        }
        for cell in chase.cleared {
            key ^= self.keys.get(cell.index()).map_or(0, |keys| keys.cleared);
        }
        pellets.iter().fold(key, |key, pellet| key ^ self.keys[self.cells[pellet].index()].pellet)
    }

    /// Asked at the start and whenever a ghost is gone: nothing else turns hope into despair.
    fn fate_of(&self, chase: &Chase, pellets: &Pellets<W>) -> Fate {
        let crossed = self.rules.poisons_in_the_way(chase);
        let ghosts = chase.ghosts_left();
        let is_lost = |pellet: usize| usize::from(crossed[self.cells[pellet].index()]) > ghosts;
        // Each pellet under poison takes a ghost of its own.
        let under_poison = |pellet: &usize| self.rules.is_poison(chase, self.cells[*pellet]);
        let is_hopeless = pellets.iter().any(is_lost) || pellets.iter().filter(under_poison).count() > ghosts;
        if is_hopeless { Fate::Hopeless } else { Fate::Alive }
    }
}

/// Steele, Lea and Flood's `SplitMix64`: the next number of a pseudorandom sequence.
pub(super) fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl<const W: usize> Problem for Pacman<W> {
    type State = State<W>;
    type Action = Step;

    fn start(&self) -> State<W> {
        self.start
    }

    /// All four, until it is over.
    fn actions(&self, state: &State<W>) -> impl Iterator<Item = Step> {
        let is_over = state.fate == Fate::Failed || state.pellets.is_empty();
        let count = if is_over { 0 } else { 4 };
        Step::ALL.into_iter().take(count)
    }

    fn result(&self, state: &State<W>, step: Step) -> State<W> {
        let mut next = *state;
        if state.fate == Fate::Failed {
            return next;
        }
        let (chase, has_failed) = match self.rules.after(&state.chase, step) {
            Ok(chase) => (chase, false),
            Err(chase) => (chase, true),
        };
        let mut key = state.key;
        key ^= self.keys[state.chase.pacman.index()].pacman ^ self.keys[chase.pacman.index()].pacman;
        for (ghost, (from, to)) in state.chase.ghosts.iter().zip(&chase.ghosts).enumerate() {
            if from != to {
                key ^= self.keys[from.index()].ghosts[ghost];
                key ^= self.keys.get(to.index()).map_or(0, |keys| keys.ghosts[ghost]);
            }
        }
        next.chase = chase;
        let pellet = self.pellet_on[chase.pacman.index()];
        if pellet != NO_PELLET && next.pellets.contains(usize::from(pellet)) {
            next.pellets.remove(usize::from(pellet));
            key ^= self.keys[chase.pacman.index()].pellet;
        }
        if chase.cleared != state.chase.cleared {
            for cell in chase.cleared.iter().filter(|cell| !state.chase.cleared.contains(cell)) {
                key ^= self.keys[cell.index()].cleared;
            }
            if !has_failed {
                next.fate = self.fate_of(&chase, &next.pellets);
            }
        }
        next.key = key;
        if has_failed {
            next.fate = Fate::Failed;
            next.key = !key;
        }
        next
    }

    fn is_goal(&self, state: &State<W>) -> bool {
        state.pellets.is_empty() && state.fate != Fate::Failed
    }

    fn is_dead(&self, state: &State<W>) -> bool {
        state.fate != Fate::Alive
    }
}
