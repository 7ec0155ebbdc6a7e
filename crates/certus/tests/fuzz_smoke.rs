//! Mutated programs through the stages before the solver: whatever the text, they answer with diagnostics, never with a
//! panic, an overflow of the stack, or not at all.
//!
//! The mutants are numbered and the same on every machine. An input that shows a fault is written to `tests/seeds/`,
//! where it stays: everything in that folder is run again by every `cargo test`. More of them:
//! `FUZZ_CASES=5000 FUZZ_FROM=200 cargo test -p certus --test fuzz_smoke`.

// Here and not in `support`, because the other tests need neither.
#[path = "support/front.rs"]
mod front;
#[path = "support/mutate.rs"]
mod mutate;
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::literate;

/// Mutants of a usual run.
const CASES: u64 = 200;
/// How long a usual run may go on before it leaves the rest out: for slow machines only.
const BUDGET: Duration = Duration::from_secs(60);
/// How long one input may take; a hundred times what the slowest does.
const LIMIT: Duration = Duration::from_secs(60);
/// Faults after which a run gives up, because one cause is behind most of them.
const ENOUGH: usize = 10;
/// Tells the test below that it is a worker, and in which folder its work lies.
const WORKER: &str = "CERTUS_FUZZ_WORKER";

#[test]
fn mutants_are_answered() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (from, cases) = (number("FUZZ_FROM").unwrap_or(0), number("FUZZ_CASES"));
    let folder = scratch("mutants");
    let corpus = corpus();
    assert!(!corpus.is_empty(), "no program to mutate");
    let input = |number: u64| {
        let file = folder.join(format!("mutant_{number}.rs"));
        fs::write(&file, mutate::mutant(&corpus, number)).unwrap();
        file
    };
    let inputs: Vec<PathBuf> = (from..from + cases.unwrap_or(CASES)).map(input).collect();
    let budget = cases.map_or(BUDGET, |_| Duration::MAX);
    let faults = run(&folder, &inputs, budget);
    let mut report = String::new();
    for fault in &faults {
        let seed = support::root().join("tests/seeds").join(format!("{}.rs", name_of(&fs::read(&fault.file).unwrap())));
        fs::create_dir_all(seed.parent().unwrap()).unwrap();
        fs::copy(&fault.file, &seed).unwrap();
        report += &format!("{}: {}\n", seed.display(), fault.text);
    }
    assert!(
        faults.is_empty(),
        "{report}These inputs show faults of ours. Mend each, then commit its file with the change: it is run again for \
         ever. Make it smaller first, as long as it shows the fault. `certus verify FILE` shows what happens.",
    );
}

#[test]
fn seeds_are_answered() {
    let mut seeds = support::files(&support::root().join("tests/seeds"), "rs");
    let folder = scratch("seeds");
    // Something to run even before there is any seed.
    let empty = folder.join("empty.rs");
    fs::write(&empty, "").unwrap();
    seeds.push(empty);
    let faults: Vec<String> = run(&folder, &seeds, Duration::MAX).iter().map(Fault::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn faults_are_seen() {
    let folder = scratch("faults");
    let inputs = ["good", "panics", "good2", "overflows", "hangs", "internal"].map(|name| folder.join(name));
    let found = run_with(&folder, &inputs, Duration::MAX, Duration::from_secs(2));
    let mut found: Vec<String> = found.iter().map(Fault::to_string).collect();
    found.sort();
    let [hangs, internal, overflows, panics] = found.as_slice() else { panic!("{found:#?}") };
    assert!(hangs.contains("hangs: no answer within 2 s"), "{hangs}");
    assert!(internal.contains("internal: internal/test: on purpose"), "{internal}");
    assert!(overflows.contains("overflows: the process died"), "{overflows}");
    assert!(panics.contains("panics: panicked: on purpose"), "{panics}");
}

#[test]
fn mutants_are_the_same_everywhere() {
    let text = "fn f(x: u8) -> u8 { x + 1 } // \"ß\"\n";
    assert_eq!(mutate::tokens(text).concat(), text);
    assert_eq!(mutate::tokens("a==>b \"c\" 0x1f// d"), ["a", "==>", "b", " ", "\"c\"", " ", "0x1f", "// d"]);
    let corpus = [text.to_owned(), "struct S;".to_owned()];
    let all: Vec<Vec<u8>> = (0..100).map(|number| mutate::mutant(&corpus, number)).collect();
    assert_eq!(name_of(&all.concat()), name_of(&(0..100).flat_map(|n| mutate::mutant(&corpus, n)).collect::<Vec<_>>()));
    let changed = all.iter().filter(|mutant| corpus.iter().all(|text| text.as_bytes() != mutant.as_slice())).count();
    assert!(changed > 80, "{changed} of 100 mutants differ from their origin");
}

/// The work of one process: the inputs of a list from the first that is not done. A test only for those that start it.
#[test]
fn worker() {
    let Some(folder) = std::env::var_os(WORKER).map(PathBuf::from) else { return };
    let list = fs::read_to_string(folder.join("list")).unwrap();
    let done: usize = fs::read_to_string(folder.join("done")).unwrap().parse().unwrap();
    for (index, line) in list.lines().enumerate().skip(done) {
        let answer = answer(Path::new(line));
        if let Err(text) = &answer {
            fs::write(folder.join("fault"), text).unwrap();
        }
        fs::write(folder.join("done"), (index + 1).to_string()).unwrap();
        assert_eq!(answer, Ok(()));
    }
}

/// What one input does. Names without extension are the faults that the test of this test makes.
fn answer(file: &Path) -> Result<(), String> {
    fn overflow(depth: u64) -> u64 {
        // Opaque, so that no compiler makes a loop of it.
        std::hint::black_box(if depth == u64::MAX { 0 } else { 1 + overflow(std::hint::black_box(depth + 1)) })
    }
    match file.file_name().and_then(|name| name.to_str()) {
        Some("good" | "good2") => Ok(()),
        Some("panics") => Err("panicked: on purpose".to_owned()),
        Some("internal") => Err("internal/test: on purpose".to_owned()),
        Some("overflows") => Err(overflow(0).to_string()),
        Some("hangs") => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        _ => front::check(file),
    }
}

/// An input and what is wrong with the answer.
struct Fault {
    file: PathBuf,
    text: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.text)
    }
}

/// The faults of the inputs, which two workers share.
fn run(folder: &Path, inputs: &[PathBuf], budget: Duration) -> Vec<Fault> {
    run_with(folder, inputs, budget, LIMIT)
}

fn run_with(folder: &Path, inputs: &[PathBuf], budget: Duration, limit: Duration) -> Vec<Fault> {
    let until = Instant::now().checked_add(budget);
    std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let share: Vec<&PathBuf> = inputs.iter().skip(half).step_by(2).collect();
            let folder = folder.join(format!("worker_{half}"));
            scope.spawn(move || work_through(&folder, &share, until, limit))
        });
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    })
}

/// Has workers go through the inputs: a new one after each fault, because the old one may be dead.
fn work_through(folder: &Path, inputs: &[&PathBuf], until: Option<Instant>, limit: Duration) -> Vec<Fault> {
    fs::create_dir_all(folder).unwrap();
    let list: String = inputs.iter().map(|input| format!("{}\n", input.display())).collect();
    fs::write(folder.join("list"), list).unwrap();
    let mut faults = Vec::new();
    let mut done = 0;
    while done < inputs.len() && faults.len() < ENOUGH && until.is_none_or(|until| Instant::now() < until) {
        fs::write(folder.join("done"), done.to_string()).unwrap();
        let _ = fs::remove_file(folder.join("fault"));
        let ended = watch(start(folder), folder, until, limit);
        let reached = fs::read_to_string(folder.join("done")).unwrap().parse().unwrap_or(done);
        let told = fs::read_to_string(folder.join("fault")).ok();
        let (index, text) = match (ended, told) {
            (Ended::Well, _) | (Ended::OutOfBudget, None) => break,
            (_, Some(text)) => (reached - 1, text),
            (Ended::Hung, None) => (reached, format!("no answer within {} s", limit.as_secs())),
            (Ended::Died(status), None) => (reached, format!("the process died ({status})")),
        };
        faults.push(Fault { file: inputs[index].clone(), text });
        done = index + 1;
    }
    faults
}

/// How a worker ended.
enum Ended {
    Well,
    Died(std::process::ExitStatus),
    Hung,
    OutOfBudget,
}

fn start(folder: &Path) -> Child {
    let log = fs::File::create(folder.join("log")).unwrap();
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker", "--test-threads=1", "--nocapture"])
        .env(WORKER, folder)
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        .stdin(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits for a worker, as long as it gets on.
fn watch(mut child: Child, folder: &Path, until: Option<Instant>, limit: Duration) -> Ended {
    let mut last = (String::new(), Instant::now());
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return if status.success() { Ended::Well } else { Ended::Died(status) };
        }
        let done = fs::read_to_string(folder.join("done")).unwrap_or_default();
        // A file that is just being written reads as empty, which is no progress and no harm.
        if done != last.0 {
            last = (done, Instant::now());
        }
        let is_hung = last.1.elapsed() > limit;
        if is_hung || until.is_some_and(|until| Instant::now() >= until) {
            child.kill().unwrap();
            child.wait().unwrap();
            return if is_hung { Ended::Hung } else { Ended::OutOfBudget };
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The programs of `examples/` and of the chapters of `tests/spec/`.
fn corpus() -> Vec<String> {
    let read = |path: PathBuf| fs::read_to_string(path).unwrap();
    let mut all: Vec<String> = support::files(&support::root().join("examples"), "rs").into_iter().map(read).collect();
    for chapter in support::files(&support::root().join("tests/spec"), "md") {
        // A chapter that cannot be read fails its own test.
        let cases = literate::cases(&read(chapter)).unwrap_or_default();
        all.extend(cases.into_iter().map(|case| case.program));
    }
    all
}

/// An empty folder of this test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz_smoke").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A name that depends on the content alone (FNV-1a).
fn name_of(content: &[u8]) -> String {
    let hash = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("mutant_{hash:016x}")
}
