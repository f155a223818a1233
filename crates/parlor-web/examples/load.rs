//! Load test: plays hundreds of matches at once against its own server: `load [MATCHES] [THINK_MS]`, or
//! `cargo xtask load`. Every player is a socket that waits for a random time and plays a random legal move. Prints the
//! latency from a move to both players, the server's peak memory, and whether every record is complete.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use parlor_core::{GameEntry, SplitMix64};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type BoxError = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const MAX_RUN_TIME: Duration = Duration::from_mins(4);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Ok(matches), Ok(think)) = (numbers.next().unwrap_or(Ok(500)), numbers.next().unwrap_or(Ok(500))) else {
        eprintln!("usage: load [MATCHES] [THINK_MS]");
        return ExitCode::from(2);
    };
    raise_open_file_limit();
    let folder = std::env::temp_dir().join(format!("parlor-load-{}", std::process::id()));
    let result = tokio::runtime::Runtime::new().map_err(BoxError::from).and_then(|runtime| {
        let (mut server, address) = start_server(&folder)?;
        let process = server.id();
        let result =
            runtime.block_on(async { tokio::time::timeout(MAX_RUN_TIME, run(address, process, matches, think)).await });
        let stopped = stop(&mut server);
        println!("server ended in {:.0} ms after SIGTERM", stopped?.as_secs_f64() * 1000.0);
        result.map_err(|_| BoxError::from("the matches took too long"))?
    });
    let _ = std::fs::remove_dir_all(&folder);
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start_server(folder: &std::path::Path) -> Result<(Child, SocketAddr), BoxError> {
    let program = std::env::current_exe()?.with_file_name("serve");
    let mut server = Command::new(program).arg("0").arg(folder).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse()?;
    Ok((server, address))
}

fn stop(server: &mut Child) -> Result<Duration, BoxError> {
    let start = Instant::now();
    let id = i32::try_from(server.id())?;
    let id = rustix::process::Pid::from_raw(id).ok_or("no process")?;
    rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
    server.wait()?;
    Ok(start.elapsed())
}

async fn run(address: SocketAddr, server: u32, matches: u64, think: u64) -> Result<bool, BoxError> {
    let catalog = parlor_games::catalog();
    let has_two_players =
        |entry: &&GameEntry| entry.start(entry.default_setup()).is_ok_and(|game| game.player_count() == 2);
    let games: Vec<&str> = catalog.games().iter().filter(has_two_players).map(|entry| &*entry.name).collect();
    let mut pairs = Vec::new();
    for number in 0..matches {
        let game = games[usize::try_from(number)? % games.len()];
        pairs.push(MatchPair::create(address, game).await?);
    }
    println!("{matches} matches, {} sockets, thinking up to {think} ms a move", 2 * matches);
    let start = Instant::now();
    let players: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(number, pair)| tokio::spawn(pair.play(SplitMix64::new(number as u64), think)))
        .collect();
    let mut times = Vec::new();
    let mut played = Vec::new();
    for player in players {
        let (id, moves, mut took) = player.await??;
        times.append(&mut took);
        played.push((id, moves));
    }
    let seconds = start.elapsed().as_secs_f64();
    let complete = count_complete_records(address, &played).await?;
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
    let rate = f64::from(u32::try_from(times.len())?) / seconds;
    println!("{} moves in {seconds:.1} s, {rate:.0} moves/s", times.len());
    println!("move to broadcast: median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms", at(50), at(99), at(100));
    println!("records complete: {complete} of {}", played.len());
    println!("server's largest memory: {} MB", peak_memory(server).unwrap_or(0) / 1000);
    Ok(complete == played.len() && at(99) < 50.0)
}

/// Both players of a match.
struct MatchPair {
    id: String,
    sockets: [Socket; 2],
    state: Value,
}

impl MatchPair {
    async fn create(address: SocketAddr, game: &str) -> Result<MatchPair, BoxError> {
        let body = json!({ "setup": { "game": game, "options": {}, "position": null },
            "seats": [{ "who": "you" }, { "who": "friend" }] });
        let created = post(address, "/api/matches", &body).await?;
        let id = text(&created["id"])?;
        let claim = json!({ "invitation": created["invitations"][1] });
        let claimed = post(address, &format!("/api/matches/{id}/claim"), &claim).await?;
        let (first, state) = join(address, &id, &text(&created["token"])?).await?;
        let (second, _) = join(address, &id, &text(&claimed["token"])?).await?;
        Ok(MatchPair { id, sockets: [first, second], state })
    }

    async fn play(
        mut self,
        mut random: SplitMix64,
        think: u64,
    ) -> Result<(String, Vec<String>, Vec<Duration>), BoxError> {
        let (mut moves, mut times) = (Vec::new(), Vec::new());
        while self.state["ending"].is_null() {
            tokio::time::sleep(Duration::from_millis(random.below(usize::try_from(think)? + 1) as u64)).await;
            let choices = self.state["scene"]["choices"].as_array().ok_or("no choices")?;
            let chosen = text(&random.choose(choices).ok_or("no choices")?["notation"])?;
            let message = json!({ "type": "play", "request": 1, "ply": moves.len(), "move": chosen });
            let seat = usize::from(self.state["turn"] == "second");
            let start = Instant::now();
            self.sockets[seat].send(Message::Text(message.to_string().into())).await?;
            moves.push(chosen);
            let [first, second] = &mut self.sockets;
            let (first, second) = tokio::try_join!(position(first, moves.len()), position(second, moves.len()))?;
            times.push(start.elapsed());
            if first != second {
                return Err("the players see different positions".into());
            }
            self.state = serde_json::from_str(&first)?;
        }
        Ok((self.id, moves, times))
    }
}

async fn join(address: SocketAddr, id: &str, token: &str) -> Result<(Socket, Value), BoxError> {
    let mut socket = loop {
        match connect_async(format!("ws://{address}/api/matches/{id}/socket")).await {
            Ok((socket, _)) => break socket,
            Err(Error::Http(response)) if response.status() == 429 => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Err(error) => return Err(error.into()),
        }
    };
    socket.send(Message::Text(json!({ "type": "hello", "token": token }).to_string().into())).await?;
    let welcome = next(&mut socket, "{\"type\":\"welcome\"").await?;
    Ok((socket, serde_json::from_str(&welcome)?))
}

/// Waits for the position message with this number of moves.
async fn position(socket: &mut Socket, ply: usize) -> Result<String, BoxError> {
    let message = next(socket, "{\"type\":\"position\"").await?;
    let is_expected = message.contains(&format!("\"ply\":{ply},"));
    if is_expected { Ok(message) } else { Err(format!("not move {ply}: {message}").into()) }
}

/// Waits for the next message with this prefix; a rejected request is an error.
async fn next(socket: &mut Socket, prefix: &str) -> Result<String, BoxError> {
    loop {
        match socket.next().await.ok_or("the server closed a socket")?? {
            Message::Text(text) if text.starts_with(prefix) => return Ok(text.to_string()),
            Message::Text(text) if text.starts_with("{\"type\":\"refused\"") => return Err(text.to_string().into()),
            Message::Close(_) => return Err("the server closed a socket".into()),
            _ => {}
        }
    }
}

/// Replays all records, and returns how many of them contain exactly the moves played.
async fn count_complete_records(address: SocketAddr, played: &[(String, Vec<String>)]) -> Result<usize, BoxError> {
    let catalog = parlor_games::catalog();
    let mut complete = 0;
    for (id, moves) in played {
        let record = http(address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await?;
        let record: parlor_match::Record = record.parse()?;
        let replayed = record.replay(&catalog)?;
        let is_same = replayed.moves().map(|(_, notation)| notation).eq(moves.iter().map(String::as_str));
        complete += usize::from(is_same && replayed.result().is_some());
    }
    Ok(complete)
}

async fn post(address: SocketAddr, path: &str, data: &Value) -> Result<Value, BoxError> {
    let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/json");
    Ok(serde_json::from_str(&http(address, &head, &data.to_string()).await?)?)
}

/// Sends an HTTP request, and repeats it while the server's rate limit rejects it.
async fn http(address: SocketAddr, head: &str, body: &str) -> Result<String, BoxError> {
    loop {
        let mut stream = TcpStream::connect(address).await?;
        let length = body.len();
        let text = format!("{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).await?;
        let mut response = String::new();
        stream.read_to_string(&mut response).await?;
        if !response.starts_with("HTTP/1.1 429") {
            return Ok(response.split_once("\r\n\r\n").ok_or("no response")?.1.to_owned());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn text(value: &Value) -> Result<String, BoxError> {
    Ok(value.as_str().ok_or_else(|| format!("{value} is not a string"))?.to_owned())
}

/// Peak memory of a process in kilobytes, from Linux's /proc.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn raise_open_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
