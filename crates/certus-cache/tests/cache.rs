//! The cache as its users see it, around an executor that counts what it is asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use certus_cache::{Cache, Mode, Store};
use certus_solve::{Executor, FailedGoal, Outcome, Query, Reply, Verdict};

/// Proves what begins with `p`, refutes what begins with `f`, and gives up on the rest.
#[derive(Default)]
struct Solver {
    asked: AtomicUsize,
}

impl Executor for Solver {
    fn submit(&self, index: usize, query: Query, reply: Sender<Reply>) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (details, reads) = (Vec::new(), Vec::new());
        let failed = FailedGoal { index: 0, details, reads, from_unknown: false, model: None };
        let verdict = match query.context.chars().next() {
            Some('p') => Verdict::Proved,
            Some('f') => Verdict::Failed { goals: vec![failed], incomplete_after: false },
            _ => Verdict::ResourceExhausted { limit: certus_solve::Limit::Units, found: Vec::new() },
        };
        let _ = reply.send((index, Outcome { verdict, rlimit_count: 3, wall: Duration::from_secs(1) }));
    }
}

/// The answers to queries as a letter each, what the solver was asked, and what the cache says of itself.
fn ask(cache: &Path, mode: Mode, texts: &[&str]) -> (String, usize, certus_cache::Use) {
    let solver = Solver::default();
    let mut cache = Cache::new(Some(cache), mode, "z3".to_owned());
    let queries = texts.iter().map(|text| Query::new(*text, vec!["g".to_owned()], 10)).collect();
    let mut done = 0;
    let answers = cache.solve(&solver, queries, &mut |_, _: &Outcome| done += 1);
    assert_eq!(done, answers.iter().flatten().count(), "each answer is told once");
    let letter = |answer: &Option<Outcome>| match answer.as_ref().map(|outcome| &outcome.verdict) {
        Some(Verdict::Proved) => 'p',
        Some(Verdict::Failed { .. }) => 'f',
        Some(_) => 'x',
        None => '-',
    };
    (answers.iter().map(letter).collect(), solver.asked.into_inner(), cache.used().clone())
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let shards = fs::read_dir(Store::verdicts(cache).path()).into_iter().flatten().flatten();
    shards.flat_map(|shard| fs::read_dir(shard.path()).into_iter().flatten().flatten()).map(|f| f.path()).collect()
}

#[test]
fn definitive_answers_are_asked_for_once() {
    let folder = tempfile::tempdir().expect("a directory for the test");
    let (answers, asked, used) = ask(folder.path(), Mode::On, &["p1", "f1", "x1"]);
    assert_eq!((&*answers, asked, used.hits, used.misses), ("pfx", 3, 0, 3));
    let (answers, asked, used) = ask(folder.path(), Mode::On, &["x1", "p2", "f1", "p1"]);
    assert_eq!((&*answers, asked, used.hits, used.misses), ("xpfp", 2, 2, 2));
    let (answers, asked, used) = ask(folder.path(), Mode::Off, &["p1", "f1"]);
    assert_eq!((&*answers, asked, used.hits), ("pf", 2, 0));
}

#[test]
fn a_damaged_entry_is_noticed_not_used_and_mended() {
    let folder = tempfile::tempdir().expect("a directory for the test");
    ask(folder.path(), Mode::On, &["f1"]);
    let [file] = &entries(folder.path())[..] else { unreachable!("one entry") };
    let good = fs::read(file).expect("the entry");
    // What is kept says that a goal fails. Take that away, and it would be a proof.
    let lie = String::from_utf8_lossy(&good).replace(r#"{"index":0,"details":[],"from_unknown":false}"#, "");
    assert!(lie.contains(r#""failed":[]"#), "{lie}");
    let cut = good.get(..good.len() / 2).unwrap_or_default().to_vec();
    for bad in [lie.into_bytes(), cut, Vec::new(), vec![0xff; 300]] {
        fs::write(file, bad).expect("to write the entry");
        let (answers, asked, used) = ask(folder.path(), Mode::On, &["f1"]);
        assert_eq!((&*answers, asked, used.damaged), ("f", 1, 1));
        let (answers, asked, used) = ask(folder.path(), Mode::On, &["f1"]);
        assert_eq!((&*answers, asked, used.damaged), ("f", 0, 0));
    }
}

#[test]
fn an_entry_under_another_key_is_not_used() {
    let folder = tempfile::tempdir().expect("a directory for the test");
    ask(folder.path(), Mode::On, &["p1"]);
    let [proof] = &entries(folder.path())[..] else { unreachable!("one entry") };
    let bytes = fs::read(proof).expect("the entry");
    ask(folder.path(), Mode::On, &["f1"]);
    for file in entries(folder.path()) {
        fs::write(file, &bytes).expect("to write the entry");
    }
    let (answers, asked, used) = ask(folder.path(), Mode::On, &["p1", "f1"]);
    assert_eq!((&*answers, asked, used.damaged), ("pf", 1, 1));
}

#[test]
fn a_cache_to_read_from_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a directory for the test");
    ask(folder.path(), Mode::On, &["p1"]);
    let (answers, asked, _) = ask(folder.path(), Mode::ReadOnly, &["p1", "p2"]);
    assert_eq!((&*answers, asked), ("pp", 1));
    let (answers, asked, used) = ask(folder.path(), Mode::Enforce, &["p2", "p1", "f1"]);
    assert_eq!((&*answers, asked, used.misses), ("-p-", 0, 2));
    assert_eq!(entries(folder.path()).len(), 1);
}

#[test]
fn what_cannot_be_written_is_said_and_changes_no_answer() {
    let folder = tempfile::tempdir().expect("a directory for the test");
    // A file where the directory would be: for this not even the superuser has the right.
    let place = Store::verdicts(folder.path()).path().to_path_buf();
    fs::write(&place, b"").expect("to write a file");
    let (answers, asked, used) = ask(folder.path(), Mode::On, &["p1", "f1"]);
    assert_eq!((&*answers, asked), ("pf", 2));
    assert!(used.unwritten.is_some());
    let none = Cache::new(None, Mode::On, String::new()).used().clone();
    assert_eq!(none, certus_cache::Use::default());
}
