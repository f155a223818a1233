//! Free text inside a line: what would break the line, or be lost at its ends, is written as an escape.

/// No control characters, and no blank at either end.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, c) in text.char_indices() {
        let is_at_an_end = index == 0 || index + c.len_utf8() == text.len();
        if matches!(c, '\\' | '\n' | '\r' | '\t') {
            escaped.extend(c.escape_default());
        } else if c.is_control() || (is_at_an_end && c.is_whitespace()) {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// As [`escape`], and no blank at all: for a name that is followed by something else.
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

/// The inverse of both; `None` where a backslash begins no escape.
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

/// The beginning of a text that may be long or strange, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut start = escape(&text.chars().take(LONGEST).collect::<String>());
    if text.chars().nth(LONGEST).is_some() {
        start.push_str("...");
    }
    start
}
