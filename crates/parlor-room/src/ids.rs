//! Ids and secrets of a room. Its host draws them: a match id allows watching, and a seat token or an
//! invitation playing.

use std::fmt::{self, Debug, Display, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Letters and digits without the easily confused `l`, `o`, `0` and `1`: 5 bits a character.
pub const ID_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Begin of a stored hash.
const HASH_PREFIX: &str = "sha256:";

/// Whether a text has this length and only characters of the [`ID_ALPHABET`].
pub fn is_id(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| ID_ALPHABET.contains(&byte))
}

/// Id of a match, part of its link.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchId(#[cfg_attr(feature = "schema", schemars(regex(pattern = "^[a-km-np-z2-9]{16}$")))] String);

impl MatchId {
    /// Number of its characters, which are 80 bits.
    pub const LENGTH: usize = 16;

    pub fn parse(text: &str) -> Option<MatchId> {
        is_id(text, MatchId::LENGTH).then(|| MatchId(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// SHA-256 of a seat token or an invitation. Rooms and stores have nothing else of a secret, so that neither
/// a database nor a log gives anybody a seat. A plain hash is enough for 160 random bits.
#[derive(Clone, Copy)]
pub struct SecretHash(pub [u8; 32]);

/// Compares in constant time.
impl PartialEq for SecretHash {
    fn eq(&self, other: &SecretHash) -> bool {
        self.0.iter().zip(other.0).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl Eq for SecretHash {}

impl Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash")
    }
}

impl Serialize for SecretHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = HASH_PREFIX.to_owned();
        for byte in self.0 {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for SecretHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SecretHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = text.strip_prefix(HASH_PREFIX).and_then(parse_hash);
        hash.map(SecretHash).ok_or_else(|| D::Error::custom("a hash is sha256: and 64 hexadecimal digits"))
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
    fn a_hash_is_stored_as_text() {
        let hash = SecretHash([0xA7; 32]);
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(json, format!("\"sha256:{}\"", "a7".repeat(32)));
        assert_eq!(serde_json::from_str::<SecretHash>(&json).unwrap(), hash);
        assert_ne!(hash, SecretHash([0xA6; 32]));
        for wrong in ["\"sha256:00\"", "\"plain text\""] {
            assert!(serde_json::from_str::<SecretHash>(wrong).is_err());
        }
    }
}
