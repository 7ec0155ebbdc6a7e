//! The commands as `cargo install` leaves them: alone in a directory, without a checkout and with an empty home.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A place with the commands, and nothing else.
struct Machine {
    place: tempfile::TempDir,
    /// The solver, so that no test fetches it.
    solver: PathBuf,
}

impl Machine {
    fn new() -> Machine {
        let place = tempfile::tempdir().expect("a directory");
        let bin = place.path().join("bin");
        for name in ["bin", "home", "work"] {
            std::fs::create_dir(place.path().join(name)).expect("made");
        }
        for program in [env!("CARGO_BIN_EXE_certus"), env!("CARGO_BIN_EXE_cargo-certus")] {
            let program = Path::new(program);
            std::fs::copy(program, bin.join(program.file_name().expect("a file"))).expect("copied");
        }
        let solver = certus_solve::setup::setup(&mut |_| {}).expect("a solver").path;
        Machine { place, solver }
    }

    fn work(&self) -> PathBuf {
        self.place.path().join("work")
    }

    /// A command line, as a user gives it.
    fn run(&self, directory: &Path, line: &str) -> Output {
        let mut words = line.split(' ');
        let path = std::env::var_os("PATH").unwrap_or_default();
        let bin = self.place.path().join("bin");
        let paths = std::iter::once(bin.clone()).chain(std::env::split_paths(&path));
        let program = words.next().expect("a word");
        let own = bin.join(program);
        let mut command = Command::new(if own.is_file() { own } else { program.into() });
        command.args(words).current_dir(directory).stdin(Stdio::null());
        command.env("PATH", std::env::join_paths(paths).expect("paths")).env("CERTUS_Z3", &self.solver);
        // The home is empty, but cargo and rustup are where they were.
        let old = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
        for (name, default) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            command.env(name, std::env::var_os(name).unwrap_or_else(|| old.join(default).into()));
        }
        let home = self.place.path().join("home");
        command.env("XDG_CACHE_HOME", home.join("cache")).env("HOME", home);
        let removed = ["CERTUS_CACHE_DIR", "CARGO", "CARGO_TARGET_DIR", "CARGO_MANIFEST_DIR", "RUSTC"];
        for name in removed {
            command.env_remove(name);
        }
        command.output().expect("it runs")
    }

    /// The same, which must end with this status; all that was printed.
    #[track_caller]
    fn ends(&self, directory: &Path, line: &str, status: i32) -> String {
        let output = self.run(directory, line);
        let text = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        assert_eq!(output.status.code(), Some(status), "{line}\n{text}");
        text
    }
}

/// Every step of a newcomer is one command.
#[test]
fn a_package_is_made_proved_built_moved_and_edited() {
    let machine = Machine::new();
    let work = machine.work();
    let text = machine.ends(&work, "cargo certus new demo --vcs none", 0);
    assert!(text.contains("cd demo && cargo certus verify && cargo run"), "{text}");
    // On another machine nothing is where it was.
    let demo = work.join("moved");
    std::fs::rename(work.join("demo"), &demo).expect("moved");
    let manifest = std::fs::read_to_string(demo.join("Cargo.toml")).expect("it is there");
    assert!(manifest.contains("vstd = { path = \"vendor-certus/vstd\" }"), "{manifest}");
    assert!(machine.ends(&demo, "cargo certus verify --offline", 0).contains("3 functions proved"));
    assert!(machine.ends(&demo, "cargo certus run -q --offline", 0).contains("1 + 2 + .. + 100 = 5050"));
    assert!(machine.ends(&demo, "cargo certus test --offline", 0).contains("test result: ok"));
    let main = demo.join("src/main.rs");
    let program = std::fs::read_to_string(&main).expect("it is there");
    std::fs::write(&main, program.replace("n * (n + 1) / 2", "n * n / 2")).expect("written");
    let text = machine.ends(&demo, "cargo certus build --offline", 1);
    assert!(text.contains("verify/postcondition") && !text.contains("Compiling"), "{text}");
    assert!(machine.ends(&demo, "cargo certus vendor", 0).contains("Fresh"));
    std::fs::write(demo.join("vendor-certus/certus.version"), "0.0.1").expect("written");
    assert!(machine.ends(&demo, "cargo certus vendor", 0).contains("Replaced"));
}

#[test]
fn members_of_a_workspace_share_the_crates() {
    let machine = Machine::new();
    let work = machine.work();
    std::fs::write(work.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = []\n").expect("written");
    machine.ends(&work, "cargo certus new crates/one --vcs none", 0);
    machine.ends(&work, "cargo certus new two --lib --vcs none", 0);
    let read = |path: &str| std::fs::read_to_string(work.join(path)).expect("it is there");
    assert!(read("crates/one/Cargo.toml").contains("\"../../vendor-certus/vstd\""));
    assert!(read("two/Cargo.toml").contains("\"../vendor-certus/vstd\""));
    assert!(read("Cargo.toml").contains("exclude = [\"vendor-certus\"]"));
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock"), work.join("Cargo.lock"))
        .expect("copied");
    let text = machine.ends(&work, "cargo certus verify --workspace --offline", 0);
    assert!(text.contains("2 crates verified"), "{text}");
    // What cargo says about an error is printed once.
    let text = machine.ends(&work, "cargo certus new two", 2);
    assert_eq!(text.matches("already exists").count(), 1, "{text}");
    assert!(text.contains("\nerror: destination"), "{text}");
    std::fs::create_dir_all(work.join("strange/vendor-certus")).expect("made");
    std::fs::write(work.join("strange/Cargo.toml"), "[package]\nname = \"s\"\n[lib]\npath = \"s.rs\"\n[workspace]\n")
        .expect("written");
    std::fs::write(work.join("strange/s.rs"), "").expect("written");
    let text = machine.ends(&work.join("strange"), "cargo certus vendor", 2);
    assert!(text.contains("Certus did not write it"), "{text}");
}

#[test]
fn a_file_is_proved_and_each_subcommand_has_its_own_help() {
    let machine = Machine::new();
    let work = machine.work();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/linked_list.rs");
    std::fs::copy(example, work.join("list.rs")).expect("copied");
    assert!(machine.ends(&work, "certus verify list.rs", 0).contains("verified: "));
    let commands = ["new", "vendor", "verify", "watch", "build", "check", "run", "test", "doc", "completions", "man"];
    for command in commands {
        let text = machine.ends(&work, &format!("cargo certus {command} --help"), 0);
        assert!(text.contains(&format!("Usage: cargo certus {command}")), "{text}");
    }
    let script = machine.ends(&work, "cargo certus completions bash", 0);
    assert!(commands.iter().all(|command| script.contains(command)), "{script}");
    assert!(machine.ends(&work, "cargo certus man verify", 0).contains("\\-\\-package"));
    assert!(machine.ends(&work, "cargo certus man nothing", 2).contains("no command `nothing`"));
    assert!(machine.ends(&work, "certus explain E0382", 0).contains("used after its contents have been moved"));
    assert!(machine.ends(&work, "certus explain rust/E0382", 0).contains("used after"));
    assert!(machine.ends(&work, "certus explain E9999", 2).contains("no explanation of `E9999`"));
}
