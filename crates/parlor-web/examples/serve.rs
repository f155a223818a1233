//! Server without the command line program: `serve PORT DIR`. For browser tests and load tests.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use parlor_web::Config;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [port, data] = arguments.as_slice() else {
        eprintln!("usage: serve PORT DIR");
        return ExitCode::from(2);
    };
    let Ok(port) = port.parse() else {
        eprintln!("serve: \"{port}\" is not a port");
        return ExitCode::from(2);
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let catalog = Arc::new(parlor_games::catalog());
    let config = Config::new(catalog, address, data);
    match parlor_web::serve_until_signal(&config, |address| println!("http://{address}/")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("serve: {message}");
            ExitCode::FAILURE
        }
    }
}
