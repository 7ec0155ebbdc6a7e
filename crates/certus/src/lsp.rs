//! `certus lsp`: the language server over standard input and output. Its engine runs this program itself.

mod engine;
mod root;

use std::io::Read as _;

use lsp_server::Connection;

use crate::pipeline::{BAD_CALL, PROVED};
use crate::terminal::errln;
use engine::Processes;

/// Serves a client; gives the exit status.
pub(crate) fn lsp() -> u8 {
    let engine = match std::env::current_exe() {
        Ok(program) => Processes::new(program),
        Err(error) => {
            errln!("error: cannot tell which program this is: {error}");
            return BAD_CALL;
        }
    };
    let (connection, threads) = Connection::stdio();
    let served = certus_lsp::serve(&connection, &engine);
    // The threads end when nobody sends any more and the client has closed its side.
    drop(connection);
    match served.map_err(|error| error.to_string()).and_then(|()| threads.join().map_err(|error| error.to_string())) {
        Ok(()) => PROVED,
        Err(error) => {
            errln!("error: {error}");
            BAD_CALL
        }
    }
}

/// Ends this process, and those that it started, when standard input is closed: whoever held the other end is gone and
/// cannot do it.
pub(crate) fn lifeline() {
    std::thread::spawn(|| {
        let mut rest = Vec::new();
        // Whether it was closed in order does not matter.
        let _ = std::io::stdin().read_to_end(&mut rest);
        engine::end_own_group();
    });
}
