//! Unguessable random ids: match ids, which allow watching, and seat tokens and invitations, which allow
//! playing.

use std::fmt::{self, Debug};

use parlor_room::{ID_ALPHABET, MatchId, SecretHash, is_id};
use sha2::{Digest, Sha256};

/// Characters of a secret, which are 160 bits.
const SECRET_LENGTH: usize = 32;

fn random_text<const N: usize>() -> String {
    let mut bytes = [0; N];
    // Without the system's random number generator the server cannot make secrets, so it cannot run.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(ID_ALPHABET[usize::from(byte % 32)])).collect()
}

/// A new id of a match.
pub(crate) fn new_match_id() -> MatchId {
    MatchId::parse(&random_text::<{ MatchId::LENGTH }>()).expect("the text has the form of an id")
}

/// Hash of a token that a client gave, whatever its form.
pub(crate) fn hash(token: &str) -> SecretHash {
    SecretHash(Sha256::digest(token.as_bytes()).into())
}

/// Seat token or invitation, for the client that it belongs to. Rooms and store have only its hash; debug
/// output has neither.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new() -> Secret {
        Secret(random_text::<SECRET_LENGTH>())
    }

    /// Parses a secret that a browser generated, in the same format.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        is_id(text, SECRET_LENGTH).then(|| Secret(text.to_owned()))
    }

    pub(crate) fn reveal(self) -> String {
        self.0
    }

    pub(crate) fn hash(&self) -> SecretHash {
        hash(&self.0)
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
