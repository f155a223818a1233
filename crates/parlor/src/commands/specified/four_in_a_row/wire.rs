//! The wire format: a move is one ASCII digit, the column from 0. In notation, columns count from 1. Spaces and line
//! breaks between digits are ignored, because some programs frame their moves with them.

/// Notation of the move that a digit stands for. The match checks whether the move is legal.
pub(super) fn to_notation(byte: u8) -> Option<String> {
    byte.is_ascii_digit().then(|| (byte - b'0' + 1).to_string())
}

/// Whether a byte is ignored.
pub(super) fn is_framing(byte: u8) -> bool {
    matches!(byte, b' ' | b'\r' | b'\n')
}

/// Digit that stands for a move in notation.
pub(super) fn to_digit(notation: &str) -> Option<u8> {
    match notation.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - 1),
        _ => None,
    }
}

/// Message about a byte that is not a move, for the window.
pub(super) fn violation_message(byte: u8) -> String {
    let description = match byte {
        byte if byte.is_ascii_graphic() => format!("\"{}\"", char::from(byte)),
        byte => format!("the byte {byte}"),
    };
    format!("The opponent sent {description}, which is not a move, so the game was stopped.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_columns_between_wire_and_notation() {
        for (byte, text) in [(b'0', "1"), (b'3', "4"), (b'6', "7")] {
            assert_eq!(to_notation(byte).as_deref(), Some(text));
            assert_eq!(to_digit(text), Some(byte));
        }
    }

    #[test]
    fn only_spaces_and_line_breaks_are_ignored() {
        let ignored: Vec<u8> = (0..=u8::MAX).filter(|byte| is_framing(*byte)).collect();
        assert_eq!(ignored, b"\n\r ");
    }

    #[test]
    fn every_other_byte_has_a_printable_message() {
        for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_digit()) {
            assert_eq!(to_notation(byte), None);
            let message = violation_message(byte);
            assert!(message.chars().all(|c| c.is_ascii_graphic() || c == ' '), "{message}");
        }
        assert_eq!(["", "0", "10", "a"].map(to_digit), [None; 4]);
    }
}
