//! The packages that Z3's authors publish, and their download.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{SetupError, VERSION};

/// A published package with a solver for one platform.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wheel {
    /// Operating system and architecture, in Rust's names.
    pub target: (&'static str, &'static str),
    /// The platform in Python's names; pip is told to take this one, whatever Python itself was built for.
    pub tag: &'static str,
    /// The checksum of the package file, in hexadecimal.
    pub sha256: &'static str,
}

/// The packages of z3-solver 4.16.0.0 of 2026-02-19.
pub(super) const WHEELS: [Wheel; 6] = [
    Wheel {
        target: ("linux", "x86_64"),
        tag: "manylinux_2_27_x86_64",
        sha256: "afae2551f795670f0522cfce82132d129c408a2694adff71eb01ba0f2ece44f9",
    },
    Wheel {
        target: ("linux", "aarch64"),
        tag: "manylinux_2_38_aarch64",
        sha256: "358648c3b5ef82b9ec9a25711cf4fc498c7881f03a9f4a2ea6ffa9304ca65d94",
    },
    Wheel {
        target: ("macos", "aarch64"),
        tag: "macosx_15_0_arm64",
        sha256: "cc52843cfdd3d3f2cd24bedc62e71c18af8c8b7b23fb05e639ab60b01b5f8f2f",
    },
    Wheel {
        target: ("macos", "x86_64"),
        tag: "macosx_15_0_x86_64",
        sha256: "e292df40951523e4ecfbc8dee549d93dee00a3fe4ee4833270d19876b713e210",
    },
    Wheel {
        target: ("windows", "x86_64"),
        tag: "win_amd64",
        sha256: "eb5df383cb6a3d6b7767dbdca348ac71f6f41e82f76c9ac42002a1f55e35f462",
    },
    Wheel {
        target: ("windows", "aarch64"),
        tag: "win_arm64",
        sha256: "28729eae2c89112e37697acce4d4517f5e44c6c54d36fed9cf914b06f380cbd6",
    },
];

/// The package for the machine this program was built for.
pub(super) fn for_this_platform() -> Result<&'static Wheel, SetupError> {
    let wheel = WHEELS.iter().find(|wheel| wheel.target == (OS, ARCH));
    wheel.ok_or(SetupError::UnsupportedPlatform { os: OS, arch: ARCH })
}

impl Wheel {
    /// Names the solver in this package for cache keys.
    pub fn identity(&self) -> String {
        format!("z3 {VERSION} {}", self.sha256)
    }

    /// Downloads the package into an empty directory with the first of the Python programs that exists.
    pub fn download(&self, pythons: &[PathBuf], directory: &Path) -> Result<PathBuf, SetupError> {
        for python in pythons {
            let mut command = Command::new(python);
            command.args(["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]);
            command.args(["--no-deps", "--only-binary=:all:", "--platform", self.tag, "--dest"]);
            command.arg(directory).arg(format!("z3-solver=={VERSION}"));
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let output = match crate::process::spawn(&mut command).and_then(|child| child.wait_with_output()) {
                Ok(output) => output,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(SetupError::Download { detail: format!("{}: {error}", python.display()) }),
            };
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            if said.contains("No module named pip") {
                return Err(SetupError::NoPip { python: python.clone() });
            }
            if !output.status.success() {
                return Err(SetupError::Download { detail: last_lines(&said, 4) });
            }
            return the_wheel_in(directory);
        }
        let tried: Vec<String> = pythons.iter().map(|python| python.display().to_string()).collect();
        Err(SetupError::NoPython { tried: tried.join(", ") })
    }
}

fn the_wheel_in(directory: &Path) -> Result<PathBuf, SetupError> {
    let io = |source| SetupError::Io { action: "read", path: directory.to_path_buf(), source };
    for entry in fs::read_dir(directory).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.extension().is_some_and(|extension| extension == "whl") {
            return Ok(path);
        }
    }
    Err(SetupError::Download { detail: "success, but there is no package in the directory it was told".to_owned() })
}

/// The last lines, where pip says what went wrong in the end; what it tried before is of less interest.
fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.get(lines.len().saturating_sub(count)..).unwrap_or_default().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        for (index, wheel) in WHEELS.iter().enumerate() {
            assert_eq!(wheel.sha256.len(), 64);
            assert!(wheel.sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')));
            let others = WHEELS.iter().skip(index + 1);
            assert!(others.clone().all(|other| other.target != wheel.target && other.tag != wheel.tag));
            assert!(others.clone().all(|other| other.sha256 != wheel.sha256));
        }
    }

    #[test]
    fn the_end_of_the_message_is_kept() {
        assert_eq!(last_lines("a\n\n b\nc\n", 2), "b; c");
        assert_eq!(last_lines("a", 2), "a");
    }
}
