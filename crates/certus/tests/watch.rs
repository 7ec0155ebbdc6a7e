//! `certus watch`: a save verifies again, a file of a module counts, and other files do not.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Far more than any run needs.
const LIMIT: Duration = Duration::from_secs(120);

fn program(more: &str) -> String {
    format!(
        "mod m;\nuse vstd::prelude::*;\nverus! {{\nfn f(x: u64) -> (r: u64) requires x < 9, ensures r > x \
         {{ x + {more} }}\n}}\nfn main() {{}}\n"
    )
}

/// The next line that says how a run ended.
fn verdict(lines: &Receiver<String>) -> String {
    lines.recv_timeout(LIMIT).expect("a run that ends")
}

#[test]
fn a_save_verifies_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("watch");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    let (root, module) = (folder.join("lib.rs"), folder.join("m.rs"));
    fs::write(&root, program("1")).expect("to write the program");
    fs::write(&module, "").expect("to write the module");
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.args(["watch", "--no-cache"]).arg(&root).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("certus runs");
    let (sender, lines) = channel();
    let stdout = child.stdout.take().expect("a pipe");
    std::thread::spawn(move || BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|l| sender.send(l)));
    assert!(verdict(&lines).starts_with("verified: 1"));
    // Until it watches the module too.
    std::thread::sleep(Duration::from_millis(500));
    fs::write(&root, program("0")).expect("to write the program");
    assert!(verdict(&lines).starts_with("not verified: 0"));
    // As editors do it.
    let new = folder.join("lib.rs.new");
    fs::write(&new, program("2")).expect("to write the program");
    fs::rename(&new, &root).expect("to rename");
    assert!(verdict(&lines).starts_with("verified: 1"));
    fs::write(folder.join("other.rs"), "fn").expect("to write another file");
    fs::write(&module, "fn g() { let x: u64 = true; }").expect("to write the module");
    assert!(verdict(&lines).starts_with("not verified"));
    assert!(lines.recv_timeout(Duration::from_millis(300)).is_err(), "a run that nobody asked for");
    child.kill().expect("to end it");
    child.wait().expect("it ends");
}
