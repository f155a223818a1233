//! The server behind nginx with TLS: the API, the WebSocket and limits per client, with `Host` passed on and replaced.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use parlor_test_tools::{CURL, NGINX, OPENSSL};
use rustix::process::{Pid, Signal, kill_process};

use crate::common::{create_pair, two_player_game};
use crate::operations::{config, free_address, start};

/// Request headers of a WebSocket handshake.
const HANDSHAKE: [&str; 4] = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
];

/// Running nginx; stopped when dropped.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        // A signal that it can handle, because otherwise its worker would go on.
        let _ = kill_process(Pid::from_child(&self.0), Signal::TERM);
        let _ = self.0.wait();
    }
}

impl Nginx {
    /// Starts nginx with a certificate of its own. `host` is the `Host` that it sends to the server.
    fn start(program: &Path, folder: &Path, upstream: &str, host: &str) -> (Nginx, u16) {
        let port = free_address().port();
        let path = |name: &str| -> PathBuf { folder.join(name) };
        let subject = ["-subj", "/CN=games.example", "-days", "2", "-nodes", "-newkey", "rsa:2048"];
        let mut certificate = Command::new("openssl");
        certificate.args(["req", "-x509"]).args(subject).arg("-keyout").arg(path("key")).arg("-out").arg(path("pem"));
        assert!(certificate.stderr(Stdio::null()).status().unwrap().success());
        let text = format!(
            "daemon off; worker_processes 1; pid {root}/pid; error_log {root}/log;
             events {{ worker_connections 64; }}
             http {{
                access_log off;
                client_body_temp_path {root}/body; proxy_temp_path {root}/proxy; fastcgi_temp_path {root}/fastcgi;
                uwsgi_temp_path {root}/uwsgi; scgi_temp_path {root}/scgi;
                map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
                server {{
                    listen 127.0.0.1:{port} ssl;
                    ssl_certificate {root}/pem; ssl_certificate_key {root}/key;
                    location / {{
                        proxy_pass http://{upstream};
                        proxy_http_version 1.1;
                        proxy_set_header Host {host};
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                        proxy_set_header X-Forwarded-Proto $scheme;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $connection_upgrade;
                    }}
                }}
             }}",
            root = folder.display()
        );
        std::fs::write(path("conf"), text).unwrap();
        let child = Command::new(program).arg("-c").arg(path("conf")).stderr(Stdio::null()).spawn().unwrap();
        (Nginx(child), port)
    }
}

/// Status of a request to nginx under the public name.
async fn status(port: u16, path: &str, headers: &[&str]) -> String {
    let mut curl = Command::new("curl");
    curl.args(["--silent", "--insecure", "--http1.1", "--max-time", "2", "--output", "/dev/null"]);
    curl.args(["--write-out", "%{http_code}", "--resolve", &format!("games.example:{port}:127.0.0.1")]);
    for header in headers {
        curl.args(["--header", *header]);
    }
    curl.arg(format!("https://games.example:{port}{path}"));
    let output = tokio::task::spawn_blocking(move || curl.output().unwrap()).await.unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn serves_behind_nginx_with_tls() {
    let (Some(nginx), Some(_), Some(_)) = (NGINX.require(), OPENSSL.require(), CURL.require()) else { return };
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.names = vec!["games.example".to_owned()];
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let (address, _stop) = start(config);
    let (id, _) = create_pair(address, two_player_game(), "unlimited").await;
    for host in ["$host", "$proxy_host"] {
        let folder = tempfile::tempdir().unwrap();
        let (_nginx, port) = Nginx::start(&nginx, folder.path(), &address.to_string(), host);
        while status(port, "/healthz", &[]).await != "200" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(status(port, &format!("/api/matches/{id}"), &["Origin: https://games.example"]).await, "200");
        let socket = format!("/api/matches/{id}/socket");
        let from = async |origin: &str| {
            status(port, &socket, &[&HANDSHAKE[..], &[&format!("Origin: {origin}")]].concat()).await
        };
        assert_eq!(from("https://games.example").await, "101", "Host {host}");
        for origin in ["https://evil.example", "http://games.example"] {
            assert_eq!(from(origin).await, "403", "Host {host}");
        }
    }
}
