//! Traces of searches: the lessons of every game, compared with what the engines report without an observer.

use parlor_core::{
    AnyGame, AnyReport, Catalog, EngineSpec, LessonLimit, Limits, PopResult, RecordedSearch, SearchError, TraceEvent,
    TraceScoreKind,
};
use parlor_games::catalog;

const MAX_EVENTS: usize = 100_000;
const PLAYOUTS: u64 = 60;

type Events = [TraceEvent<String>];

fn limits(limit: LessonLimit, depth: u32) -> Limits {
    match limit {
        LessonLimit::Plies => Limits::depth(depth),
        LessonLimit::Playouts => Limits::nodes(PLAYOUTS),
        LessonLimit::Goal => Limits::none(),
    }
}

/// The last report of the engine without an observer.
fn report(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec, limits: &Limits) -> AnyReport {
    let mut last = None;
    catalog.engine(game, spec).unwrap().search(game, limits, &mut |info| last = Some(info)).unwrap();
    last.unwrap()
}

fn trace(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec, limits: &Limits) -> RecordedSearch<String> {
    catalog.engine(game, spec).unwrap().trace(game, limits, MAX_EVENTS).unwrap()
}

/// Calls `check` for every algorithm on every position of every lesson.
fn for_lessons(mut check: impl FnMut(&Catalog, &dyn AnyGame, &EngineSpec, &Limits)) {
    let catalog = catalog();
    for entry in catalog.games() {
        assert!(!entry.search_lesson.positions.is_empty(), "{} has a lesson", entry.name);
        for lesson in &entry.search_lesson.positions {
            let game = entry.start(lesson.setup.clone()).unwrap();
            for algorithm in &entry.search_lesson.algorithms {
                check(&catalog, &*game, &algorithm.engine, &limits(algorithm.limit, lesson.depth));
            }
        }
    }
}

#[test]
fn traces_count_the_nodes_that_the_engine_reports_without_an_observer() {
    for_lessons(|catalog, game, spec, limits| {
        let what = format!("{spec} at {}", game.position());
        let (info, traced) = (report(catalog, game, spec, limits), trace(catalog, game, spec, limits));
        assert!(!traced.is_truncated, "{what}: the trace is whole");
        assert!(info.nodes > 0, "{what}");
        assert_eq!(traced.nodes, info.nodes, "{what}");
        let counted = traced.events.iter().filter(|event| event.is_counted()).count();
        assert_eq!(counted as u64, info.nodes, "{what}");
        check_reports(&traced.events, &what);
        let last = traced.events.last();
        assert!(matches!(last, Some(TraceEvent::Report { nodes, .. }) if *nodes == info.nodes), "{what}: {last:?}");
    });
}

/// Every report states the nodes that were counted before it.
fn check_reports(events: &Events, what: &str) {
    let mut counted = 0;
    for event in events {
        counted += u64::from(event.is_counted());
        if let TraceEvent::Report { nodes, .. } = event {
            assert_eq!(*nodes, counted, "{what}");
        }
    }
}

#[test]
fn depth_first_traces_replay_as_legal_moves_and_leave_every_node() {
    for_lessons(|catalog, game, spec, limits| {
        let traced = trace(catalog, game, spec, limits);
        let mut line = vec![game.clone_box()];
        for event in &traced.events {
            match event {
                TraceEvent::Pass { .. } => assert_eq!(line.len(), 1, "{spec}"),
                TraceEvent::Enter { m, .. } => {
                    let mut next = line.last().unwrap().clone_box();
                    next.play(m).unwrap();
                    line.push(next);
                }
                TraceEvent::Leave { value } => {
                    let left = line.pop().unwrap();
                    let is_over = left.outcome().is_some();
                    assert!(!is_over || value.kind != TraceScoreKind::Estimate, "{spec}: {value:?}");
                }
                TraceEvent::Cut { skipped, .. } => {
                    let legal = line.last().unwrap().legal_moves();
                    assert!(skipped.iter().all(|m| legal.contains(m)), "{spec}: {skipped:?}");
                }
                _ => {}
            }
        }
        assert_eq!(line.len(), 1, "{spec}");
    });
}

#[test]
fn alpha_beta_visits_fewer_nodes_than_minimax_and_shows_its_cuts() {
    let catalog = catalog();
    let mut cuts = 0;
    for entry in catalog.games() {
        let has = |name: &str| entry.search_lesson.algorithms.iter().any(|one| one.engine.name() == name);
        if !(has("minimax") && has("alphabeta")) {
            continue;
        }
        let mut nodes = [0, 0];
        for lesson in &entry.search_lesson.positions {
            let game = entry.start(lesson.setup.clone()).unwrap();
            let [minimax, alphabeta] = ["minimax", "alphabeta"]
                .map(|name| trace(&catalog, &*game, &EngineSpec::new(name), &Limits::depth(lesson.depth)));
            nodes = [nodes[0] + minimax.nodes, nodes[1] + alphabeta.nodes];
            let is_cut = |event: &&TraceEvent<String>| matches!(event, TraceEvent::Cut { .. });
            assert_eq!(minimax.events.iter().filter(is_cut).count(), 0);
            cuts += alphabeta.events.iter().filter(is_cut).count();
        }
        // On a tiny tree the passes with a null window may cost more than the cuts save.
        assert!(nodes[1] < nodes[0], "{}: {nodes:?}", entry.name);
    }
    assert!(cuts > 50, "{cuts} cuts");
}

#[test]
fn frontiers_give_out_the_lowest_rank_first() {
    for_lessons(|catalog, game, spec, limits| {
        let mut frontier: Vec<(u32, [u32; 2], usize)> = Vec::new();
        let mut goals = 0;
        let traced = trace(catalog, game, spec, limits);
        for (order, event) in traced.events.iter().enumerate() {
            match event {
                TraceEvent::Push { node, rank, cost, estimate, .. } => {
                    if spec.name() == "astar" {
                        assert_eq!(rank[0], cost + estimate.unwrap());
                    }
                    frontier.push((*node, *rank, order));
                }
                TraceEvent::Pop { node, result } => {
                    let lowest = frontier.iter().copied().min_by_key(|(_, rank, order)| (*rank, *order)).unwrap();
                    assert_eq!(lowest.0, *node, "{spec}");
                    frontier.retain(|entry| *entry != lowest);
                    goals += usize::from(*result == PopResult::Goal);
                }
                _ => {}
            }
        }
        assert!(goals == usize::from(traced.events.iter().any(|event| matches!(event, TraceEvent::Pop { .. }))));
    });
}

#[test]
fn play_outs_add_up_in_monte_carlo_traces() {
    for_lessons(|catalog, game, spec, limits| {
        let traced = trace(catalog, game, spec, limits);
        let mut visits = std::collections::HashMap::from([(0, 0)]);
        let mut playouts = 0;
        for event in &traced.events {
            match event {
                TraceEvent::Expand { node, children, .. } => {
                    assert!(visits.contains_key(node), "{spec}");
                    visits.extend(children.iter().map(|child| (child.node, 0)));
                }
                TraceEvent::Playout { .. } => playouts += 1,
                TraceEvent::Backup { path } => {
                    assert_eq!(path[0].visits, playouts, "every play-out passes the root");
                    for statistics in path {
                        let before = visits.insert(statistics.node, statistics.visits);
                        assert_eq!(before, Some(statistics.visits - 1), "{spec}: node {}", statistics.node);
                        assert!(statistics.half_points <= 2 * statistics.visits);
                    }
                }
                _ => {}
            }
        }
    });
}

#[test]
fn a_limit_in_the_middle_of_a_search_stops_the_trace_at_the_last_counted_node() {
    let catalog = catalog();
    let entry = &catalog.games()[0];
    let game = entry.start(entry.default_setup()).unwrap();
    for name in ["minimax", "alphabeta"] {
        let traced = trace(&catalog, &*game, &EngineSpec::new(name), &Limits::nodes(77));
        assert_eq!(traced.nodes, 77, "{name}");
        assert_eq!(traced.events.iter().filter(|event| event.is_counted()).count(), 77, "{name}");
        assert_eq!(traced.events.last(), Some(&TraceEvent::Stop), "{name}");
    }
}

#[test]
fn a_trace_that_is_too_long_is_cut_off_but_counts_on() {
    let catalog = catalog();
    let entry = &catalog.games()[0];
    let game = entry.start(entry.default_setup()).unwrap();
    let (spec, limits) = (EngineSpec::new("minimax"), Limits::depth(4));
    let traced = catalog.engine(&*game, &spec).unwrap().trace(&*game, &limits, 500).unwrap();
    assert!(traced.is_truncated && traced.events.len() == 500);
    assert_eq!(traced.nodes, report(&catalog, &*game, &spec, &limits).nodes);
}

#[test]
fn an_engine_without_steps_to_show_says_so() {
    let catalog = catalog();
    let entry = &catalog.games()[0];
    let game = entry.start(entry.default_setup()).unwrap();
    let traced = catalog.engine(&*game, &EngineSpec::new("random")).unwrap().trace(&*game, &Limits::none(), 10);
    assert_eq!(traced, Err(SearchError::NotTraceable));
}
