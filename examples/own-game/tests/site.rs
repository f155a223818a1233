//! Breakthrough through the API of the site that the program in src/main.rs serves.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

const TIMEOUT: Duration = Duration::from_secs(20);

/// The program as a server on a free port of the loopback interface; stopped when dropped.
struct Site {
    program: Child,
    address: String,
}

impl Site {
    fn start(data: &Path) -> Site {
        let mut program = Command::new(env!("CARGO_BIN_EXE_own-game"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let address = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            Some(rest.split('/').next()?.to_owned())
        });
        Site { program, address: address.expect("the server prints its address") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends a request and returns the JSON of the response.
    fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = self.connect();
        let (host, length) = (&self.address, body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        write!(stream, "{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{method} {path}: {response}");
        serde_json::from_str(body).unwrap()
    }

    fn join(&self, id: &str, token: &str) -> Player {
        let url = format!("ws://{}/api/matches/{id}/socket", self.address);
        let (socket, _) = client(url, self.connect()).unwrap();
        let mut player = Player(socket);
        player.send(&json!({ "type": "hello", "token": token }));
        player
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A player's connection to a match.
struct Player(WebSocket<TcpStream>);

impl Player {
    fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// Waits for a message of a type and skips others.
    fn expect(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }
}

#[test]
fn the_site_offers_and_plays_the_game() {
    let data = tempfile::tempdir().unwrap();
    let site = Site::start(data.path());

    let games = site.request("GET", "/api/games", "").to_string();
    assert!(games.contains("\"breakthrough\"") && games.contains("Reach the far row"), "{games}");

    let hebrew = site.request("GET", "/api/games?language=he", "");
    let game = hebrew.as_array().unwrap().iter().find(|game| game["name"] == "breakthrough").unwrap();
    assert_eq!(game["title"], "פריצה", "{game}");
    assert_eq!(game["messages"]["breakthrough-step"], "{from} אל {to}", "{game}");

    let body = json!({
        "setup": { "game": "breakthrough", "options": {}, "position": null },
        "seats": [{ "kind": "you" }, { "kind": "engine", "engine": "greedy", "seconds": 0.2 }],
        "time": "unlimited",
    });
    let created = site.request("POST", "/api/matches", &body.to_string());
    let mut player = site.join(created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let welcome = player.expect("welcome");
    assert_eq!(welcome["scene"]["pieces"].as_array().unwrap().len(), 24, "{welcome}");
    assert_eq!(welcome["scene"]["pieces"][0]["shape"], "pawn", "{welcome}");
    assert_eq!(welcome["scene"]["choices"][0]["steps"].as_array().unwrap().len(), 2, "{welcome}");

    player.send(&json!({ "type": "play", "request": 1, "ply": 0, "move": "b2-b3" }));
    let after_move = player.expect("position");
    assert!(after_move.to_string().contains("b2-b3"), "{after_move}");
    // The engine replies.
    let reply = player.expect("position");
    assert!(reply["from"] == 1, "{reply}");
}
