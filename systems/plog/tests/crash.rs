//! Crashes at every moment of random workloads, against a model: what is found afterwards is what was committed.
//!
//! Nothing here is derived from the proof. The histories are those of [`MockDevice`]; `PLOG_TORTURE=full` makes the tests
//! larger.

mod support;

use plog::logs_t::PersistentLogs;
use power_mock::{Event, MockDevice};
use support::{Model, Operation, Random, run, size, size_for};

/// The sizes of chunks.
const CHUNKS: [usize; 3] = [8, 64, 512];

/// What was done to a device, and what may be found after a crash behind each number of events.
#[derive(Clone)]
struct Session {
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
    /// One model, or two in the middle of an operation. None before there are logs.
    allowed: Vec<Vec<Model>>,
}

/// What became of the sessions, so that the tests can tell that they tested something.
#[derive(Debug, Default)]
struct Counts {
    crashes: u64,
    /// In the middle of an operation that changes what is durable, and then found as before it and as behind it.
    before: u64,
    behind: u64,
    sessions: u64,
    full: u64,
    commits: u64,
}

/// Random capacities of one to four logs.
fn capacities(random: &mut Random) -> Vec<u64> {
    (0..1 + random.below(4)).map(|_| 1 + random.below(41)).collect()
}

/// A device whose history goes on, with logs that were found on it; opening them writes nothing.
fn open(content: Vec<u8>, chunk: usize) -> Result<PersistentLogs<MockDevice>, String> {
    let device = MockDevice::new(content, chunk);
    let history = device.history();
    let opened = PersistentLogs::open(device).map_err(|error| format!("{error:?}"));
    assert!(history.borrow().events().is_empty(), "opening writes");
    opened
}

/// Does as many operations on logs and on their model, whose answers must be the same. `allowed` gets what may be found
/// behind each event.
fn work(
    logs: &mut PersistentLogs<MockDevice>,
    model: &mut Model,
    events: impl Fn() -> usize,
    operations: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Vec<Vec<Model>> {
    let mut allowed: Vec<Vec<Model>> = Vec::new();
    for _ in 0..operations {
        let operation = model.operation(random);
        let before = model.crash();
        let from = events();
        allowed.resize(from, vec![before.clone()]);
        let (expected, got) = (model.run(&operation), run(logs, &operation));
        assert_eq!(got, expected, "{operation:?}");
        let behind = model.crash();
        counts.full += u64::from(matches!(expected, Err(plog::error_v::PlogError::Full { .. })));
        counts.commits += u64::from(matches!(operation, Operation::Commit) && before != behind);
        // Where the operation begins nothing has been done of it, and behind its last event all of it.
        let to = events();
        if to > from {
            allowed.push(vec![before.clone()]);
            let both = if before == behind { vec![before] } else { vec![before, behind.clone()] };
            allowed.resize(to, both);
        }
        let all = logs.get_head_tail_capacity(0).expect("there is a log");
        assert_eq!((all.0, all.1), (model.0[0].head as u64, model.0[0].committed.len() as u64));
    }
    allowed.resize(events() + 1, vec![model.crash()]);
    allowed
}

/// A session on new logs.
fn fresh(seed: u64, chunk: usize, operations: usize, counts: &mut Counts) -> Session {
    let mut random = Random(seed);
    let capacities = capacities(&mut random);
    let slack = random.below(70) as usize;
    let start = random.bytes(size_for(&capacities) + slack);
    let device = MockDevice::new(start.clone(), chunk);
    let history = device.history();
    let mut logs = PersistentLogs::create(device, &capacities).expect("the device is large enough");
    let ready = history.borrow().events().len();
    let mut model = Model::new(&capacities);
    let events = || history.borrow().events().len();
    let mut allowed = work(&mut logs, &mut model, events, operations, &mut random, counts);
    allowed[..ready].iter_mut().for_each(Vec::clear);
    let events = history.borrow().events().to_vec();
    Session { start, chunk, events, allowed }
}

/// A session on what a crash left.
fn resumed(
    content: Vec<u8>,
    chunk: usize,
    found: &Model,
    operations: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Session {
    let device = MockDevice::new(content.clone(), chunk);
    let history = device.history();
    let mut logs = PersistentLogs::open(device).expect("it was opened before");
    let mut model = found.clone();
    let events = || history.borrow().events().len();
    let allowed = work(&mut logs, &mut model, events, operations, random, counts);
    let events = history.borrow().events().to_vec();
    Session { start: content, chunk, events, allowed }
}

impl Session {
    /// Crashes at every moment. What is found that may not be is given back; what may be goes to `go_on`, with the content.
    fn crash(
        &self,
        parts: u32,
        counts: &mut Counts,
        mut go_on: impl FnMut(Vec<u8>, &Model, &mut Counts),
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        MockDevice::replayed(self.start.clone(), self.chunk, &self.events).borrow().for_each_crash(
            parts,
            |events, content| {
                let allowed = &self.allowed[events];
                if allowed.is_empty() {
                    // There need not be logs yet, and if there are they are whole.
                    if let Ok(logs) = open(content, self.chunk) {
                        let empty = self.allowed.iter().find_map(|models| models.first()).expect("there are logs");
                        wrong.extend(empty.is_found(&logs).err().map(|what| format!("while logs are made: {what}")));
                    }
                    return;
                }
                counts.crashes += 1;
                let logs = match open(content.clone(), self.chunk) {
                    Ok(logs) => logs,
                    Err(error) => return wrong.push(format!("after {events} events: {error}")),
                };
                let found: Vec<_> = allowed.iter().map(|model| model.is_found(&logs)).collect();
                match found.iter().position(Result::is_ok) {
                    Some(place) => {
                        if allowed.len() == 2 {
                            *(if place == 0 { &mut counts.before } else { &mut counts.behind }) += 1;
                        }
                        go_on(content, &allowed[place], counts);
                    }
                    None => wrong.push(format!("after {events} events: {found:?}")),
                }
            },
        );
        wrong
    }
}

/// Crashes of a session, and of sessions on what a few of them left, and so on.
fn torture(session: &Session, depth: usize, parts: u32, random: &mut Random, counts: &mut Counts) {
    counts.sessions += 1;
    let mut left = Vec::new();
    let wrong = session.crash(parts, counts, |content, model, _| left.push((content, model.clone())));
    assert!(wrong.is_empty(), "chunks of {} bytes: {}", session.chunk, wrong[0]);
    if depth > 0 {
        // A session that only reads has one moment, so that fewer than three may be left.
        for _ in 0..left.len().min(3) {
            let (content, found) = left.swap_remove(random.below(left.len() as u64) as usize);
            let next = resumed(content, session.chunk, &found, 12, random, counts);
            torture(&next, depth - 1, parts, random, counts);
        }
    }
}

#[test]
fn what_is_found_after_any_crash_is_what_was_committed() {
    let mut counts = Counts::default();
    for seed in 0..size(6, 400) as u64 {
        for chunk in CHUNKS {
            let mut random = Random(seed ^ 0x5eed);
            let session = fresh(seed * 3 + chunk as u64, chunk, size(40, 120), &mut counts);
            torture(&session, size(2, 3), size(3, 6) as u32, &mut random, &mut counts);
        }
    }
    println!("{counts:?}");
    let Counts { crashes, before, behind, sessions, full, commits } = counts;
    assert!(crashes > 10 * sessions, "{crashes} crashes of {sessions} sessions");
    assert!(before > sessions && behind > sessions / 2, "{before} as before an operation, {behind} as behind it");
    assert!(full > sessions / 4 && commits > sessions, "{full} times full, {commits} commits");
}

/// Devices that do less than they are asked to, or in another order: for each the crashes must show it. If they did not,
/// the test above could not fail.
#[test]
fn mistakes_are_seen() {
    let nothing = || Event::Write(0, Vec::new());
    // The events of a change of the metadata: data, checksum, flush, Boolean, flush.
    let changes = |events: &[Event]| -> Vec<usize> {
        let is_flush = |at: usize| matches!(events.get(at), Some(Event::Flush));
        (2..events.len()).filter(|&at| is_flush(at) && is_flush(at + 2)).collect()
    };
    type Mistake<'a> = (&'a str, &'a dyn Fn(&mut Vec<Event>, usize));
    let mistakes: [Mistake<'_>; 6] = [
        ("no flush before the Boolean", &|events, at| events[at] = nothing()),
        ("no flush behind the Boolean", &|events, at| events[at + 2] = nothing()),
        ("the Boolean before the flush", &|events, at| events.swap(at, at + 1)),
        ("no checksum", &|events, at| events[at - 1] = nothing()),
        ("no metadata", &|events, at| events[at - 2] = nothing()),
        ("no Boolean", &|events, at| events[at + 1] = nothing()),
    ];
    for chunk in CHUNKS {
        for (what, mistake) in &mistakes {
            let mut session = fresh(7, chunk, 40, &mut Counts::default());
            assert!(session.crash(4, &mut Counts::default(), |_, _, _| {}).is_empty());
            let places = changes(&session.events);
            assert!(places.len() > 5, "only {} changes", places.len());
            places.iter().for_each(|&at| mistake(&mut session.events, at));
            let wrong = session.crash(4, &mut Counts::default(), |_, _, _| {});
            assert!(!wrong.is_empty(), "chunks of {chunk} bytes: nobody sees {what}");
        }
    }
}

/// Data that are written late are missed: every append is dropped in turn.
#[test]
fn lost_appends_are_seen() {
    let session = fresh(11, 8, 40, &mut Counts::default());
    let ready = session.allowed.iter().position(|models| !models.is_empty()).expect("there are logs");
    let areas = 64 + 64 * session.allowed[ready][0].0.len();
    let is_data = |event: &Event| matches!(event, Event::Write(addr, bytes) if *addr >= areas && bytes.len() > 2);
    let places: Vec<usize> = (ready..session.events.len()).filter(|&at| is_data(&session.events[at])).collect();
    let is_seen = |at: &&usize| {
        let mut lossy = session.clone();
        lossy.events[**at] = Event::Write(0, Vec::new());
        !lossy.crash(1, &mut Counts::default(), |_, _, _| {}).is_empty()
    };
    let count = places.iter().filter(is_seen).count();
    // What is appended at the end is never committed.
    assert!(places.len() > 5 && count + 3 >= places.len(), "{count} of {} are seen", places.len());
}
