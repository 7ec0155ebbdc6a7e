//! Crashes at every moment of random workloads, and of the recoveries after them, against a model: what is found is the area
//! as it was before the operation or behind it.
//!
//! Nothing here is derived from the proof. The histories are those of [`MockDevice`]; `JOURNAL_TORTURE=full` makes the tests
//! larger.

mod support;

use journal::JournalError;
use journal::layout_v::Format;
use power_mock::{Event, MockDevice};
use support::{Client, Model, Operation, Random, area, content, format, open, run, size, size_for, span, start};

/// The sizes of chunks.
const CHUNKS: [usize; 3] = [8, 64, 512];

/// What was done to a device, and what may be found after a crash behind each number of events.
#[derive(Clone)]
struct Session {
    format: Format,
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
    /// One model, or two in the middle of a commit. None before there is a journal.
    allowed: Vec<Vec<Model>>,
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
    full: u64,
    out_of_range: u64,
    commits: u64,
}

impl Counts {
    fn count(&mut self, operation: &Operation, answer: Result<(), JournalError>) {
        self.full += u64::from(matches!(answer, Err(JournalError::Full { .. })));
        self.out_of_range += u64::from(matches!(answer, Err(JournalError::OutOfRange { .. })));
        self.commits += u64::from(matches!(operation, Operation::Commit));
    }
}

/// Does as many operations on a journal and on its model, whose answers must be the same. `allowed` gets what may be found
/// behind each event.
fn work(
    client: &mut Client<MockDevice>,
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
        let (expected, got) = (model.run(&operation), run(client, &operation));
        assert_eq!(got, expected, "{operation:?}");
        counts.count(&operation, expected.map(|_| ()));
        let behind = model.crash();
        // Where the operation begins nothing has been done of it, and behind its last event all of it. A direct write may
        // have been done in part, which the model behind it says.
        let to = events();
        if to > from {
            allowed.push(vec![before.clone()]);
            let is_commit = matches!(operation, Operation::Commit | Operation::Settle);
            allowed.resize(to, if is_commit { vec![before, behind] } else { vec![behind] });
        }
    }
    allowed.resize(events() + 1, vec![model.crash()]);
    allowed
}

/// A session on a new journal.
fn fresh(seed: u64, chunk: usize, operations: usize, counts: &mut Counts) -> Session {
    let mut random = Random(seed);
    let format = format(&mut random);
    let slack = random.below(70) as usize;
    let content = random.bytes(size_for(&format) + slack);
    let device = MockDevice::new(content.clone(), chunk);
    let history = device.history();
    let mut client = Client::create(device, &format).expect("the device is large enough");
    let ready = history.borrow().events().len();
    let mut model = Model::new(content[start(&format)..][..format.area as usize].to_vec(), format.capacity);
    let events = || history.borrow().events().len();
    let mut allowed = work(&mut client, &mut model, events, operations, &mut random, counts);
    allowed[..ready].iter_mut().for_each(Vec::clear);
    let events = history.borrow().events().to_vec();
    Session { format, start: content, chunk, events, allowed }
}

/// A session on what a crash left.
fn resumed(
    content: Vec<u8>,
    session: &Session,
    found: &[u8],
    operations: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Session {
    let (format, chunk) = (session.format, session.chunk);
    let (client, history) = open(&content, chunk);
    let mut client = client.expect("it was opened before");
    let mut model = Model::new(found.to_vec(), format.capacity);
    let events = || history.borrow().events().len();
    // While it is opened, the same is found.
    let allowed = work(&mut client, &mut model, events, operations, random, counts);
    let events = history.borrow().events().to_vec();
    Session { format, start: content, chunk, events, allowed }
}

/// What is found in a content, also if the recovery crashes, and the recovery of what that leaves, so many times.
fn find(content: &[u8], session: &Session, depth: u32, counts: &mut Counts) -> Result<Vec<u8>, String> {
    let (client, history) = open(content, session.chunk);
    let client = client.map_err(|error| format!("{error:?}"))?;
    let found = area(&client, &session.format);
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
    fn crash(
        &self,
        parts: u32,
        depth: u32,
        counts: &mut Counts,
        mut go_on: impl FnMut(Vec<u8>, Vec<u8>),
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        MockDevice::replayed(self.start.clone(), self.chunk, &self.events).borrow().for_each_crash(
            parts,
            |events, content| {
                let allowed = &self.allowed[events];
                if allowed.is_empty() {
                    // There need not be a journal yet, and if there is the area is as it was.
                    if let Ok(found) = find(&content, self, depth, counts) {
                        let at_first = &self.start[start(&self.format)..][..found.len()];
                        if found != at_first {
                            wrong.push(format!("while the journal is made: {found:?}"));
                        }
                    }
                    return;
                }
                counts.crashes += 1;
                let found = match find(&content, self, depth, counts) {
                    Ok(found) => found,
                    Err(error) => return wrong.push(format!("after {events} events: {error}")),
                };
                let fits: Vec<_> = allowed.iter().map(|model| model.is_found(&found)).collect();
                match fits.iter().position(Result::is_ok) {
                    Some(place) => {
                        if allowed.len() == 2 && fits.iter().any(Result::is_err) {
                            *(if place == 0 { &mut counts.before } else { &mut counts.behind }) += 1;
                        }
                        go_on(content, found);
                    }
                    None => wrong.push(format!("after {events} events: {fits:?}")),
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
    for seed in 0..size(3, 200) as u64 {
        for chunk in CHUNKS {
            let mut random = Random(seed ^ 0x5eed);
            let session = fresh(seed * 3 + chunk as u64, chunk, size(40, 80), &mut counts);
            torture(&session, size(2, 3), size(3, 5) as u32, &mut random, &mut counts);
        }
    }
    println!("{counts:?}");
    let Counts { crashes, before, behind, replays, replay_crashes, sessions, full, out_of_range, commits } = counts;
    assert!(crashes > 10 * sessions, "{crashes} crashes of {sessions} sessions");
    assert!(before > sessions && behind > sessions, "{before} as before a commit, {behind} as behind it");
    assert!(replays > sessions && replay_crashes > replays, "{replays} replays with {replay_crashes} crashes");
    assert!(full > sessions / 4 && out_of_range > sessions / 4, "{full} times full, {out_of_range} out of range");
    assert!(commits > sessions, "{commits} commits");
}

/// Whether an event writes the Boolean.
fn is_flag(event: &Event) -> bool {
    matches!(event, Event::Write(56, bytes) if bytes.len() == 8)
}

/// Devices that do less than they are asked to, or in another order: for each the crashes must show it. If they did not,
/// the test above could not fail.
#[test]
fn mistakes_are_seen() {
    let nothing = || Event::Write(0, Vec::new());
    // Moves what is written to a log to the other one.
    let move_log = |events: &mut Vec<Event>, set: usize, span: usize| {
        for event in &mut events[set - 5..set - 1] {
            let Event::Write(addr, _) = event else { panic!("four writes before the flush") };
            *addr = if *addr < 64 + span { *addr + span } else { *addr - span };
        }
    };
    type Mistake<'a> = (&'a str, &'a dyn Fn(&mut Vec<Event>, usize, usize));
    let mistakes: [Mistake<'_>; 10] = [
        ("no flush before the Boolean", &|events, set, _| events[set - 1] = nothing()),
        ("the Boolean before the flush", &|events, set, _| events.swap(set - 1, set)),
        ("no flush behind the Boolean", &|events, set, _| events[set + 1] = nothing()),
        ("an entry before the flush behind it", &|events, set, _| {
            if events.len() > set + 2 {
                events.swap(set + 1, set + 2);
            }
        }),
        ("the log in the place of the one that counts", &|events, set, span| move_log(events, set, span)),
        ("no checksum of the log", &|events, set, _| events[set - 2] = nothing()),
        ("no log", &|events, set, _| events[set - 3] = nothing()),
        ("no checksum of the length", &|events, set, _| events[set - 4] = nothing()),
        ("no length", &|events, set, _| events[set - 5] = nothing()),
        ("no Boolean", &|events, set, _| events[set] = nothing()),
    ];
    for chunk in CHUNKS {
        for (what, mistake) in &mistakes {
            let is_seen = |seed: u64| {
                let mut session = fresh(seed, chunk, 60, &mut Counts::default());
                assert!(session.crash(4, 0, &mut Counts::default(), |_, _| {}).is_empty());
                let sets: Vec<usize> = (0..session.events.len()).filter(|&at| is_flag(&session.events[at])).collect();
                // The first one is of the set-up.
                sets[1..].iter().for_each(|&set| mistake(&mut session.events, set, span(&session.format)));
                !session.crash(4, 0, &mut Counts::default(), |_, _| {}).is_empty()
            };
            assert!((0..6).any(is_seen), "chunks of {chunk} bytes: nobody sees {what}");
        }
    }
}

/// Entries that are not installed, or not completely, are missed: by the commit behind, if not before.
#[test]
fn lost_entries_are_seen() {
    let (mut places, mut seen) = (0, 0);
    for seed in 0..8 {
        let session = fresh(seed, 8, 40, &mut Counts::default());
        let first = start(&session.format);
        let sets: Vec<usize> = (0..session.events.len()).filter(|&at| is_flag(&session.events[at])).collect();
        for pair in sets[1..].windows(2) {
            // From the flush behind the Boolean to the next operation that writes.
            let is_entry = |at: &usize| matches!(&session.events[*at], Event::Write(addr, _) if *addr >= first);
            for at in (pair[0] + 2..pair[1]).take_while(is_entry) {
                if !matches!(&session.events[at], Event::Write(_, bytes) if bytes.len() > 2) {
                    continue;
                }
                let mut lossy = session.clone();
                lossy.events[at] = Event::Write(0, Vec::new());
                places += 1;
                seen += usize::from(!lossy.crash(1, 0, &mut Counts::default(), |_, _| {}).is_empty());
            }
        }
    }
    // What later entries go over is not missed.
    assert!(places > 20 && seen * 10 > places * 7, "{seen} of {places} are seen");
}

/// A commit waits twice, `settle` twice or not at all, and a start not if there is nothing to install.
#[test]
fn commits_flush_twice() {
    let session = fresh(3, 8, 200, &mut Counts::default());
    let device = MockDevice::new(session.start.clone(), 8);
    let history = device.history();
    let mut client = Client::create(device, &session.format).expect("the device is large enough");
    let count = || history.borrow().events().iter().filter(|event| matches!(event, Event::Flush)).count();
    assert_eq!(count(), 1);
    let mut model = Model::new(area(&client, &session.format), session.format.capacity);
    let mut random = Random(3);
    for _ in 0..200 {
        let operation = model.operation(&mut random);
        let (before, is_settled) = (count(), model.is_settled);
        assert_eq!(run(&mut client, &operation), model.run(&operation));
        let expected = match operation {
            Operation::Commit => 2,
            Operation::Settle if !is_settled => 2,
            _ => 0,
        };
        assert_eq!(count() - before, expected, "{operation:?}");
    }
    client.commit();
    client.settle();
    let (client, again) = open(&content(&history), 8);
    assert!(client.is_ok() && again.borrow().events().is_empty(), "a start writes though nothing is to be installed");
}
