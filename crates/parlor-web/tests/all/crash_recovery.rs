//! Crash recovery: a server that is killed during matches has every acknowledged move after a restart.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use parlor_web::Config;

use crate::common::{Client, create_pair, get, notations};

const DATA: &str = "PARLOR_TEST_DATA";

/// Server process for the test below, which runs this one in a child process and kills it.
#[test]
#[ignore = "server process of the test below"]
fn server_process() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let catalog = std::sync::Arc::clone(&crate::common::CATALOG);
    let config = Config::new(catalog, ([127, 0, 0, 1], 0).into(), data);
    parlor_web::serve_until_signal(&config, |address| eprintln!("serving {address}")).unwrap();
}

pub(crate) fn spawn(data: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["crash_recovery::server_process", "--exact", "--ignored", "--nocapture"])
        .env(DATA, data)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("the server prints its address").unwrap();
        if let Some(address) = line.strip_prefix("serving ") {
            break address.parse().unwrap();
        }
    };
    (child, address)
}

#[tokio::test]
async fn kill_loses_no_acknowledged_move_and_no_seat() {
    const MATCHES: usize = 12;
    let data = tempfile::tempdir().unwrap();
    let (mut child, mut address) = spawn(data.path());
    let game = crate::common::two_player_game();
    let mut matches = Vec::new();
    for _ in 0..MATCHES {
        matches.push(create_pair(address, game, "clock=600+1").await);
    }
    let mut acknowledged = vec![0_usize; MATCHES];
    for round in 0..3 {
        let killer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(400));
            child.kill().unwrap();
            child.wait().unwrap();
        });
        let players = matches.iter().zip(acknowledged).map(|((id, tokens), start)| {
            let (id, tokens) = (id.clone(), tokens.clone());
            tokio::spawn(async move { play_until_killed(address, &id, &tokens, start).await })
        });
        let players: Vec<_> = players.collect();
        acknowledged = Vec::new();
        for player in players {
            acknowledged.push(player.await.unwrap());
        }
        killer.join().unwrap();
        (child, address) = spawn(data.path());
        for ((id, tokens), count) in matches.iter().zip(&acknowledged) {
            let (status, state) = get(address, &format!("/api/matches/{id}")).await;
            assert_eq!(status, 200, "{state}");
            let ply = usize::try_from(state["ply"].as_u64().unwrap()).unwrap();
            // One more move may have been stored but not acknowledged.
            assert!(ply == *count || ply == count + 1, "round {round}: {ply} moves, {count} acknowledged");
            let client = Client::join(address, id, &tokens[1]).await;
            assert_eq!(client.welcome["you"]["seats"][0], "second");
        }
        for (count, (id, _)) in acknowledged.iter_mut().zip(&matches) {
            *count =
                usize::try_from(get(address, &format!("/api/matches/{id}")).await.1["ply"].as_u64().unwrap()).unwrap();
        }
    }
    assert!(acknowledged.iter().sum::<usize>() > MATCHES, "{acknowledged:?}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Plays moves until the server is killed, and returns the number of acknowledged moves.
async fn play_until_killed(address: SocketAddr, id: &str, tokens: &[String; 2], start: usize) -> usize {
    let Ok(mut clients) = join_both(address, id, tokens).await else { return start };
    let mut ply = start;
    let mut state = clients[0].welcome.clone();
    while state["result"].is_null() {
        let moves = notations(&state);
        let client = &mut clients[usize::from(state["scene"]["turn"] == "second")];
        let message = serde_json::json!({ "type": "play", "ply": ply, "move": moves[ply * 5 % moves.len()] });
        if client.send_text(&message.to_string()).await.is_err() {
            break;
        }
        let position = loop {
            match client.next().await {
                Some(message) if message["type"] == "position" && message["ply"] == ply + 1 => break Some(message),
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

async fn join_both(address: SocketAddr, id: &str, tokens: &[String; 2]) -> Result<[Client; 2], ()> {
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::connect(address, id, None).await.map_err(drop)?;
        client.send_text(&serde_json::json!({ "type": "hello", "token": token }).to_string()).await.map_err(drop)?;
        client.welcome = client.next().await.ok_or(())?;
        clients.push(client);
    }
    clients.try_into().map_err(drop)
}
