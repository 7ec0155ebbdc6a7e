//! Ends the processes of a server that ends without warning.
//!
//! The server leads a process group, to which its solvers and compilers belong. If the server is killed, a solver would
//! go on with its proof. So a second process, `certus lsp --guard ID`, waits at the end of a pipe, and kills the group
//! when the pipe closes.

use std::process::{Child, Command, Stdio};

use crate::status::{BAD_CALL, PROVED};

/// The guard of this process.
pub(super) struct Guard {
    child: Option<Child>,
}

impl Guard {
    /// Starts the guard. If that is not possible, the server works without one.
    pub(super) fn start() -> Guard {
        if !lead_group() {
            return Guard { child: None };
        }
        let started = std::env::current_exe().and_then(|program| {
            let id = std::process::id().to_string();
            let mut command = Command::new(program);
            command.args(["lsp", "--guard", &id]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn()
        });
        Guard { child: started.ok() }
    }
}

impl Drop for Guard {
    /// The server ends in order, so there is nothing to guard.
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may be gone.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until the server is gone, and kills its group. It returns an exit status.
pub(super) fn guard(server: u32) -> u8 {
    let mut rest = Vec::new();
    // Nothing is written to the pipe.
    let _ = std::io::Read::read_to_end(&mut std::io::stdin(), &mut rest);
    if kill_own_group(server) { PROVED } else { BAD_CALL }
}

/// Makes this process the leader of its group; false if it cannot.
#[cfg(unix)]
fn lead_group() -> bool {
    use rustix::process::{getpgrp, getpid, setpgid};
    // A process in the background cannot read a terminal. An editor uses a pipe.
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdin());
    if !is_terminal && getpgrp() != getpid() {
        let _ = setpgid(None, None);
    }
    getpgrp() == getpid()
}

#[cfg(not(unix))]
fn lead_group() -> bool {
    false
}

/// Kills the group of this process if a process with this id leads it; false if it does not.
#[cfg(unix)]
fn kill_own_group(leader: u32) -> bool {
    use rustix::process::{Signal, getpgrp, kill_current_process_group};
    u32::try_from(getpgrp().as_raw_nonzero().get()) == Ok(leader) && kill_current_process_group(Signal::KILL).is_ok()
}

#[cfg(not(unix))]
fn kill_own_group(_leader: u32) -> bool {
    false
}

/// Lowers the priority of this thread, for work that no user waits for.
#[cfg(unix)]
pub(super) fn lower_priority() {
    /// The number of steps, out of 19.
    const STEPS: i32 = 10;
    // If this is not allowed, the priority stays the same.
    let _ = rustix::process::nice(STEPS);
}

#[cfg(not(unix))]
pub(super) fn lower_priority() {}
