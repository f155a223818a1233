//! Lesson about the searches of this crate, for games that offer them.

use parlor_core::{LessonAlgorithm, LessonLimit, LessonPosition, SearchLesson};

use crate::{alphabeta, mcts, minimax};

/// Lesson about minimax, alpha-beta and Monte Carlo search on these positions, the best example first.
pub fn search_lesson(positions: Vec<LessonPosition>) -> SearchLesson {
    let algorithms = vec![
        LessonAlgorithm::new("Minimax", &minimax::INFO.name, LessonLimit::Plies),
        LessonAlgorithm::new("Alpha-beta", &alphabeta::INFO.name, LessonLimit::Plies),
        LessonAlgorithm::new("Monte Carlo tree search", &mcts::INFO.name, LessonLimit::Playouts),
    ];
    SearchLesson { algorithms, positions }
}
