//! Crashes at every moment of random workloads, and of the starts after them: what is found is the map as it was before a commit or
//! behind it. `CAPYBARAVALUES_TORTURE=full` makes the test larger.

mod support;

use power_mock::{Event, MockDevice};
use support::{Map, Mock, Model, Operation, Random, device_len, geometry, map, open, run, size};

/// The bytes of a row.
const ROW: usize = 8;

/// The lengths of values: at most five rows.
const LENGTHS: [usize; 8] = [0, 1, 7, 8, 9, 16, 17, 40];

/// What was done to a device, and what may be found after a crash behind each number of events.
struct Session {
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
    /// One map, or two in the middle of a commit. None before there is a store.
    allowed: Vec<Vec<Map>>,
}

/// Operations on a new store.
fn session(seed: u64, chunk: usize, operations: usize) -> Session {
    let mut random = Random(seed);
    let sizes = geometry::<ROW>(4, 6, 5 + random.below(12));
    let capacity = 350 + random.below(400);
    let start = random.bytes(device_len(&sizes, capacity));
    let device = MockDevice::new(start.clone(), chunk);
    let history = device.history();
    let mut store = Mock::<ROW>::create(device, &sizes, capacity).expect("there is room");
    let mut model = Model::new(Map::new(), &sizes, capacity);
    let events = || history.borrow().events().len();
    let mut allowed = vec![Vec::new(); events()];
    for _ in 0..operations {
        let operation = model.operation(&LENGTHS, &mut random);
        let (before, from) = (model.on_abort.clone(), events());
        let (expected, got) = (model.run(&operation), run(&mut store, &operation));
        assert_eq!(got, expected, "{operation:?}");
        let to = events();
        if to > from {
            allowed.push(vec![before.clone()]);
            let is_commit = matches!(operation, Operation::Commit);
            let behind = model.on_abort.clone();
            allowed.resize(to, if is_commit { vec![before, behind] } else { vec![before] });
        }
    }
    allowed.push(vec![model.on_abort.clone()]);
    let events = history.borrow().events().to_vec();
    Session { start, chunk, events, allowed }
}

/// What is found in a content, also if the start crashes.
fn find(content: &[u8], chunk: usize, is_crashed: bool) -> Result<Map, String> {
    let (store, history) = open::<ROW>(content, chunk);
    let found = map(&store.map_err(|error| format!("{error:?}"))?).map_err(|error| format!("{error:?}"))?;
    let mut wrong = None;
    if is_crashed && !history.borrow().events().is_empty() {
        history.borrow().for_each_crash(2, |_, left| {
            let again = find(&left, chunk, false);
            if again.as_ref() != Ok(&found) {
                wrong = Some(format!("a start crashed, and then there is {again:?}, not {found:?}"));
            }
        });
    }
    wrong.map_or(Ok(found), Err)
}

impl Session {
    /// Crashes at every moment: how often what was found was as before a commit and as behind it, and what was wrong.
    fn crash(&self, parts: u32, is_crashed: bool) -> ([u64; 3], Vec<String>) {
        let (mut counts, mut wrong) = ([0; 3], Vec::new());
        let history = MockDevice::replayed(self.start.clone(), self.chunk, &self.events);
        history.borrow().for_each_crash(parts, |events, content| {
            let allowed = &self.allowed[events];
            if allowed.is_empty() {
                return;
            }
            counts[2] += 1;
            match find(&content, self.chunk, is_crashed) {
                Ok(found) => match allowed.iter().position(|map| *map == found) {
                    Some(place) if allowed.len() == 2 && allowed[0] != allowed[1] => counts[place] += 1,
                    Some(_) => {}
                    None => wrong.push(format!("after {events} events: {found:?}, not {allowed:?}")),
                },
                Err(error) => wrong.push(format!("after {events} events: {error}")),
            }
        });
        (counts, wrong)
    }
}

#[test]
fn what_is_found_after_any_crash_is_what_was_committed() {
    let mut sums = [0; 3];
    for seed in 0..size(6, 300) as u64 {
        for chunk in [8, 64, 512] {
            let (counts, wrong) = session(seed, chunk, size(40, 80)).crash(size(3, 5) as u32, true);
            assert!(wrong.is_empty(), "seed {seed}, chunks of {chunk} bytes: {}", wrong[0]);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    println!("{sums:?}");
    assert!(sums[0] > 100 && sums[1] > 20 && sums[2] > 1_000, "{sums:?}");
}

/// A device that forgets a flush, or a direct write of a row, must be seen: otherwise the test above could not fail.
#[test]
fn mistakes_are_seen() {
    let nothing = || Event::Write(0, Vec::new());
    let is_flush = |event: &Event| matches!(event, Event::Flush);
    // A direct write of a row with its checksum, or of a length with its own.
    let is_row = |event: &Event| matches!(event, Event::Write(at, bytes) if *at > 64 && bytes.len() == ROW);
    type Mistake<'a> = (&'a str, &'a dyn Fn(&Event) -> bool);
    let mistakes: [Mistake<'_>; 2] = [("no flush", &is_flush), ("no row", &is_row)];
    for (what, is_mistake) in mistakes {
        let is_seen = |seed: u64| {
            let mut session = session(seed, 8, 40);
            assert!(session.crash(3, false).1.is_empty());
            let ready = session.allowed.iter().position(|allowed| !allowed.is_empty()).expect("there is a store");
            session.events[ready..].iter_mut().filter(|event| is_mistake(event)).for_each(|event| *event = nothing());
            !session.crash(3, false).1.is_empty()
        };
        assert!((0..8).any(is_seen), "nobody sees {what}");
    }
}
