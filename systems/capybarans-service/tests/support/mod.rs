//! What the tests share: services that are processes, and clients of them.

#![allow(dead_code)] // each test uses a part

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use capybarans_service::client_t::Client;
use capybarans_service::text_t::of_hex;
use hyper::Method;

/// The command.
pub fn notary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_notary"))
}

/// Runs the command with these words.
pub fn run(words: &[&str]) -> Output {
    notary().args(words).output().expect("the command starts")
}

/// What a command printed, if it did what it should.
pub fn done(words: &[&str]) -> String {
    let output = run(words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command said, if it ended with this status.
pub fn fails(status: i32, words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A path as a word.
pub fn word(path: &Path) -> &str {
    path.to_str().expect("the folders of tests have names in Unicode")
}

/// The folder of a new notary, in a folder that is removed at the end.
pub fn new_notary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notary");
    done(&["keygen", word(&path)]);
    (folder, path)
}

/// A service that is a process.
pub struct Service {
    pub child: Child,
    pub at: SocketAddr,
    pub public: [u8; 32],
}

impl Service {
    /// Starts a service of the notary in a folder, at a port that the system chooses.
    pub fn start(folder: &Path) -> Service {
        let mut child = notary()
            .args(["serve", word(folder), "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the service starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where it is");
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let at = words.get(2).and_then(|at| at.parse().ok()).unwrap_or_else(|| panic!("it said `{line}`"));
        let public = words.last().and_then(|key| of_hex(key)).expect("it says its key");
        Service { child, at, public }
    }

    /// Ends it as an operator does. Gives its status.
    pub fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("there is `kill`").success());
        self.child.wait().expect("it ends").code()
    }

    /// Kills it.
    pub fn kill(self) {
        drop(self);
    }

    /// Sends bytes, and gives what comes back until the service closes the connection or nothing comes for so long.
    pub fn raw(&self, bytes: &[u8], patience: Duration) -> String {
        let mut stream = TcpStream::connect(self.at).expect("it listens");
        stream.set_read_timeout(Some(patience)).expect("a time");
        // It may close the connection before all is sent.
        let _ = stream.write_all(bytes);
        let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
        while let Ok(len @ 1..) = stream.read(&mut buffer) {
            all.extend_from_slice(&buffer[..len]);
        }
        String::from_utf8_lossy(&all).into_owned()
    }

    /// The last timestamp and hash.
    pub fn state(&self) -> (u64, [u8; 32]) {
        runtime().block_on(async {
            let mut client = Client::connect(self.at).await.expect("it listens");
            let bytes = client.ask(Method::GET, "/state", &[]).await.expect("it answers");
            let (timestamp, hash) = bytes.split_first_chunk().expect("forty bytes");
            (u64::from_le_bytes(*timestamp), hash.try_into().expect("forty bytes"))
        })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.child.kill();
        self.child.wait().expect("it is gone");
    }
}

/// A runtime for clients.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}
