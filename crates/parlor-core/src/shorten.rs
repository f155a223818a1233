//! [`shorten`]: foreign text in a message.

/// At most so many characters of a text, so that a message stays readable. Dots stand for what is left out.
pub fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
