//! Names that cannot be guessed: of matches (who has the link may watch) and of seats (who has the token plays).

use std::fmt::{self, Debug, Display};

use serde::{Deserialize, Serialize};

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Five bits a letter: a link has 80 bits, a token 160.
const LINK: usize = 16;
const TOKEN: usize = 32;

fn letters<const N: usize>() -> String {
    let mut bytes = [0; N];
    // Without the system's randomness nothing secret can be made, so there is nothing to serve.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

fn is_letters(text: &str, number: usize) -> bool {
    text.len() == number && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct MatchId(String);

impl MatchId {
    pub(crate) fn new() -> MatchId {
        MatchId(letters::<LINK>())
    }

    pub(crate) fn parse(text: &str) -> Option<MatchId> {
        is_letters(text, LINK).then(|| MatchId(text.to_owned()))
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
        Secret(letters::<TOKEN>())
    }

    /// One that a browser has made: of the same form as ours.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        is_letters(text, TOKEN).then(|| Secret(text.to_owned()))
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
