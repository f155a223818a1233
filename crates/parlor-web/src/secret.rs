//! Names that cannot be guessed: of matches (who has the link may watch) and of seats (who has the token plays).

use std::fmt::{self, Debug, Display};

use serde::{Deserialize, Serialize};

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Five bits a letter: 16 letters make a link of 80 bits, 32 letters a token of 160.
fn letters<const N: usize>() -> String {
    let mut bytes = [0; N];
    // Without the system's randomness nothing secret can be made, so there is nothing to serve.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct MatchId(String);

impl MatchId {
    pub(crate) fn new() -> MatchId {
        MatchId(letters::<16>())
    }

    pub(crate) fn parse(text: &str) -> Option<MatchId> {
        let is_letter = |byte: u8| ALPHABET.contains(&byte);
        (text.len() == 16 && text.bytes().all(is_letter)).then(|| MatchId(text.to_owned()))
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

/// Never shown in a debug print.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new() -> Secret {
        Secret(letters::<32>())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Takes the same time wherever the texts differ.
    pub(crate) fn is(&self, offered: &str) -> bool {
        let (own, offered) = (self.0.as_bytes(), offered.as_bytes());
        own.len() == offered.len() && own.iter().zip(offered).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
