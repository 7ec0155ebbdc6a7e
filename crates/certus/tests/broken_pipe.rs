//! A reader that goes away, as in `certus trust FILE | head`, is no internal error.

mod support;

use std::process::{Command, Stdio};

fn status_without_a_reader(arguments: &[&str]) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_certus"))
        .args(arguments)
        .arg(support::root().join("examples/linked_list_bug.rs"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    child.wait().unwrap().code()
}

#[test]
fn nobody_reads() {
    assert_eq!(status_without_a_reader(&["verify"]), Some(1));
    assert_eq!(status_without_a_reader(&["verify", "--message-format=json"]), Some(1));
    assert_eq!(status_without_a_reader(&["trust"]), Some(0));
}
