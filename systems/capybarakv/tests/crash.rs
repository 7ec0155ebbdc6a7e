//! Crashes at every moment of random workloads, and of the recoveries after them, against a model: what is found is the map
//! as it was before a commit or behind it.
//!
//! Nothing here is derived from the proof. The histories are those of [`MockDevice`]; `CAPYBARAKV_TORTURE=full` makes the tests
//! larger.

mod support;

use capybarakv::{Geometry, KvError};
use power_mock::{Event, MockDevice};
use support::{Map, Mock, Model, Operation, Random, free, geometry, map, open, run, size, size_for};

/// The sizes of chunks.
const CHUNKS: [usize; 3] = [8, 64, 512];

/// What was done to a device, and what may be found after a crash behind each number of events.
#[derive(Clone)]
struct Session {
    geometry: Geometry,
    capacity: u64,
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
    /// One map, or two in the middle of a commit. None before there is a store.
    allowed: Vec<Vec<Map>>,
}

/// What became of the sessions, so that the tests can tell that they tested something.
#[derive(Debug, Default)]
struct Counts {
    crashes: u64,
    /// In the middle of a commit, and then found as before it and as behind it.
    before: u64,
    behind: u64,
    /// Contents in which a log was to be installed, and crashes while that was done.
    replays: u64,
    replay_crashes: u64,
    sessions: u64,
    /// Errors, by what they are.
    exists: u64,
    not_found: u64,
    out_of_keys: u64,
    out_of_items: u64,
    out_of_elements: u64,
    out_of_bounds: u64,
    full: u64,
    commits: u64,
    aborts: u64,
}

impl Counts {
    fn count(&mut self, operation: &Operation, error: Option<KvError>) {
        match error {
            Some(KvError::KeyExists) => self.exists += 1,
            Some(KvError::KeyNotFound) => self.not_found += 1,
            Some(KvError::OutOfKeys) => self.out_of_keys += 1,
            Some(KvError::OutOfItems) => self.out_of_items += 1,
            Some(KvError::OutOfElements) => self.out_of_elements += 1,
            Some(KvError::OutOfBounds { .. }) => self.out_of_bounds += 1,
            Some(KvError::TransactionFull { .. }) => self.full += 1,
            Some(error) => panic!("{error:?}"),
            None => {}
        }
        self.commits += u64::from(matches!(operation, Operation::Commit));
        self.aborts += u64::from(matches!(operation, Operation::Abort));
    }
}

/// Does as many operations on a store and on its model, whose answers must be the same. `allowed` gets what may be found
/// behind each event.
fn work(
    client: &mut Mock,
    model: &mut Model,
    events: impl Fn() -> usize,
    operations: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Vec<Vec<Map>> {
    let mut allowed: Vec<Vec<Map>> = Vec::new();
    for _ in 0..operations {
        let operation = model.operation(random);
        let before = model.on_abort.clone();
        let from = events();
        allowed.resize(from, vec![before.clone()]);
        let (expected, got) = (model.run(&operation), run(client, &operation));
        assert_eq!(got, expected, "{operation:?}");
        assert_eq!(free(client), model.free(), "{operation:?}");
        assert_eq!(map(client).expect("good media"), model.on_commit, "{operation:?}");
        counts.count(&operation, expected.err());
        let behind = model.on_abort.clone();
        let to = events();
        if to > from {
            allowed.push(vec![before.clone()]);
            let is_commit = matches!(operation, Operation::Commit);
            allowed.resize(to, if is_commit { vec![before, behind] } else { vec![behind] });
        }
    }
    allowed.resize(events() + 1, vec![model.on_abort.clone()]);
    allowed
}

/// A session on a new store.
fn fresh(seed: u64, chunk: usize, operations: usize, counts: &mut Counts) -> Session {
    let mut random = Random(seed);
    let geometry = geometry(&mut random);
    let capacity = random.below(200);
    let slack = random.below(70) as usize;
    let content = random.bytes(size_for(&geometry, capacity) + slack);
    let device = MockDevice::new(content.clone(), chunk);
    let history = device.history();
    let mut client = Mock::create(device, &geometry, capacity).expect("the device is large enough");
    let ready = history.borrow().events().len();
    let mut model = Model::new(Map::new(), &geometry, capacity);
    let events = || history.borrow().events().len();
    let mut allowed = work(&mut client, &mut model, events, operations, &mut random, counts);
    allowed[..ready].iter_mut().for_each(Vec::clear);
    let events = history.borrow().events().to_vec();
    Session { geometry, capacity, start: content, chunk, events, allowed }
}

/// A session on what a crash left.
fn resumed(
    content: Vec<u8>,
    session: &Session,
    found: &Map,
    operations: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Session {
    let Session { geometry, capacity, chunk, .. } = *session;
    let (client, history) = open(&content, chunk);
    let mut client = client.expect("it was opened before");
    let mut model = Model::new(found.clone(), &geometry, capacity);
    let events = || history.borrow().events().len();
    // While it is opened, the same is found.
    let allowed = work(&mut client, &mut model, events, operations, random, counts);
    let events = history.borrow().events().to_vec();
    Session { geometry, capacity, start: content, chunk, events, allowed }
}

/// What is found in a content, also if the recovery crashes, and the recovery of what that leaves, so many times.
fn find(content: &[u8], session: &Session, depth: u32, counts: &mut Counts) -> Result<Map, String> {
    let (client, history) = open(content, session.chunk);
    let client = client.map_err(|error| format!("{error:?}"))?;
    let found = map(&client).map_err(|error| format!("{error:?}"))?;
    let expected = Model::new(found.clone(), &session.geometry, session.capacity).free();
    if free(&client) != expected {
        return Err(format!("not {expected:?} rows are free"));
    }
    let is_replay = !history.borrow().events().is_empty();
    counts.replays += u64::from(is_replay && depth > 0);
    if is_replay && depth > 0 {
        let mut wrong = None;
        counts.replay_crashes += history.borrow().for_each_crash(3, |events, left| {
            if wrong.is_none() {
                let again = find(&left, session, depth - 1, &mut Counts::default());
                if again.as_ref() != Ok(&found) {
                    wrong = Some(format!("after {events} events of a recovery: {again:?}, not {found:?}"));
                }
            }
        });
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
    }
    Ok(found)
}

impl Session {
    /// Crashes at every moment. What is found that may not be is given back; what may be goes to `go_on`, with the content.
    fn crash(&self, parts: u32, depth: u32, counts: &mut Counts, mut go_on: impl FnMut(Vec<u8>, Map)) -> Vec<String> {
        let mut wrong = Vec::new();
        MockDevice::replayed(self.start.clone(), self.chunk, &self.events).borrow().for_each_crash(
            parts,
            |events, content| {
                let allowed = &self.allowed[events];
                if allowed.is_empty() {
                    // There need not be a store yet, and if there is it has no keys.
                    if let Ok(found) = find(&content, self, depth, counts)
                        && !found.is_empty()
                    {
                        wrong.push(format!("while the store is made: {found:?}"));
                    }
                    return;
                }
                counts.crashes += 1;
                let found = match find(&content, self, depth, counts) {
                    Ok(found) => found,
                    Err(error) => return wrong.push(format!("after {events} events: {error}")),
                };
                match allowed.iter().position(|map| *map == found) {
                    Some(place) => {
                        if allowed.len() == 2 && allowed[0] != allowed[1] {
                            *(if place == 0 { &mut counts.before } else { &mut counts.behind }) += 1;
                        }
                        go_on(content, found);
                    }
                    None => wrong.push(format!("after {events} events: {found:?}, not {allowed:?}")),
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
    let wrong = session.crash(parts, 2, counts, |content, found| left.push((content, found)));
    assert!(wrong.is_empty(), "chunks of {} bytes: {}", session.chunk, wrong[0]);
    if depth > 0 {
        for _ in 0..left.len().min(3) {
            let (content, found) = left.swap_remove(random.below(left.len() as u64) as usize);
            let next = resumed(content, session, &found, 12, random, counts);
            torture(&next, depth - 1, parts, random, counts);
        }
    }
}

#[test]
fn what_is_found_after_any_crash_is_what_was_committed() {
    let mut counts = Counts::default();
    for seed in 0..size(4, 200) as u64 {
        for chunk in CHUNKS {
            let mut random = Random(seed ^ 0x5eed);
            let session = fresh(seed * 3 + chunk as u64, chunk, size(50, 90), &mut counts);
            torture(&session, size(2, 3), size(3, 5) as u32, &mut random, &mut counts);
        }
    }
    println!("{counts:?}");
    let sessions = counts.sessions;
    assert!(counts.crashes > 10 * sessions);
    assert!(counts.before > sessions && counts.behind > sessions);
    assert!(counts.replays > sessions && counts.replay_crashes > counts.replays);
    assert!(counts.exists > sessions / 4 && counts.not_found > sessions / 4);
    assert!(counts.out_of_keys > sessions / 8 && counts.out_of_items > sessions / 8 && counts.full > sessions / 8);
    assert!(counts.out_of_elements > sessions / 8 && counts.out_of_bounds > sessions / 4);
    assert!(counts.commits > sessions / 2 && counts.aborts > sessions / 4);
}

/// Many operations without crashes, compared with the model at each step.
#[test]
fn long_sessions_are_as_the_model() {
    let mut counts = Counts::default();
    for seed in 0..size(20, 1_000) as u64 {
        let session = fresh(seed + 1_000, 8, 400, &mut counts);
        let last = session.allowed.last().expect("there is a store");
        let mut content = Vec::new();
        MockDevice::replayed(session.start.clone(), 8, &session.events)
            .borrow()
            .for_each_crash(0, |_, left| content = left);
        assert_eq!(find(&content, &session, 1, &mut counts).as_ref(), Ok(&last[0]));
    }
    println!("{counts:?}");
}

/// How many entries a log of the journal has.
fn entries(log: &[u8]) -> usize {
    let (mut at, mut entries) = (0, 0);
    while at < log.len() {
        at += 16 + u64::from_le_bytes(log[at + 8..at + 16].try_into().expect("eight bytes")) as usize;
        entries += 1;
    }
    entries
}

/// Devices that do less than they are asked to, or in another order: for each the crashes must show it. If they did not,
/// the tests above could not fail.
#[test]
fn mistakes_are_seen() {
    let nothing = || Event::Write(0, Vec::new());
    let is_flag = |event: &Event| matches!(event, Event::Write(56, bytes) if bytes.len() == 8);
    // Where commits write the Boolean of the journal.
    let commits = |events: &[Event]| -> Vec<usize> {
        let flags: Vec<usize> = (0..events.len()).filter(|&at| is_flag(&events[at])).collect();
        flags[1..].to_vec()
    };
    // The places of the direct writes before a commit, which begins with four writes: behind the flush of the commit before, and
    // the entries that it installs.
    let direct = |events: &[Event], set: usize| -> Vec<usize> {
        let flush = (0..set - 5).rev().find(|&at| matches!(events[at], Event::Flush)).expect("that of the set-up");
        let installed = match (&events[flush - 2], &events[flush - 4]) {
            (Event::Flush, Event::Write(_, log)) => entries(log),
            _ => 0,
        };
        (flush + 1 + installed..set - 5).rev().collect()
    };
    type Mistake<'a> = (&'a str, &'a dyn Fn(&mut Vec<Event>, usize));
    let mistakes: [Mistake<'_>; 6] = [
        ("no flush before the Boolean", &|events, set| events[set - 1] = nothing()),
        ("no flush behind the Boolean", &|events, set| events[set + 1] = nothing()),
        ("no log", &|events, set| events[set - 3] = nothing()),
        ("no Boolean", &|events, set| events[set] = nothing()),
        ("no last direct write", &|events, set| {
            if let Some(&at) = direct(events, set).first() {
                events[at] = nothing();
            }
        }),
        ("no direct writes", &|events, set| {
            for at in direct(events, set) {
                events[at] = nothing();
            }
        }),
    ];
    for chunk in CHUNKS {
        for (what, mistake) in &mistakes {
            let is_seen = |seed: u64| {
                let mut session = fresh(seed, chunk, 60, &mut Counts::default());
                assert!(session.crash(4, 0, &mut Counts::default(), |_, _| {}).is_empty());
                commits(&session.events).iter().for_each(|&set| mistake(&mut session.events, set));
                !session.crash(4, 0, &mut Counts::default(), |_, _| {}).is_empty()
            };
            assert!((0..8).any(is_seen), "chunks of {chunk} bytes: nobody sees {what}");
        }
    }
}
