//! The Generic Game Format (GGF) as the `NBoard` protocol uses it: one game on one line.

use std::time::Duration;

/// Longest game clock that is written.
const LONGEST_CLOCK: u64 = 99 * 60;

/// A game that was read: the start position as it was written, and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ggf {
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
}

/// Writes a game. `time` is the time for the next move; the format knows only clocks of whole games, so the clock
/// shows what is left if every further move of this side takes that time.
pub(crate) fn write(game: &str, start: &str, moves: &[String], time: Option<Duration>) -> String {
    let size = start.split(' ').next().map_or(0, |cells| cells.len().isqrt());
    let black_begins = !start.ends_with('O');
    let own_moves_left = (size * size).saturating_sub(moves.len() + 4).div_ceil(2).max(1) as u32;
    let clock = time.map_or(LONGEST_CLOCK, |time| (time * own_moves_left).as_secs().clamp(1, LONGEST_CLOCK));
    let mut text = format!(
        "(;GM[{game}]PC[Parlor]PB[Black]PW[White]RE[?]TI[{:02}:{:02}]TY[{size}]BO[{size} {start}]",
        clock / 60,
        clock % 60
    );
    for (index, m) in moves.iter().enumerate() {
        let color = if (index % 2 == 0) == black_begins { 'B' } else { 'W' };
        text.extend([&format!("{color}["), m, "]"]);
    }
    text + ";)"
}

/// Reads a game; the error is a sentence for the user.
pub(crate) fn read(text: &str) -> Result<Ggf, String> {
    let mut rest = text.trim().strip_prefix("(;").ok_or("a game in GGF begins with \"(;\"")?;
    let (mut start, mut moves) = (None, Vec::new());
    while let Some((tag, after)) = rest.split_once('[') {
        let (value, after) = after.split_once(']').ok_or("a value in GGF ends with \"]\"")?;
        match tag.trim().trim_start_matches(';') {
            "BO" => start = value.split_once(' ').map(|(_, board)| board.trim().to_owned()),
            // A move, and then perhaps its value and its time.
            "B" | "W" => moves.push(value.split('/').next().unwrap_or_default().trim().to_owned()),
            _ => {}
        }
        rest = after;
    }
    Ok(Ggf { start: start.ok_or("the game has no start position, BO[...]")?, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_round_trip() {
        let start = "---------------------------O*------*O--------------------------- *";
        let moves = ["F5", "D6"].map(str::to_owned);
        let text = write("Othello", start, &moves, Some(Duration::from_secs(1)));
        assert!(text.starts_with("(;GM[Othello]PC[Parlor]PB[Black]PW[White]RE[?]TI[00:29]TY[8]BO[8 -------"), "{text}");
        assert!(text.ends_with(" *]B[F5]W[D6];)"), "{text}");
        assert_eq!(read(&text), Ok(Ggf { start: start.to_owned(), moves: moves.to_vec() }));
    }

    #[test]
    fn values_and_times_of_moves_are_skipped() {
        let game = read("(;GM[Othello]BO[8 --- *]B[F5/1.2/3]W[PA//0.1];)").unwrap();
        assert_eq!(game.moves, ["F5", "PA"]);
        assert!(read("F5D6").is_err());
        assert!(read("(;B[F5];)").unwrap_err().contains("BO"));
    }
}
