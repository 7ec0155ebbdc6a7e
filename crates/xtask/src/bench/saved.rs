//! A save in an editor: a client of the language server saves an edit that is wrong, and the error is shown.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::measure::{Run, Times};
use super::{Fault, project};

/// The time between two checks whether the server is idle.
const LOOK: Duration = Duration::from_millis(100);

/// The number of checks after which the server counts as lost.
const PATIENCE: usize = 600;

/// A server and its pipes.
struct Server {
    /// The process of the server.
    child: Child,
    /// Its standard input.
    stdin: ChildStdin,
    /// Its standard output.
    stdout: BufReader<ChildStdout>,
    /// The number of requests so far.
    requests: u64,
}

/// Saves once. The run's wall time is that from the word of the save to the error, and its memory that of the server, which
/// has loaded the program. The inner error says why there is no number.
pub(crate) fn run(binary: &Path, file: &Path) -> Result<Result<Run, String>, Fault> {
    project::restore(file)?;
    let mut server = Server::start(binary)?;
    let uri = format!("file://{}", file.display());
    let text = std::fs::read_to_string(file)?;
    let document = json!({ "uri": uri, "languageId": "rust", "version": 1, "text": text });
    server.notify("textDocument/didOpen", &json!({ "textDocument": document }))?;
    if !server.rest(&uri, &text)? {
        return Ok(Err("the server does not come to rest".into()));
    }
    let memory = memory_of(server.child.id());
    project::edit(file, false)?;
    let began = Instant::now();
    server.notify("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }))?;
    let shown = loop {
        let Some(message) = server.read() else { return Ok(Err("the server is gone".into())) };
        let shown = &message["params"]["diagnostics"];
        if message["method"] == "textDocument/publishDiagnostics" && shown.as_array().is_some_and(|all| !all.is_empty())
        {
            break shown.clone();
        }
    };
    let wall = began.elapsed().as_secs_f64() * 1000.0;
    project::restore(file)?;
    Ok(match shown[0]["code"].as_str() {
        Some("verify/assert") => Ok(Run { wall, memory, times: Times::default() }),
        _ => Err(format!("another error than the one that was put in: {shown}")),
    })
}

impl Server {
    fn start(binary: &Path) -> Result<Server, Fault> {
        let mut command = Command::new(binary);
        let mut child = command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or("no way to the server")?;
        let stdout = BufReader::new(child.stdout.take().ok_or("no way from the server")?);
        let mut server = Server { child, stdin, stdout, requests: 0 };
        server.request("initialize", &json!({ "processId": null, "rootUri": null, "capabilities": {} }))?;
        server.notify("initialized", &json!({}))?;
        Ok(server)
    }

    /// Waits until the server is idle: it computes the index of names last.
    fn rest(&mut self, uri: &str, text: &str) -> Result<bool, Fault> {
        let name = |(number, line): (usize, &str)| Some((number, line.find("fn larger(")? + "fn ".len()));
        let (line, character) = text.lines().enumerate().find_map(name).ok_or("the function is not there")?;
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
        for _ in 0..PATIENCE {
            if self.request("textDocument/hover", &place)? != Value::Null {
                return Ok(true);
            }
            std::thread::sleep(LOOK);
        }
        Ok(false)
    }

    fn send(&mut self, message: &Value) -> Result<(), Fault> {
        let text = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.stdin.flush()?)
    }

    fn notify(&mut self, method: &str, params: &Value) -> Result<(), Fault> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Fault> {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let message = self.read().ok_or("the server is gone")?;
            if message.get("method").is_none() && message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    /// The next message; `None` when there will be none.
    fn read(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().ok(),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length?];
        self.stdout.read_exact(&mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // All that it started ends with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The largest resident set of a process, in bytes; 0 where the system does not tell.
fn memory_of(process: u32) -> u64 {
    let of = |status: String| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()? * 1024)
    };
    std::fs::read_to_string(format!("/proc/{process}/status")).ok().and_then(of).unwrap_or(0)
}
