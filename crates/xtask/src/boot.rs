//! `cargo xtask boot pagetable`: builds the kernel of `systems/pagetable/boot` and starts it in QEMU, where it compares processors with the
//! model of the page table. Then it starts it with each of the mistakes that the kernel can make on purpose: the comparison must find them.

mod emulator;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::task::{self, Fault};
use emulator::Ended;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask boot pagetable [--addresses N] [--seed N] [--mistake NAME]";

/// The mistakes that the kernel can make, as it names them.
const MISTAKES: [&str; 5] = ["no-execute", "above", "reserved", "dirty", "invalidation"];

/// How many addresses are touched with a mistake, at most.
const WITH_MISTAKE: u64 = 5_000;

/// The options of the task.
#[derive(Debug, PartialEq)]
struct Options {
    /// How many addresses are touched.
    addresses: u64,
    /// The seed of the random numbers.
    seed: u64,
    /// The only mistake to try; then the kernel does not run without it.
    mistake: Option<&'static str>,
}

impl Options {
    /// Parses the options after `boot`.
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options { addresses: 100_000, seed: 1, mistake: None };
        let Some(("pagetable", words)) = words.split_first().map(|(system, words)| (*system, words)) else {
            return Err("there is one system, `pagetable`".to_owned());
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` lacks its value"));
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
            match *word {
                "--addresses" => options.addresses = number(value()?)?,
                "--seed" => options.seed = number(value()?)?,
                "--mistake" => {
                    let name = value()?;
                    let known = MISTAKES.iter().find(|known| **known == name);
                    options.mistake = Some(known.ok_or_else(|| format!("the mistakes are {}", MISTAKES.join(", ")))?);
                }
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        match options.addresses {
            0 => Err("nothing is left to do".to_owned()),
            _ => Ok(options),
        }
    }
}

/// Runs the task. The status is 1 if a processor does something else than the model says, or if a mistake is not found.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(Options::parse(words), USAGE, boot)
}

/// Builds the kernel and runs it, first without a mistake and then with each of them, or with a single one (`--mistake`).
/// False if a processor does something else than the model says, or if a mistake is not found.
fn boot(options: &Options) -> Result<bool, Fault> {
    emulator::look()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let kernel = build(&root)?;
    if options.mistake.is_none() {
        let line = format!("addresses={} seed={}", options.addresses, options.seed);
        let began = Instant::now();
        let ended = emulator::run(&kernel, &line, true)?;
        eprintln!("{} after {:.1} s", ended.text(), began.elapsed().as_secs_f64());
        if ended != Ended::Well {
            return Ok(false);
        }
    }
    let mut are_found = true;
    for mistake in MISTAKES.into_iter().filter(|name| options.mistake.is_none_or(|only| only == *name)) {
        let addresses = options.addresses.min(WITH_MISTAKE);
        let line = format!("addresses={addresses} seed={} mistake={mistake}", options.seed);
        let ended = emulator::run(&kernel, &line, options.mistake.is_some())?;
        let is_found = ended == Ended::Mismatch;
        eprintln!("mistake {mistake}: {}", if is_found { "found" } else { "NOT FOUND" });
        are_found &= is_found;
    }
    Ok(are_found)
}

/// Builds the kernel. It is a workspace of its own, which shares the target directory.
fn build(root: &Path) -> Result<PathBuf, Fault> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path));
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--locked", "--target-dir"])
        .arg(&target)
        .current_dir(root.join("systems/pagetable/boot"))
        // They would take the place of those in its `.cargo/config.toml`.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()?;
    if !status.success() {
        return Err("the kernel does not compile".into());
    }
    Ok(target.join("x86_64-unknown-linux-gnu/release/pagetable-boot"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parse = |line: &str| Options::parse(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(parse("pagetable"), Ok(Options { addresses: 100_000, seed: 1, mistake: None }));
        let some = parse("pagetable --addresses 5000 --seed 7 --mistake dirty");
        assert_eq!(some, Ok(Options { addresses: 5000, seed: 7, mistake: Some("dirty") }));
        for wrong in
            ["plog", "pagetable --addresses", "pagetable --addresses 0", "pagetable --seed x", "pagetable --all"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse("pagetable --mistake none").is_err_and(|reason| reason.contains("no-execute, above")));
    }

    #[test]
    fn mistakes_are_those_of_the_kernel() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/pagetable/boot/src/options.rs");
        let text = std::fs::read_to_string(root).expect("the kernel is there");
        let table =
            text.split("const MISTAKES").nth(1).and_then(|rest| rest.split("];").next()).expect("it has a table");
        let names: Vec<&str> = table.split('"').skip(1).step_by(2).collect();
        assert_eq!(names, MISTAKES);
    }
}
