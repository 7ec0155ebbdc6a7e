//! `certus lsp`: the language server over standard input and output. It calls the driver in threads of its own process.

mod engine;
mod guard;
mod prestarted;
mod records;
mod root;
mod wanted;

use lsp_server::Connection;

use crate::status::{self, PROVED};
use engine::Runs;
use guard::Guard;

/// Serves a client, or guards the server with this process id. It returns the exit status.
pub(crate) fn lsp(guarded: Option<u32>) -> u8 {
    if let Some(server) = guarded {
        return guard::guard(server);
    }
    let guard = Guard::start();
    let engine = Runs::new();
    let (connection, threads) = Connection::stdio();
    let served = certus_lsp::serve(&connection, &engine);
    // The threads end when all senders are gone and the client has closed its side.
    drop(connection);
    // Prestarted processes end in order, so that they leave no files behind.
    drop(engine);
    let status =
        match served.map_err(|error| error.to_string()).and_then(|()| threads.join().map_err(|e| e.to_string())) {
            Ok(()) => PROVED,
            Err(error) => status::bad_call(error),
        };
    drop(guard);
    status
}
