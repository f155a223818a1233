//! Hundreds of matches at once against a server of its own: `load [MATCHES] [THINK_MS]`, or `cargo xtask load`.
//! Every player is a socket that thinks for a random while and plays a random legal move. Prints how long a move
//! took to reach both players, what the server's memory came to, and whether every record is whole.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Trouble = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const LONGEST_RUN: Duration = Duration::from_mins(4);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Ok(matches), Ok(think)) = (numbers.next().unwrap_or(Ok(500)), numbers.next().unwrap_or(Ok(500))) else {
        eprintln!("usage: load [MATCHES] [THINK_MS]");
        return ExitCode::from(2);
    };
    raise_limit_of_open_files();
    let folder = std::env::temp_dir().join(format!("parlor-load-{}", std::process::id()));
    let result = tokio::runtime::Runtime::new().map_err(Trouble::from).and_then(|runtime| {
        let (mut server, address) = start_server(&folder)?;
        let process = server.id();
        let result =
            runtime.block_on(async { tokio::time::timeout(LONGEST_RUN, run(address, process, matches, think)).await });
        let stopped = stop(&mut server);
        println!("server ended in {:.0} ms after SIGTERM", stopped?.as_secs_f64() * 1000.0);
        result.map_err(|_| Trouble::from("the matches took too long"))?
    });
    let _ = std::fs::remove_dir_all(&folder);
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) => {
            eprintln!("load: {trouble}");
            ExitCode::FAILURE
        }
    }
}

fn start_server(folder: &std::path::Path) -> Result<(Child, SocketAddr), Trouble> {
    let program = std::env::current_exe()?.with_file_name("serve");
    let mut server = Command::new(program).arg("0").arg(folder).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse()?;
    Ok((server, address))
}

fn stop(server: &mut Child) -> Result<Duration, Trouble> {
    let begun = Instant::now();
    let id = i32::try_from(server.id())?;
    let id = rustix::process::Pid::from_raw(id).ok_or("no process")?;
    rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
    server.wait()?;
    Ok(begun.elapsed())
}

async fn run(address: SocketAddr, server: u32, matches: u64, think: u64) -> Result<bool, Trouble> {
    let games: Vec<&str> =
        parlor_games::catalog::GAMES.iter().filter(|game| game.seats == 2).map(|game| game.name).collect();
    let mut tables = Vec::new();
    for number in 0..matches {
        let game = games[usize::try_from(number)? % games.len()];
        tables.push(Table::open(address, game).await?);
    }
    println!("{matches} matches, {} sockets, thinking up to {think} ms a move", 2 * matches);
    let begun = Instant::now();
    let players: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, table)| tokio::spawn(table.play(Random(number as u64 * 2 + 1), think)))
        .collect();
    let mut times = Vec::new();
    let mut played = Vec::new();
    for player in players {
        let (id, moves, mut took) = player.await??;
        times.append(&mut took);
        played.push((id, moves));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let whole = check(address, &played).await?;
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
    let rate = f64::from(u32::try_from(times.len())?) / seconds;
    println!("{} moves in {seconds:.1} s, {rate:.0} moves/s", times.len());
    println!("move to broadcast: median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms", at(50), at(99), at(100));
    println!("records whole: {whole} of {}", played.len());
    println!("server's largest memory: {} MB", peak_memory(server).unwrap_or(0) / 1000);
    Ok(whole == played.len() && at(99) < 50.0)
}

/// Both ends of a match.
struct Table {
    id: String,
    sockets: [Socket; 2],
    state: Value,
}

impl Table {
    async fn open(address: SocketAddr, game: &str) -> Result<Table, Trouble> {
        let wish = json!({ "setup": { "game": game, "options": {}, "position": null },
            "seats": [{ "who": "you" }, { "who": "friend" }] });
        let made = post(address, "/api/matches", &wish).await?;
        let id = text(&made["id"])?;
        let claim = json!({ "invitation": made["invitations"][1] });
        let claimed = post(address, &format!("/api/matches/{id}/claim"), &claim).await?;
        let (first, state) = enter(address, &id, &text(&made["token"])?).await?;
        let (second, _) = enter(address, &id, &text(&claimed["token"])?).await?;
        Ok(Table { id, sockets: [first, second], state })
    }

    async fn play(mut self, mut random: Random, think: u64) -> Result<(String, Vec<String>, Vec<Duration>), Trouble> {
        let (mut moves, mut times) = (Vec::new(), Vec::new());
        while self.state["ending"].is_null() {
            tokio::time::sleep(Duration::from_millis(random.below(think + 1))).await;
            let choices = self.state["scene"]["choices"].as_array().ok_or("no choices")?;
            let chosen = text(&choices[usize::try_from(random.below(choices.len() as u64))?]["notation"])?;
            let wish = json!({ "type": "play", "request": 1, "ply": moves.len(), "move": chosen });
            let seat = usize::from(self.state["turn"] == "second");
            let begun = Instant::now();
            self.sockets[seat].send(Message::Text(wish.to_string().into())).await?;
            moves.push(chosen);
            let [first, second] = &mut self.sockets;
            let (one, other) = tokio::try_join!(position(first, moves.len()), position(second, moves.len()))?;
            times.push(begun.elapsed());
            if one != other {
                return Err("the players see different positions".into());
            }
            self.state = serde_json::from_str(&one)?;
        }
        Ok((self.id, moves, times))
    }
}

async fn enter(address: SocketAddr, id: &str, token: &str) -> Result<(Socket, Value), Trouble> {
    let mut socket = loop {
        match connect_async(format!("ws://{address}/api/matches/{id}/socket")).await {
            Ok((socket, _)) => break socket,
            Err(Error::Http(answer)) if answer.status() == 429 => tokio::time::sleep(Duration::from_millis(100)).await,
            Err(error) => return Err(error.into()),
        }
    };
    socket.send(Message::Text(json!({ "type": "hello", "token": token }).to_string().into())).await?;
    let welcome = next(&mut socket, "{\"type\":\"welcome\"").await?;
    Ok((socket, serde_json::from_str(&welcome)?))
}

/// The news that there are so many moves on the board.
async fn position(socket: &mut Socket, ply: usize) -> Result<String, Trouble> {
    let told = next(socket, "{\"type\":\"position\"").await?;
    if told.contains(&format!("\"ply\":{ply},")) { Ok(told) } else { Err(format!("not move {ply}: {told}").into()) }
}

/// The next message that begins so; a refusal is trouble.
async fn next(socket: &mut Socket, beginning: &str) -> Result<String, Trouble> {
    loop {
        match socket.next().await.ok_or("the server closed a socket")?? {
            Message::Text(text) if text.starts_with(beginning) => return Ok(text.to_string()),
            Message::Text(text) if text.starts_with("{\"type\":\"refused\"") => return Err(text.to_string().into()),
            Message::Close(_) => return Err("the server closed a socket".into()),
            _ => {}
        }
    }
}

/// How many records hold exactly the moves that were played, replayed by the rules.
async fn check(address: SocketAddr, played: &[(String, Vec<String>)]) -> Result<usize, Trouble> {
    let mut whole = 0;
    for (id, moves) in played {
        let record = http(address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await?;
        let record: parlor_match::Record = record.parse()?;
        let replayed = record.replay(|setup| parlor_games::catalog::start(setup.clone()))?;
        let is_same = replayed.moves().map(|(_, notation)| notation).eq(moves.iter().map(String::as_str));
        whole += usize::from(is_same && replayed.ending().is_some());
    }
    Ok(whole)
}

async fn post(address: SocketAddr, path: &str, data: &Value) -> Result<Value, Trouble> {
    let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/json");
    Ok(serde_json::from_str(&http(address, &head, &data.to_string()).await?)?)
}

/// The server's limit for one address holds for this machine too: then it is asked again.
async fn http(address: SocketAddr, head: &str, body: &str) -> Result<String, Trouble> {
    loop {
        let mut stream = TcpStream::connect(address).await?;
        let length = body.len();
        let text = format!("{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        if !answer.starts_with("HTTP/1.1 429") {
            return Ok(answer.split_once("\r\n\r\n").ok_or("no answer")?.1.to_owned());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn text(value: &Value) -> Result<String, Trouble> {
    Ok(value.as_str().ok_or_else(|| format!("{value} is no text"))?.to_owned())
}

/// In kilobytes, as Linux counts it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn raise_limit_of_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// A linear congruential generator: the same matches every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}
