//! A real NATS server on loopback.

#[path = "../../../parlor/tests/support/ports.rs"]
mod ports;

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parlor_test_tools::NATS_SERVER;

/// A server with a store of its own. It can be killed and started again.
pub(crate) struct NatsServer {
    folder: tempfile::TempDir,
    port: u16,
    /// Lines of its configuration, besides address and store.
    configuration: String,
    process: Option<Child>,
}

impl NatsServer {
    pub(crate) fn start() -> NatsServer {
        NatsServer::start_with("")
    }

    /// A server with more lines of configuration.
    pub(crate) fn start_with(configuration: &str) -> NatsServer {
        let configuration = configuration.to_owned();
        let folder = tempfile::tempdir().unwrap();
        let mut server = NatsServer { folder, port: ports::free_port(), configuration, process: None };
        server.launch();
        server
    }

    fn launch(&mut self) {
        let store = format!("\"{}\"", self.folder.path().join("store").display());
        let file = self.folder.path().join("server.conf");
        let (port, more) = (self.port, &self.configuration);
        let limit = if more.contains("jetstream") { "" } else { &format!("jetstream {{ store_dir: {store} }}") };
        let more = more.replace("STORE", &store);
        std::fs::write(&file, format!("listen: 127.0.0.1:{port}\n{limit}\n{more}\n")).unwrap();
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        let mut command = Command::new(NATS_SERVER.find().expect("nats-server is installed: cargo xtask packages"));
        command.arg("-c").arg(&file).stdout(Stdio::null()).stderr(log);
        self.process = Some(command.spawn().expect("nats-server starts"));
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(20), "nats-server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    #[allow(dead_code, reason = "not every test file needs it")]
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().map_or(0, Child::id)
    }

    /// Kills the server without a warning, and starts it again with its store.
    #[allow(dead_code, reason = "not every test file needs it")]
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.launch();
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
