//! Parlor's own record format. A file may hold many records, one after the other.

use parlor_core::Catalog;
use parlor_match::Record;

use super::load_error::LoadError;
use super::source::LoadedMatch;

/// Whether a record begins with this line, whatever its version.
pub(super) fn is_first_line(line: &str) -> bool {
    line.trim().starts_with("parlor record ")
}

/// Reads and replays the records of a text.
pub(super) fn read<'a>(text: &'a str, catalog: &'a Catalog) -> impl Iterator<Item = LoadedMatch> + 'a {
    let mut records: Vec<(usize, &str)> = Vec::new();
    let mut start = None;
    let mut offset = 0;
    for (line_number, line) in (1..).zip(text.split_inclusive('\n')) {
        if is_first_line(line)
            && let Some((first_line, begin)) = start.replace((line_number, offset))
        {
            records.push((first_line, &text[begin..offset]));
        }
        offset += line.len();
    }
    records.extend(start.map(|(first_line, begin)| (first_line, &text[begin..])));
    (1..).zip(records).map(move |(number, (line, record))| LoadedMatch {
        number,
        line: Some(line),
        note: None,
        game_match: record.parse::<Record>().and_then(|record| record.replay(catalog)).map_err(LoadError::from),
    })
}
