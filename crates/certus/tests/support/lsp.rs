//! A client of the language server, and folders to verify files in.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Far more than anything needs.
const LIMIT: Duration = Duration::from_secs(120);

/// A folder of a test, empty at the beginning.
pub struct Folder {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl Folder {
    pub fn new(name: &str) -> Folder {
        // Not below the workspace of this project, which is not that of the test's files.
        let folder = tempfile::Builder::new().prefix(&format!("certus-lsp-{name}-")).tempdir().expect("a folder");
        Folder { path: folder.path().to_path_buf(), _folder: folder }
    }

    /// Writes a file; gives its URI.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.path.join(name);
        fs::write(&path, text).expect("to write a file");
        format!("file://{}", path.display())
    }
}

/// The numbers of a process in its `stat`, if it is not about to vanish: its group.
fn group_of(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    let (state, _parent, group) = (fields.next()?, fields.next()?, fields.next()?);
    if state == "Z" { None } else { group.parse().ok() }
}

/// Waits until a process is gone.
pub fn wait_for_end_of(process: u32) {
    let began = Instant::now();
    while group_of(process).is_some() {
        assert!(began.elapsed() < Duration::from_secs(20), "process {process} is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A client with a server of its own.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next_id: u64,
    /// All that the server said, in order.
    pub heard: Vec<Value>,
    shown: BTreeMap<String, Value>,
}

impl Client {
    /// Starts a server and shakes hands with it.
    pub fn start(settings: &Value) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
        command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("certus runs");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut client = Client { child, stdin, messages, next_id: 0, heard: Vec::new(), shown: BTreeMap::new() };
        let capabilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "codeLens": { "refreshSupport": true }, "inlayHint": { "refreshSupport": true } },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": settings });
        let answer = client.request("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16", "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    /// The processes that belong to the server and whose program has this name.
    pub fn processes(&self, program: &str) -> Vec<u32> {
        let own = |entry: fs::DirEntry| -> Option<u32> {
            let process: u32 = entry.file_name().to_str()?.parse().ok()?;
            let name = fs::read_to_string(entry.path().join("comm")).ok()?;
            (name.trim() == program && group_of(process) == Some(self.child.id())).then_some(process)
        };
        fs::read_dir("/proc").expect("processes").filter_map(Result::ok).filter_map(own).collect()
    }

    /// One of them, when there is one.
    pub fn wait_for_process(&self, program: &str) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(process) = self.processes(program).first() {
                return *process;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "there is no {program}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until nothing that belongs to the server is left.
    pub fn wait_for_end_of_all(&mut self) {
        self.wait_for_end();
        for program in ["z3", "rustc", "certus"] {
            self.processes(program).into_iter().for_each(wait_for_end_of);
        }
    }

    pub fn write_raw(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            // The server may be gone already.
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write_raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The whole answer to a request.
    pub fn request_whole(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(method, |message| message.get("method").is_none() && message["id"] == id)
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.request_whole(method, params);
        assert_eq!(answer.get("error"), None, "{method}");
        answer["result"].clone()
    }

    /// The next message that is wanted. Requests of the server are answered on the way.
    pub fn wait(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let left = LIMIT.saturating_sub(began.elapsed());
            let message = match self.messages.recv_timeout(left) {
                Ok(message) => message,
                Err(error) => {
                    panic!("{what}: {error}; heard: {:#?}", self.heard.iter().rev().take(5).collect::<Vec<_>>())
                }
            };
            self.hear(&message);
            if is_wanted(&message) {
                return message;
            }
        }
    }

    fn hear(&mut self, message: &Value) {
        if message.get("method").is_some() && message.get("id").is_some() {
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
        }
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap_or_default().to_string();
            self.shown.insert(uri, message["params"]["diagnostics"].clone());
        }
        self.heard.push(message.clone());
    }

    /// Hears what comes within some time.
    pub fn listen(&mut self, time: Duration) {
        let began = Instant::now();
        loop {
            match self.messages.recv_timeout(time.saturating_sub(began.elapsed())) {
                Ok(message) => self.hear(&message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "rust", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, uri: &str, version: u64, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    pub fn save(&mut self, uri: &str) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    /// Waits until the newest run is over, and not because another took its place.
    pub fn end_of_run(&mut self) {
        self.wait("the end of a run", |message| {
            let value = &message["params"]["value"];
            message["method"] == "$/progress" && value["kind"] == "end" && value["message"] != "superseded"
        });
    }

    /// The same, when several began: each says that it begins.
    pub fn end_of_newest_run(&mut self) {
        let kind = |message: &Value, kind: &str| message["params"]["value"]["kind"] == kind;
        while self.heard.iter().filter(|m| kind(m, "begin")).count()
            > self.heard.iter().filter(|m| kind(m, "end")).count()
        {
            self.wait("a word", |_| true);
        }
    }

    /// What is shown in a file now.
    pub fn diagnostics(&self, uri: &str) -> Value {
        self.shown.get(uri).cloned().unwrap_or_else(|| json!([]))
    }

    /// Waits until names are known: until a hover has an answer.
    pub fn wait_for_index(&mut self, uri: &str, line: usize, column: usize) {
        let began = Instant::now();
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } });
        while self.request("textDocument/hover", place.clone()) == Value::Null {
            assert!(began.elapsed() < LIMIT, "no index");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The text after the first quick fix for a range.
    pub fn apply_fix(&mut self, uri: &str, text: &str, range: &Value) -> String {
        let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
        let actions = self.request("textDocument/codeAction", params);
        let edit = &actions[0]["edit"]["changes"][uri][0];
        let offset = |place: &Value| {
            let line = place["line"].as_u64().expect("a line") as usize;
            let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            before + place["character"].as_u64().expect("a column, of plain letters") as usize
        };
        let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
        format!("{}{}{}", &text[..start], edit["newText"].as_str().expect("a text"), &text[end..])
    }

    /// Ends the server in order.
    pub fn shut_down(&mut self) {
        self.request("shutdown", Value::Null);
        self.exit();
    }

    /// Tells the server to exit, which it has been asked to prepare.
    pub fn exit(&mut self) {
        self.notify("exit", Value::Null);
        self.close();
        let status = self.wait_for_end();
        assert!(status.success(), "{status}");
    }

    /// Closes the way to the server without a word.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("to end it");
    }

    pub fn wait_for_end(&mut self) -> std::process::ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "the server goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has ended, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a message says what is shown in a file.
pub fn is_diagnostics_of(message: &Value, uri: &str) -> bool {
    message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
}

/// The next message of a server.
fn read(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.parse().ok();
        }
    }
    let mut text = vec![0; length?];
    stream.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
