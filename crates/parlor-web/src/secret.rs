//! Unguessable random ids: match ids, which allow watching, and seat tokens and invitations, which allow playing.

use std::fmt::{self, Debug, Display};

use serde::{Deserialize, Serialize};

/// Letters and digits without the easily confused `l`, `o`, `0` and `1`.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Lengths at 5 bits per character: a match id has 80 bits, a secret 160.
const MATCH_ID_LENGTH: usize = 16;
const SECRET_LENGTH: usize = 32;

fn random_text<const N: usize>() -> String {
    let mut bytes = [0; N];
    // Without the system's random number generator the server cannot make secrets, so it cannot run.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

fn is_well_formed(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Id of a match, part of its link.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MatchId(#[cfg_attr(test, schemars(regex(pattern = "^[a-km-np-z2-9]{16}$")))] String);

impl MatchId {
    pub(crate) fn new() -> MatchId {
        MatchId(random_text::<MATCH_ID_LENGTH>())
    }

    pub(crate) fn parse(text: &str) -> Option<MatchId> {
        is_well_formed(text, MATCH_ID_LENGTH).then(|| MatchId(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Seat token or invitation. Its debug output does not show the text.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new() -> Secret {
        Secret(random_text::<SECRET_LENGTH>())
    }

    /// Parses a secret that a browser generated, in the same format.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        is_well_formed(text, SECRET_LENGTH).then(|| Secret(text.to_owned()))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        own.len() == other.len() && own.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
