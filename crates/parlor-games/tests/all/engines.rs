//! What the engines of this crate promise beyond the conformance suite: proofs, exact distances, and fewer nodes.

use parlor_conformance::engines::{for_late_positions, move_score, negamax, result_class};
use parlor_core::{AnyGame, AnyReport, Catalog, EngineSpec, Limits, Value};
use parlor_games::catalog;

/// Node limit within which every proving engine must prove a position that negamax can solve.
const NODES: u64 = 400_000;
const POSITIONS_PER_VARIANT: u64 = 6;

fn two_player_games(catalog: &Catalog) -> impl Iterator<Item = &str> {
    let start = |name: &str| catalog.start(parlor_core::Setup::new(name)).unwrap();
    catalog.games().iter().map(|entry| &*entry.name).filter(move |name| start(name).player_count() == 2)
}

/// The last report of a search.
fn search(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec, limits: &Limits) -> AnyReport {
    let mut last = None;
    catalog.engine(game, spec).unwrap().search(game, limits, &mut |info| last = Some(info)).unwrap();
    last.unwrap()
}

/// Whether an engine must prove the positions. The others must only be sound.
fn is_prover(engine: &str) -> bool {
    matches!(engine, "minimax" | "alphabeta" | "perfect" | "strong" | "solver")
}

#[test]
fn provers_prove_and_keep_the_result() {
    let catalog = catalog();
    let mut searched = 0;
    for name in two_player_games(&catalog) {
        for_late_positions(&catalog, name, POSITIONS_PER_VARIANT, |game| {
            let truth = result_class(negamax(game));
            for engine in catalog.engines(game).iter().filter(|engine| is_prover(&engine.name)) {
                let what = format!("{name} by {} at {}", engine.name, game.position());
                let info = search(&catalog, game, &EngineSpec::new(&engine.name), &Limits::nodes(NODES));
                assert!(info.value.is_decided(), "{what} proved nothing: {:?}", info.value);
                assert_eq!(result_class(move_score(game, &info.best)), truth, "{what} loses the result");
                searched += 1;
            }
        });
    }
    assert!(searched > 200, "only {searched} searches");
}

#[test]
fn alphabeta_finds_the_exact_distance() {
    let catalog = catalog();
    for name in two_player_games(&catalog) {
        for_late_positions(&catalog, name, POSITIONS_PER_VARIANT, |game| {
            let info = search(&catalog, game, &EngineSpec::new("alphabeta"), &Limits::none());
            assert_eq!(info.value, Value::exact(negamax(game)), "{}", game.position());
        });
    }
}

#[test]
fn minimax_and_alphabeta_agree_at_equal_depth_and_alphabeta_visits_fewer_nodes() {
    let catalog = catalog();
    for name in two_player_games(&catalog) {
        let entry = catalog.game(name).unwrap();
        for variant in &entry.variants {
            let game = catalog.start(entry.variant_setup(variant)).unwrap();
            let mut nodes = [0, 0];
            for depth in 1..=4 {
                let infos = ["minimax", "alphabeta"].map(|engine| {
                    search(&catalog, &*game, &EngineSpec::new(engine).with_option("depth", depth), &Limits::none())
                });
                assert_eq!(
                    infos[0].value.estimate, infos[1].value.estimate,
                    "{name} {:?} at depth {depth}",
                    variant.options
                );
                for (sum, info) in nodes.iter_mut().zip(&infos) {
                    *sum += info.nodes;
                }
            }
            assert!(nodes[1] <= nodes[0], "{name} {:?}: {nodes:?}", variant.options);
        }
    }
}
