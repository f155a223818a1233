//! The table of findings in the book is that of the program.

use parlor_external::{FINDINGS, Level};

#[test]
fn book_has_the_table_of_findings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md");
    let book = std::fs::read_to_string(path).unwrap();
    let rows = FINDINGS.iter().map(|finding| {
        let cells =
            [Level::Box, Level::Reduced, Level::None].map(|level| if finding.remains(level) { "yes" } else { "no" });
        format!("| {} | {} |\n", finding.what, cells.join(" | "))
    });
    let table = format!("| a bot could | box | reduced | none |\n|---|---|---|---|\n{}\n", rows.collect::<String>());
    assert!(book.contains(&table), "{table}");
}
