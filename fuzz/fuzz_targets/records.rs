//! Records, and the matches that they replay to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::catalog;
use parlor_match::Record;

fuzz_target!(|data: &str| {
    let Ok(record) = data.parse::<Record>() else { return };
    let written: Record = record.to_string().parse().expect("a written record parses");
    assert_eq!(written, record);
    let Ok(replayed) = record.replay(catalog()) else { return };
    let _ = (replayed.result(), replayed.result_text(), replayed.scene());
    let written: Record = replayed.record().to_string().parse().expect("the record of a match parses");
    let again = written.replay(catalog()).expect("the record of a match replays");
    assert_eq!(again.game().position(), replayed.game().position());
});
