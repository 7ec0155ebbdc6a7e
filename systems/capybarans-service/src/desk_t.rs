//! The thread that has the notary: requests come to it one at a time, so that nothing is between the steps of one. Plain Rust.
//!
//! trusted: a reply is what [`handle`] gave for that request; the key is given to nothing else.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;

use capybarans::{Reply, Route, handle};
use tokio::sync::{mpsc as queue, oneshot};

use crate::error_t::Fault;
use crate::files_t;

/// How many requests may wait. Others wait in their connections.
const WAITING: usize = 64;

/// A request, and where its reply goes.
struct Asked {
    route: Route,
    body: Vec<u8>,
    reply: oneshot::Sender<Reply>,
}

/// Whoever has it can ask the notary.
#[derive(Clone)]
pub struct Desk {
    asked: queue::Sender<Asked>,
}

/// The notary has gone, which is so only when the service ends.
#[derive(Debug)]
pub struct Gone;

impl Desk {
    /// Opens the notary in a folder, in a thread of its own that ends when the last desk is dropped. Gives its public key too.
    ///
    /// # Errors
    /// As [`files_t::open`].
    pub fn open(folder: &Path) -> Result<(Desk, [u8; 32], JoinHandle<()>), Fault> {
        let (asked, mut requests) = queue::channel::<Asked>(WAITING);
        let (opened, answer) = mpsc::channel();
        let folder: PathBuf = folder.to_owned();
        let thread = std::thread::spawn(move || {
            let mut notary = match files_t::open(&folder) {
                Ok(notary) => {
                    // Whoever asked waits for it.
                    let _ = opened.send(Ok(notary.public()));
                    notary
                }
                Err(fault) => {
                    let _ = opened.send(Err(fault));
                    return;
                }
            };
            while let Some(Asked { route, body, reply }) = requests.blocking_recv() {
                // Whoever asked may have gone; what was done is done.
                let _ = reply.send(handle(&mut notary, route, &body));
            }
        });
        let public =
            answer.recv().map_err(|_| Fault::Runtime(std::io::Error::other("the notary's thread ended")))??;
        Ok((Desk { asked }, public, thread))
    }

    /// Asks the notary.
    ///
    /// # Errors
    /// The service ends.
    pub async fn ask(&self, route: Route, body: Vec<u8>) -> Result<Reply, Gone> {
        let (reply, answer) = oneshot::channel();
        self.asked.send(Asked { route, body, reply }).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)
    }
}
