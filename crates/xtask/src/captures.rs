//! `cargo xtask captures`: pictures of the command in a terminal, for the guide.
//!
//! Each is of a real run of the release binary in a pseudo-terminal, so that colours and the line about progress are what a
//! user sees. `crates/certus/tests/captures.rs` compares their text with what the command says now.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::task::Fault;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask captures";

/// Where the programs and the pictures are.
const FOLDER: &str = "docs/guide/src/captures";

/// The size of the terminal, in characters.
const SIZE: (u16, u16) = (40, 100);

/// The control sequence that removes a line about progress.
const CLEAR: &str = "\r\x1b[2K";

/// When the picture is taken.
#[derive(Clone, Copy, PartialEq)]
enum Moment {
    /// While the command runs: in the middle of what it says about its progress.
    Middle,
    /// After the command has ended.
    End,
}

/// The pictures: name, directory from the root, words behind `certus`, moment.
const CAPTURES: [(&str, &str, &[&str], Moment); 4] = [
    ("success", FOLDER, &["verify", "middle.rs"], Moment::End),
    ("failure", FOLDER, &["verify", "search.rs"], Moment::End),
    ("profile", FOLDER, &["profile", "ancestors.rs"], Moment::End),
    ("progress", "examples", &["verify", "--no-cache", "delegation_map.rs"], Moment::Middle),
];

/// Makes all pictures.
pub(crate) fn main() -> ExitCode {
    match captures() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("captures: {error}");
            ExitCode::from(2)
        }
    }
}

fn captures() -> Result<(), Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let binary = crate::bench::binary(&root)?;
    for (name, directory, words, moment) in CAPTURES {
        let printed = run(&binary, &root.join(directory), words)?;
        let screens = screens(&printed);
        let shown = match moment {
            Moment::End => screens.last(),
            Moment::Middle => screens.get(screens.len() / 2),
        };
        let text = format!("\x1b[1m$ certus {}\x1b[0m\n{}\n", words.join(" "), shown.map_or("", |s| s).trim_end());
        let path = root.join(FOLDER).join(format!("{name}.svg"));
        std::fs::write(&path, anstyle_svg::Term::new().render_svg(&text))?;
        println!("written: {FOLDER}/{name}.svg");
    }
    Ok(())
}

/// The output of the command on a terminal.
fn run(binary: &Path, directory: &Path, words: &[&str]) -> Result<String, Fault> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let (ws_row, ws_col) = SIZE;
    tcsetwinsize(&master, Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 })?;
    let name = ptsname(&master, Vec::new())?.into_string()?;
    let no_control = OFlags::NOCTTY.bits().cast_signed();
    let terminal = OpenOptions::new().read(true).write(true).custom_flags(no_control).open(name)?;
    let mut command = Command::new(binary);
    command.args(words).current_dir(directory).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.stdin(Stdio::null()).stdout(terminal.try_clone()?).stderr(terminal);
    let mut child = command.spawn()?;
    // Only the command has the terminal open from here on, so that reading ends with it.
    drop(command);
    let (mut master, mut printed, mut buffer) = (File::from(master), Vec::new(), [0; 4096]);
    // On Linux the end is an error.
    while let Ok(count @ 1..) = master.read(&mut buffer) {
        printed.extend(buffer.iter().take(count));
    }
    child.wait()?;
    Ok(String::from_utf8(printed)?.replace("\r\n", "\n"))
}

/// What the terminal shows at each line about progress, and at the end.
fn screens(printed: &str) -> Vec<String> {
    let (mut screens, mut screen) = (Vec::new(), String::new());
    for part in printed.split(CLEAR) {
        // The line at which the last part ended is cleared.
        screen.truncate(screen.rfind('\n').map_or(0, |end| end + 1));
        screen.push_str(part);
        if !part.contains('\n') && !part.is_empty() {
            screens.push(screen.clone());
        }
    }
    screens.push(screen);
    screens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_about_progress_is_taken_away_by_the_next() {
        let printed = format!("{CLEAR}1/2 f{CLEAR}error: x\n\n{CLEAR}2/2 g{CLEAR}{CLEAR}verified\n");
        assert_eq!(screens(&printed), ["1/2 f", "error: x\n\n2/2 g", "error: x\n\nverified\n"]);
        assert_eq!(screens("verified\n"), ["verified\n"]);
    }

    #[test]
    fn the_guide_shows_every_picture() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let pages = ["tutorial/first-proof.md", "tutorial/failing-proofs.md", "reference/profile.md"];
        let read = |page: &str| std::fs::read_to_string(root.join("docs/guide/src").join(page)).unwrap_or_default();
        let text: String = pages.into_iter().map(read).collect();
        for (name, ..) in CAPTURES {
            assert!(text.contains(&format!("](../captures/{name}.svg)")), "{name}");
            assert!(root.join(FOLDER).join(format!("{name}.svg")).is_file(), "{name}");
        }
    }
}
