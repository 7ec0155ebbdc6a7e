//! The emulator: QEMU, with its translator, so that it runs everywhere.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::task::Fault;

/// The command.
const QEMU: &str = "qemu-system-x86_64";

/// How long the kernel may say nothing. It says something every thousand addresses, in lines that begin with `touched`.
const PATIENCE: Duration = Duration::from_secs(120);

/// One core changes the page table, two use it. The device turns what the kernel writes to its port into the exit status.
const MACHINE: [&str; 20] = [
    "-machine",
    "pc",
    "-accel",
    "tcg",
    "-cpu",
    "max",
    "-smp",
    "3",
    "-m",
    "2G",
    "-nodefaults",
    "-no-user-config",
    "-no-reboot",
    "-display",
    "none",
    "-serial",
    "stdio",
    "-device",
    "isa-debug-exit,iobase=0xf4,iosize=0x04",
    "-kernel",
];

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything is as the model says.
    Well,
    /// Something is not.
    Mismatch,
    /// The kernel has a fault, or the emulator ended by itself.
    Broken,
    /// The kernel said nothing for too long.
    Hangs,
}

impl Ended {
    /// From the exit status: twice the number that the kernel writes to the port, and 1 (`Ended` in its `port.rs`).
    fn of(status: Option<i32>) -> Ended {
        match status {
            Some(33) => Ended::Well,
            Some(35) => Ended::Mismatch,
            _ => Ended::Broken,
        }
    }

    /// The message.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Ended::Well => "the processors do what the model says",
            Ended::Mismatch => "a processor does something else than the model says",
            Ended::Broken => "the kernel has a fault",
            Ended::Hangs => "the kernel hangs",
        }
    }
}

/// Looks whether the emulator is here.
pub(crate) fn look() -> Result<(), Fault> {
    match Command::new(QEMU).arg("--version").stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{QEMU} --version` fails: {status}").into()),
        Err(error) => Err(format!(
            "cannot start `{QEMU}`: {error}\ninstall it: the package `qemu-system-x86` of Debian, Ubuntu and Fedora, \
             `qemu-system-x86` of Arch, `qemu` of Homebrew"
        )
        .into()),
    }
}

/// Runs the kernel with a command line. With `shows`, what it says is shown; else only if it says something that nobody expects.
pub(crate) fn run(kernel: &Path, line: &str, shows: bool) -> Result<Ended, Fault> {
    let mut child = Command::new(QEMU)
        .args(MACHINE)
        .arg(kernel)
        .args(["-append", line])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().ok_or("the emulator has no output")?;
    let (sender, receiver) = channel();
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut said = Vec::new();
    let ended = loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(line) if line.starts_with("touched ") => progress(&line),
            Ok(line) => {
                progress("");
                if shows {
                    println!("{line}");
                }
                said.push(line);
            }
            Err(RecvTimeoutError::Disconnected) => break Ended::of(child.wait()?.code()),
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                break Ended::Hangs;
            }
        }
    };
    progress("");
    // It has ended, as its input has.
    let _ = reader.join();
    if !shows && matches!(ended, Ended::Broken | Ended::Hangs) {
        said.iter().for_each(|line| println!("{line}"));
    }
    Ok(ended)
}

/// Shows the current step, on a terminal only.
fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K{text}");
        // Where there is no terminal any more nobody looks.
        let _ = std::io::stderr().flush();
    }
}

#[cfg(test)]
mod tests {
    use super::Ended;

    #[test]
    fn statuses_are_those_of_the_kernel() {
        for (number, ended) in [(0x10, Ended::Well), (0x11, Ended::Mismatch), (0x12, Ended::Broken), (0, Ended::Broken)]
        {
            assert_eq!(Ended::of(Some(number * 2 + 1)), ended);
        }
        assert_eq!(Ended::of(Some(0)), Ended::Broken);
        assert_eq!(Ended::of(None), Ended::Broken);
    }
}
