//! `{human|ai} PORT [IP]`, and nothing else.

use std::ffi::OsString;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arguments {
    pub(super) player: Player,
    pub(super) port: u16,
    /// The server to join; `None` to be the server. Its form is not judged.
    pub(super) host: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Player {
    Human,
    Ai,
}

impl Arguments {
    pub(super) fn read(typed: &[OsString]) -> Option<Arguments> {
        let (player, port, host) = match typed {
            [player, port] => (player, port, None),
            [player, port, host] => (player, port, Some(host.to_string_lossy().into_owned())),
            _ => return None,
        };
        let player = match player.to_str()? {
            "human" => Player::Human,
            "ai" => Player::Ai,
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

    fn read(typed: &[&str]) -> Option<Arguments> {
        Arguments::read(&typed.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn right_arguments_are_read() {
        let server = Arguments { player: Player::Human, port: 5000, host: None };
        assert_eq!(read(&["human", "5000"]), Some(server.clone()));
        let client = Arguments { player: Player::Ai, port: 65535, host: Some("10.0.0.7".to_owned()) };
        assert_eq!(read(&["ai", "65535", "10.0.0.7"]), Some(client));
        assert_eq!(read(&["human", "05000"]), Some(server));
        assert!(read(&["human", "1", "not an address at all"]).is_some());
    }

    #[test]
    fn wrong_arguments_are_not() {
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
            assert_eq!(read(typed), None, "{typed:?}");
        }
    }
}
