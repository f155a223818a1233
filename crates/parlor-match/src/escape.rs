//! Escaping of free text within a line of a record: control characters, and whitespace at either end.

use parlor_core::shorten;

/// Escapes control characters, backslashes, and whitespace at either end.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, c) in text.char_indices() {
        let is_at_end = index == 0 || index + c.len_utf8() == text.len();
        if matches!(c, '\\' | '\n' | '\r' | '\t') {
            escaped.extend(c.escape_default());
        } else if c.is_control() || (is_at_end && c.is_whitespace()) {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Escapes like [`escape`] and also whitespace, so that the result is one word.
pub(crate) fn escape_word(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in escape(text).chars() {
        if c.is_whitespace() {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Inverse of [`escape`] and [`escape_word`]; `None` for an invalid escape sequence.
pub(crate) fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        plain.push_str(before);
        let mut chars = escape.chars();
        let (c, after) = match chars.next()? {
            '\\' => ('\\', chars.as_str()),
            'n' => ('\n', chars.as_str()),
            'r' => ('\r', chars.as_str()),
            't' => ('\t', chars.as_str()),
            'u' => {
                let (digits, after) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                let code = u32::from_str_radix(digits, 16).ok()?;
                (char::from_u32(code)?, after)
            }
            _ => return None,
        };
        plain.push(c);
        rest = after;
    }
    plain.push_str(rest);
    Some(plain)
}

/// Shortened and escaped text, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    escape(&shorten(text, 40))
}
