//! Pac-Man as a `Problem`: states combine the chase with the pellets that are left.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use parlor_core::{Problem, SplitMix64};

use super::board::Board;
use super::chase::{Chase, ChaseRules};
use super::maze::{Cell, Step};
use super::pellets::Pellets;
use super::tile::{Ghost, Tile};

/// Whether Pac-Man is alive, and can still succeed as far as a cheap test shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateStatus {
    Alive,
    /// Pac-Man is on poison, or on the cell of a ghost.
    Failed,
    /// Pac-Man is alive, but a pellet lies behind more poison than there are ghosts left to clear it.
    DeadEnd,
}

/// State of the problem. After a failure the chase is that of the moment of failure, and the pellet on his cell is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    pub chase: Chase,
    pub pellets: Pellets<W>,
    pub status: StateStatus,
    key: u64,
}

impl<const W: usize> State<W> {
    /// Zobrist hash, updated incrementally.
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}

/// Planning problem of one board. `W` words of 64 bits hold its pellets: see
/// [`with_pellet_words`](crate::with_pellet_words).
#[derive(Clone, Debug)]
pub struct Pacman<const W: usize> {
    board: Board,
    pub rules: ChaseRules,
    /// Pellet by cell; `NO_PELLET` where none lies at the start.
    pellet_on: Vec<u16>,
    /// Cell by pellet.
    cells: Vec<Cell>,
    start: State<W>,
    keys: Vec<CellKeys>,
}

const NO_PELLET: u16 = u16::MAX;

/// Zobrist keys of one cell.
#[derive(Clone, Debug)]
struct CellKeys {
    pacman: u64,
    ghosts: [u64; 4],
    cleared: u64,
    pellet: u64,
}

/// Error for a board with more pellets than `W` words hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board has too many pellets")]
pub struct TooManyPelletsError;

/// Minimum number of words for the pellets of this board.
pub fn words_needed(board: &Board) -> usize {
    board.pellets().div_ceil(64)
}

/// Evaluates an expression with a constant: the number of words for the pellets of a board, rounded up to few
/// sizes, as each is compiled separately.
#[macro_export]
macro_rules! with_pellet_words {
    ($board:expr, $words:ident => $body:expr) => {
        match $crate::pacman::words_needed($board) {
            0..=1 => $crate::with_pellet_words!(@ 1, $words => $body),
            2 => $crate::with_pellet_words!(@ 2, $words => $body),
            3..=4 => $crate::with_pellet_words!(@ 4, $words => $body),
            5..=8 => $crate::with_pellet_words!(@ 8, $words => $body),
            9..=16 => $crate::with_pellet_words!(@ 16, $words => $body),
            _ => $crate::with_pellet_words!(@ 64, $words => $body),
        }
    };
    (@ $count:literal, $words:ident => $body:expr) => {{
        const $words: usize = $count;
        $body
    }};
}

impl<const W: usize> Pacman<W> {
    pub fn new(board: &Board) -> Result<Pacman<W>, TooManyPelletsError> {
        if words_needed(board) > W { Err(TooManyPelletsError) } else { Ok(Pacman::of(board)) }
    }

    /// The problem that begins at a state of this one.
    pub fn starting_at(&self, state: &State<W>) -> Cow<'_, Pacman<W>> {
        if *state == self.start { Cow::Borrowed(self) } else { Cow::Owned(Pacman::of(&self.board_at(state))) }
    }

    /// Problem of a board whose pellets fit.
    fn of(board: &Board) -> Pacman<W> {
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
        let mut random = SplitMix64::new(0);
        let mut draw = || random.next_u64();
        let keys = (0..board.tiles().len()).map(|_| CellKeys {
            pacman: draw(),
            ghosts: [draw(), draw(), draw(), draw()],
            cleared: draw(),
            pellet: draw(),
        });
        let start = State { chase: rules.start(), pellets, status: StateStatus::Alive, key: 0 };
        let mut problem = Pacman { board: board.clone(), pellet_on, cells, start, keys: keys.collect(), rules };
        problem.start.key = problem.key_of(&start.chase, &pellets);
        problem.start.status = problem.status_of(&start.chase, &pellets);
        if board.tiles().contains(&Tile::Eaten) {
            problem.start.status = StateStatus::Failed;
            problem.start.key = !problem.start.key;
        }
        problem
    }

    /// Board of this state.
    pub fn board_at(&self, state: &State<W>) -> Board {
        let tile = |(index, tile): (usize, &Tile)| {
            let cell = Cell(index as u16);
            let pellet = self.pellet_on(cell).is_some_and(|pellet| state.pellets.contains(pellet));
            if *tile == Tile::Wall {
                Tile::Wall
            } else if state.chase.pacman == cell {
                if state.status == StateStatus::Failed { Tile::Eaten } else { Tile::PacMan }
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

    /// Cell of each pellet.
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

    /// Status of a living Pac-Man. Needed at the start and whenever a ghost is gone: nothing else makes a dead end.
    fn status_of(&self, chase: &Chase, pellets: &Pellets<W>) -> StateStatus {
        let crossed = self.rules.min_poisons_crossed(chase);
        let ghosts = chase.ghosts_left();
        let is_unreachable = |pellet: usize| usize::from(crossed[self.cells[pellet].index()]) > ghosts;
        // Each pellet under poison needs a ghost of its own.
        let is_under_poison = |pellet: &usize| self.rules.is_poison(chase, self.cells[*pellet]);
        let is_dead_end = pellets.iter().any(is_unreachable) || pellets.iter().filter(is_under_poison).count() > ghosts;
        if is_dead_end { StateStatus::DeadEnd } else { StateStatus::Alive }
    }
}

impl<const W: usize> Problem for Pacman<W> {
    type State = State<W>;
    type Action = Step;

    fn start(&self) -> State<W> {
        self.start
    }

    /// All four steps, until the game is over.
    fn actions(&self, state: &State<W>) -> impl Iterator<Item = Step> {
        let is_over = state.status == StateStatus::Failed || state.pellets.is_empty();
        let count = if is_over { 0 } else { 4 };
        Step::ALL.into_iter().take(count)
    }

    fn result(&self, state: &State<W>, step: Step) -> State<W> {
        let mut next = *state;
        if state.status == StateStatus::Failed {
            return next;
        }
        let (chase, has_failed) = match self.rules.successor(&state.chase, step) {
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
                next.status = self.status_of(&chase, &next.pellets);
            }
        }
        next.key = key;
        if has_failed {
            next.status = StateStatus::Failed;
            next.key = !key;
        }
        next
    }

    fn is_goal(&self, state: &State<W>) -> bool {
        state.pellets.is_empty() && state.status != StateStatus::Failed
    }

    fn is_dead_end(&self, state: &State<W>) -> bool {
        state.status != StateStatus::Alive
    }
}
