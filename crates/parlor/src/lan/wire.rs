//! The wire format: a move is one ASCII digit, the column from 0. In notation columns count from 1.

/// The notation that a digit stands for; whether there is such a column, and room in it, is for the match to say.
pub(super) fn notation(byte: u8) -> Option<String> {
    byte.is_ascii_digit().then(|| (byte - b'0' + 1).to_string())
}

pub(super) fn digit(notation: &str) -> Option<u8> {
    match notation.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - 1),
        _ => None,
    }
}

/// What was sent instead of a move, for people.
pub(super) fn in_words(byte: u8) -> String {
    let what = match byte {
        b'\n' => "the end of a line".to_owned(),
        b' ' => "a blank".to_owned(),
        byte if byte.is_ascii_graphic() => format!("\"{}\"", char::from(byte)),
        byte => format!("the byte {byte}"),
    };
    format!("The opponent sent {what}, which is no move, so the game was stopped.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_from_0_on_the_wire_and_from_1_in_notation() {
        for (byte, text) in [(b'0', "1"), (b'3', "4"), (b'6', "7")] {
            assert_eq!(notation(byte).as_deref(), Some(text));
            assert_eq!(digit(text), Some(byte));
        }
    }

    #[test]
    fn every_other_byte_is_no_move_and_has_words() {
        for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_digit()) {
            assert_eq!(notation(byte), None);
            let words = in_words(byte);
            assert!(words.chars().all(|c| c.is_ascii_graphic() || c == ' '), "{words}");
        }
        assert_eq!(["", "0", "10", "a"].map(digit), [None; 4]);
    }
}
