//! Engine specs, checked against every game without building the engine.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::EngineSpec;
use parlor_fuzz::catalog;

fuzz_target!(|data: &str| {
    let spec = EngineSpec::from(data);
    assert_eq!(EngineSpec::from(spec.to_string().as_str()), spec);
    let _ = spec.options();
    for entry in catalog().games() {
        let game = catalog().start(entry.default_setup()).expect("the default setup starts");
        let is_valid = catalog().check_engine(&*game, &spec).is_ok();
        assert_eq!(catalog().resolve_engine(&*game, &spec).is_ok(), is_valid);
    }
});
