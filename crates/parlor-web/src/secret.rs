//! Unguessable random ids: match ids, which allow watching, and seat tokens and invitations, which allow playing.

use std::fmt::{self, Debug, Display, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// Letters and digits without the easily confused `l`, `o`, `0` and `1`.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Lengths at 5 bits per character: a match id has 80 bits, a secret 160.
const MATCH_ID_LENGTH: usize = 16;
const SECRET_LENGTH: usize = 32;

/// Begin of a stored hash, which no secret has.
const HASH_PREFIX: &str = "sha256:";

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

/// Seat token or invitation. It is stored as its hash, so that the database gives nobody a seat. A plain hash is enough,
/// because the text has 160 random bits. Debug output shows neither.
#[derive(Clone)]
pub(crate) struct Secret {
    hash: [u8; 32],
    /// Empty if the secret was loaded from the database.
    text: String,
}

impl Secret {
    pub(crate) fn new() -> Secret {
        Secret::from_text(random_text::<SECRET_LENGTH>())
    }

    fn from_text(text: String) -> Secret {
        Secret { hash: Sha256::digest(text.as_bytes()).into(), text }
    }

    /// Parses a secret that a browser generated, in the same format.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        is_well_formed(text, SECRET_LENGTH).then(|| Secret::from_text(text.to_owned()))
    }

    /// The text, for the client that it belongs to; empty if the secret was loaded from the database.
    pub(crate) fn reveal(&self) -> &str {
        &self.text
    }

    /// Compares in constant time.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let other: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        self.hash.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = HASH_PREFIX.to_owned();
        for byte in self.hash {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = text.strip_prefix(HASH_PREFIX).and_then(parse_hash);
        let hash = hash.ok_or_else(|| D::Error::custom("a stored secret is a hash of 64 hexadecimal digits"))?;
        Ok(Secret { hash, text: String::new() })
    }
}

fn parse_hash(digits: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if digits.len() != 2 * hash.len() || !digits.is_ascii() {
        return None;
    }
    for (index, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_secret_matches_its_text_but_does_not_contain_it() {
        let secret = Secret::new();
        let json = serde_json::to_string(&secret).unwrap();
        assert!(!json.contains(secret.reveal()));
        let stored: Secret = serde_json::from_str(&json).unwrap();
        assert!(stored.matches(secret.reveal()) && stored.reveal().is_empty());
        assert!(!stored.matches("") && !stored.matches(Secret::new().reveal()));
        for invalid in ["sha256:00", secret.reveal()] {
            assert!(serde_json::from_str::<Secret>(&format!("\"{invalid}\"")).is_err());
        }
    }
}
