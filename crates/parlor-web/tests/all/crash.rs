//! Killed in the middle of matches and started again: every acknowledged move is there, and play goes on.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use parlor_web::Config;

use crate::common::{Client, get, make_pair, notations};

const DATA: &str = "PARLOR_TEST_DATA";

/// Not a test by itself: another process runs this one to be the server that is killed.
#[test]
#[ignore = "is the server of the test below"]
fn the_server_that_is_killed() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let config = Config { address: ([127, 0, 0, 1], 0).into(), data: data.into(), names: Vec::new() };
    parlor_web::serve_until_signal(&config, |address| eprintln!("serving {address}")).unwrap();
}

fn spawn(data: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["crash::the_server_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env(DATA, data)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("the server says where it is").unwrap();
        if let Some(address) = line.strip_prefix("serving ") {
            break address.parse().unwrap();
        }
    };
    (child, address)
}

#[tokio::test]
async fn a_kill_loses_no_acknowledged_move_and_seats_are_kept() {
    const MATCHES: usize = 12;
    let data = tempfile::tempdir().unwrap();
    let (mut child, mut address) = spawn(data.path());
    let game = crate::common::some_game();
    let mut matches = Vec::new();
    for _ in 0..MATCHES {
        matches.push(make_pair(address, game, "clock=600+1").await);
    }
    let mut acknowledged = vec![0_usize; MATCHES];
    for round in 0..3 {
        let killer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(400));
            child.kill().unwrap();
            child.wait().unwrap();
        });
        let players = matches.iter().zip(acknowledged).map(|((id, tokens), known)| {
            let (id, tokens) = (id.clone(), tokens.clone());
            tokio::spawn(async move { play_until_killed(address, &id, &tokens, known).await })
        });
        let players: Vec<_> = players.collect();
        acknowledged = Vec::new();
        for player in players {
            acknowledged.push(player.await.unwrap());
        }
        killer.join().unwrap();
        (child, address) = spawn(data.path());
        for ((id, tokens), known) in matches.iter().zip(&acknowledged) {
            let (status, state) = get(address, &format!("/api/matches/{id}")).await;
            assert_eq!(status, 200, "{state}");
            let ply = usize::try_from(state["ply"].as_u64().unwrap()).unwrap();
            // One more may have been stored and not told any more.
            assert!(ply == *known || ply == known + 1, "round {round}: {ply} moves, {known} acknowledged");
            let client = Client::enter(address, id, &tokens[1]).await;
            assert_eq!(client.welcome["you"]["seats"][0], "second");
        }
        for (known, (id, _)) in acknowledged.iter_mut().zip(&matches) {
            *known =
                usize::try_from(get(address, &format!("/api/matches/{id}")).await.1["ply"].as_u64().unwrap()).unwrap();
        }
    }
    assert!(acknowledged.iter().sum::<usize>() > MATCHES, "{acknowledged:?}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Gives the number of moves that were acknowledged.
async fn play_until_killed(address: SocketAddr, id: &str, tokens: &[String; 2], known: usize) -> usize {
    let Ok(mut clients) = enter_both(address, id, tokens).await else { return known };
    let mut ply = known;
    let mut state = clients[0].welcome.clone();
    while state["ending"].is_null() {
        let moves = notations(&state);
        let client = &mut clients[usize::from(state["turn"] == "second")];
        let wish = serde_json::json!({ "type": "play", "ply": ply, "move": moves[ply * 5 % moves.len()] });
        if client.send_text(&wish.to_string()).await.is_err() {
            break;
        }
        let position = loop {
            match client.next().await {
                Some(told) if told["type"] == "position" && told["ply"] == ply + 1 => break Some(told),
                Some(_) => {}
                None => break None,
            }
        };
        let Some(position) = position else { break };
        ply += 1;
        state = position;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    ply
}

async fn enter_both(address: SocketAddr, id: &str, tokens: &[String; 2]) -> Result<[Client; 2], ()> {
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::connect(address, id, None).await.map_err(drop)?;
        client.send_text(&serde_json::json!({ "type": "hello", "token": token }).to_string()).await.map_err(drop)?;
        client.welcome = client.next().await.ok_or(())?;
        clients.push(client);
    }
    clients.try_into().map_err(drop)
}
