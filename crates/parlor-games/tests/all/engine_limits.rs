//! Limits on memory and threads, over every engine of every game.

use std::sync::Arc;

use parlor_core::{
    AnyGame, EngineInfo, EngineLimits, EngineScheme, EngineSpec, EngineSpecError, OptionKind, OptionSpec, Options,
};

const LIMITS: EngineLimits = EngineLimits { memory_mib: 16, threads: 1 };

#[test]
fn every_engine_of_every_game_respects_the_limits() {
    let catalog = parlor_games::catalog();
    for entry in catalog.games() {
        let game = entry.start(entry.default_setup()).unwrap();
        let options = |spec: &EngineSpec| catalog.resolve_engine(&*game, spec).unwrap().unwrap().1;
        for engine in catalog.engines(&*game) {
            let spec = LIMITS.check(&catalog, &*game, &EngineSpec::new(&engine.name)).unwrap();
            for option in engine.options.iter() {
                check_option(&catalog, &*game, &engine, option, &options(&spec));
            }
        }
    }
}

fn check_option(
    catalog: &parlor_core::Catalog,
    game: &dyn AnyGame,
    engine: &EngineInfo,
    option: &OptionSpec,
    options: &Options,
) {
    let (OptionKind::Integer { max: limit, .. }, &OptionKind::Integer { max, .. }) =
        (LIMITS.option(option).kind, &option.kind)
    else {
        return;
    };
    let name = format!("{}:{}", engine.name, option.name);
    assert!(options.integer(option) <= limit, "{name} exceeds a limit");
    let with = |value: u32| EngineSpec::new(&engine.name).with_option(&option.name, value);
    let check = |spec: &EngineSpec| LIMITS.check(catalog, game, spec);
    assert!(check(&with(limit)).is_ok(), "{name} is allowed up to {limit}");
    assert_eq!(check(&with(max)).is_ok(), max == limit, "{name}={max}");
    assert!(option.resource.is_none() || limit <= LIMITS.memory_mib, "{name}");
    let lowered = LIMITS.lower(catalog, game, &with(max)).unwrap();
    assert!(check(&lowered).is_ok(), "{lowered}");
    let lowered = LIMITS.lower_all(catalog, game, &with(max)).unwrap();
    let (_, options) = catalog.resolve_engine(game, &lowered).unwrap().unwrap();
    assert!(options.integer(option) <= limit, "{lowered} exceeds a limit");
}

#[test]
fn an_engine_of_a_scheme_is_not_offered() {
    let build = Arc::new(|_: &dyn AnyGame, _: &str| -> Result<_, String> { unreachable!("must not be built") });
    let scheme = EngineScheme { name: "exec".into(), about: "an external program".into(), build };
    let catalog = parlor_games::catalog().with_scheme(scheme);
    let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
    let spec = EngineSpec::from("exec:./bot --a,b=c");
    assert_eq!(LIMITS.check(&catalog, &*game, &spec), Err(EngineSpecError::NotOffered));
    assert_eq!(LIMITS.lower(&catalog, &*game, &spec), None);
}
