//! The arguments of the network game: `{human|ai} PORT [IP]`.

use std::ffi::OsString;

/// Parsed arguments of the network game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arguments {
    pub(super) player: LocalPlayer,
    pub(super) port: u16,
    /// The server to connect to; `None` to be the server. Its form is not checked.
    pub(super) host: Option<String>,
}

/// The player of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocalPlayer {
    Human,
    Ai,
}

impl Arguments {
    /// Parses the arguments; `None` if they are wrong.
    pub(super) fn parse(typed: &[OsString]) -> Option<Arguments> {
        let (player, port, host) = match typed {
            [player, port] => (player, port, None),
            [player, port, host] => (player, port, Some(host.to_string_lossy().into_owned())),
            _ => return None,
        };
        let player = match player.to_str()? {
            "human" => LocalPlayer::Human,
            "ai" => LocalPlayer::Ai,
            _ => return None,
        };
        let digits = port.to_str()?;
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let port = digits.parse().ok().filter(|port| is_whole && *port > 0)?;
        Some(Arguments { player, port, host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(typed: &[&str]) -> Option<Arguments> {
        Arguments::parse(&typed.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn accepts_valid_arguments() {
        let server = Arguments { player: LocalPlayer::Human, port: 5000, host: None };
        assert_eq!(parse(&["human", "5000"]), Some(server.clone()));
        let client = Arguments { player: LocalPlayer::Ai, port: 65535, host: Some("10.0.0.7".to_owned()) };
        assert_eq!(parse(&["ai", "65535", "10.0.0.7"]), Some(client));
        assert_eq!(parse(&["human", "05000"]), Some(server));
        assert!(parse(&["human", "1", "not an address at all"]).is_some());
    }

    #[test]
    fn rejects_invalid_arguments() {
        let wrong: [&[&str]; 17] = [
            &[],
            &["human"],
            &["human", "5000", "::1", "more"],
            &["Human", "5000"],
            &["robot", "5000"],
            &["", "5000"],
            &["human", "0"],
            &["human", "65536"],
            &["human", "-1"],
            &["human", "+5000"],
            &["human", " 5000"],
            &["human", "5000.0"],
            &["human", ""],
            &["human", "99999999999999999999"],
            &["5000", "human"],
            &["--help"],
            &["--", "human", "5000"],
        ];
        for typed in wrong {
            assert_eq!(parse(typed), None, "{typed:?}");
        }
    }
}
