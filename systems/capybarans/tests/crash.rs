//! Crashes at every moment of random sessions, with all subsets of the chunks on their way, against a model: what is found afterwards
//! is the state before or behind the advance that was cut short, and no timestamp is ever signed with two hashes.
//!
//! Nothing here is derived from the proof. `CAPYBARANS_TORTURE=full` makes the tests larger.

mod support;

use capybarans::{Notary, Reply, Route, handle};
use power_mock::{Event, MockDevice};
use support::{Pair, Random, Signed, found, hash, key, open, said, size};

/// The sizes of chunks.
const CHUNKS: [usize; 4] = [8, 16, 64, 512];

/// How many outstanding chunks there may be for all of their subsets to be tried: an entry has six chunks of eight bytes.
const SUBSETS: u32 = 7;

/// What was done to a device, and what may be found after a crash behind each number of events.
struct Session {
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
    /// One state, or two in the middle of an advance. None before there is a notary.
    allowed: Vec<Vec<Pair>>,
    /// What was signed before and in it.
    signed: Signed,
}

/// What became of the sessions, so that the tests can tell that they tested something.
#[derive(Debug, Default)]
struct Counts {
    sessions: u64,
    crashes: u64,
    /// In the middle of an advance, and then found as before it and as behind it.
    before: u64,
    behind: u64,
}

/// Does as many things with a notary, by the functions of the crate or by requests. Gives what may be found behind each event.
fn work(
    notary: &mut Notary<MockDevice>,
    events: impl Fn() -> usize,
    operations: usize,
    random: &mut Random,
    signed: &mut Signed,
) -> Vec<Vec<Pair>> {
    let mut state = found(notary);
    let mut allowed: Vec<Vec<Pair>> = Vec::new();
    for _ in 0..operations {
        let before = state;
        let from = events();
        allowed.resize(from, vec![before]);
        let next = (before.0 + 1, hash(random));
        match random.below(5) {
            0 => assert!(notary.advance(next.1)),
            1 => match handle(notary, Route::Advance, &next.1) {
                Reply::Done(bytes) => assert_eq!(bytes, [&next.0.to_le_bytes()[..], &next.1].concat()),
                Reply::Refused(refusal) => panic!("{refusal:?}"),
            },
            2 => match handle(notary, Route::Notarize, &next.1) {
                Reply::Done(binding) => signed.add(said(&binding)).expect("a new timestamp"),
                Reply::Refused(refusal) => panic!("{refusal:?}"),
            },
            _ => {
                if let Some(binding) = notary.sign() {
                    signed.add(said(&binding)).expect("the same once more");
                }
            }
        }
        // Where the operation begins nothing has been done of it, and behind its last event all of it.
        let to = events();
        if to > from {
            state = next;
            allowed.push(vec![before]);
            allowed.resize(to, vec![before, next]);
        }
        assert_eq!(found(notary), state);
    }
    allowed.resize(events() + 1, vec![state]);
    allowed
}

/// A session with a new notary.
fn fresh(chunk: usize, operations: usize, random: &mut Random) -> Session {
    let len = 160 + random.below(50) as usize;
    let start = random.bytes(len);
    let device = MockDevice::new(start.clone(), chunk);
    let history = device.history();
    let mut notary = Notary::create(device, key()).expect("the device is large enough");
    let ready = history.borrow().events().len();
    let events = || history.borrow().events().len();
    let mut signed = Signed::default();
    let mut allowed = work(&mut notary, events, operations, random, &mut signed);
    allowed[..ready].iter_mut().for_each(Vec::clear);
    let events = history.borrow().events().to_vec();
    Session { start, chunk, events, allowed, signed }
}

/// A session on what a crash left.
fn resumed(start: Vec<u8>, chunk: usize, signed: &Signed, operations: usize, random: &mut Random) -> Session {
    let device = MockDevice::new(start.clone(), chunk);
    let history = device.history();
    let mut notary = Notary::open(device, key()).expect("it was opened before");
    assert!(history.borrow().events().is_empty(), "opening writes");
    let events = || history.borrow().events().len();
    let mut signed = signed.clone();
    let allowed = work(&mut notary, events, operations, random, &mut signed);
    let events = history.borrow().events().to_vec();
    Session { start, chunk, events, allowed, signed }
}

impl Session {
    /// Crashes at every moment. What is found that may not be is given back; contents go to `go_on`.
    fn crash(&self, counts: &mut Counts, mut go_on: impl FnMut(usize, Vec<u8>)) -> Vec<String> {
        let mut wrong = Vec::new();
        MockDevice::replayed(self.start.clone(), self.chunk, &self.events).borrow().for_each_crash(
            SUBSETS,
            |events, content| {
                let allowed = &self.allowed[events];
                let found = open(MockDevice::new(content.clone(), self.chunk));
                if allowed.is_empty() {
                    // There need not be a notary yet, and if there is it is new.
                    if found.is_ok_and(|found| found != (0, [0; 32])) {
                        wrong.push("while it is made, something else is found".to_owned());
                    }
                    return;
                }
                counts.crashes += 1;
                match found {
                    Ok(found) if allowed.contains(&found) => {
                        if allowed.len() == 2 {
                            *(if found == allowed[0] { &mut counts.before } else { &mut counts.behind }) += 1;
                        }
                        go_on(events, content);
                    }
                    found => wrong.push(format!("after {events} events: {found:?} in place of {allowed:?}")),
                }
            },
        );
        wrong
    }
}

/// Crashes of a session, and of sessions on what a few of them left, and so on. Of what a session signed, only what came before its
/// crash was signed for who goes on; so those go on that crashed at its end.
fn torture(session: &Session, depth: usize, random: &mut Random, counts: &mut Counts) {
    counts.sessions += 1;
    let mut left = Vec::new();
    let last = session.events.len();
    let wrong = session.crash(counts, |events, content| {
        if events == last {
            left.push(content);
        }
    });
    assert!(wrong.is_empty(), "chunks of {} bytes: {}", session.chunk, wrong[0]);
    if depth > 0 {
        for _ in 0..left.len().min(2) {
            let content = left.swap_remove(random.below(left.len() as u64) as usize);
            let next = resumed(content, session.chunk, &session.signed, 8, random);
            torture(&next, depth - 1, random, counts);
        }
    }
}

#[test]
fn what_is_found_after_any_crash_is_the_last_state() {
    let mut counts = Counts::default();
    for seed in 0..size(6, 60) as u64 {
        for chunk in CHUNKS {
            let mut random = Random(seed * 1_000 + chunk as u64);
            let session = fresh(chunk, size(24, 40), &mut random);
            torture(&session, size(2, 3), &mut random, &mut counts);
        }
    }
    println!("{counts:?}");
    let Counts { sessions, crashes, before, behind } = counts;
    assert!(crashes > 100 * sessions, "{crashes} crashes of {sessions} sessions");
    assert!(before > sessions && behind > sessions, "{before} as before an advance, {behind} as behind it");
}

/// A crash in the middle of an advance, then one in the middle of the next, and so on: each notary goes on from what the one before
/// left, and all that any of them signed is kept together.
#[test]
fn no_timestamp_is_signed_twice_however_often_it_crashes() {
    let mut crashes = 0;
    for seed in 0..size(40, 4_000) as u64 {
        let mut random = Random(seed);
        let chunk = CHUNKS[random.below(4) as usize];
        let device = MockDevice::new(random.bytes(160), chunk);
        let history = device.history();
        drop(Notary::create(device, key()).expect("there is room"));
        let mut content = Vec::new();
        history.borrow().for_each_crash(0, |_, left| content = left);
        let mut signed = Signed::default();
        for _ in 0..30 {
            let device = MockDevice::new(content.clone(), chunk);
            let history = device.history();
            let mut notary = Notary::open(device, key()).expect("what a crash left opens");
            let state = found(&mut notary);
            assert!(state.0 >= signed.last().0, "timestamps went back to {}", state.0);
            signed.add(state).expect("what is found was given once");
            for _ in 0..random.below(3) {
                assert!(notary.advance(hash(&mut random)));
                signed.add(found(&mut notary)).expect("a new timestamp");
            }
            let signed_events = history.borrow().events().len();
            // This one is cut short, so nothing of it was signed.
            assert!(notary.advance(hash(&mut random)));
            let mut left = Vec::new();
            history.borrow().for_each_crash(6, |events, content| {
                if events >= signed_events {
                    left.push(content);
                }
            });
            crashes += 1;
            content = left.swap_remove(random.below(left.len() as u64) as usize);
        }
    }
    assert!(crashes >= 1_000, "{crashes}");
}

/// What is wrong with a session of which some events are changed.
fn wrong_with(change: impl Fn(&mut Vec<(usize, Event)>)) -> usize {
    let mut random = Random(3);
    let session = fresh(8, 16, &mut random);
    let mut events: Vec<(usize, Event)> = session.events.iter().cloned().enumerate().collect();
    change(&mut events);
    // What may be found behind an event that moved or is missing is what may be behind the same event as it was.
    let allowed = |at: &usize| session.allowed[at + 1].clone();
    let kept = [session.allowed[0].clone()].into_iter().chain(events.iter().map(|(at, _)| allowed(at))).collect();
    let broken = Session { events: events.into_iter().map(|(_, event)| event).collect(), allowed: kept, ..session };
    broken.crash(&mut Counts::default(), |_, _| {}).len()
}

/// The tests above can fail: mistakes in the order of writes and flushes are seen.
#[test]
fn missing_flushes_and_other_orders_are_seen() {
    assert_eq!(wrong_with(|_| ()), 0);
    let is_flush = |event: &Event| matches!(event, Event::Flush);
    let is_flag = |event: &Event| matches!(event, Event::Write(56, _));
    // No flush before the Boolean.
    let no_first = wrong_with(|events| {
        let is_before_flag: Vec<bool> = events.iter().skip(1).map(|(_, event)| is_flag(event)).chain([false]).collect();
        let mut is_before = is_before_flag.into_iter();
        events.retain(|(_, event)| !(is_before.next() == Some(true) && is_flush(event)));
    });
    // No flush behind the Boolean.
    let no_second = wrong_with(|events| {
        let mut is_behind = false;
        events.retain(|(_, event)| {
            let is_lost = is_flush(event) && is_behind;
            is_behind = is_flag(event);
            !is_lost
        });
    });
    // The Boolean first.
    let flag_first = wrong_with(|events| {
        for at in 0..events.len() {
            if is_flag(&events[at].1) && at >= 3 {
                let event = events[at].1.clone();
                events[at].1 = events[at - 3].1.clone();
                events[at - 3].1 = event;
            }
        }
    });
    // The checksums are not written.
    let no_sums = wrong_with(|events| {
        events.retain(|(_, event)| !matches!(event, Event::Write(104 | 152, _)));
    });
    assert!(
        no_first > 0 && no_second > 0 && flag_first > 0 && no_sums > 0,
        "{no_first} {no_second} {flag_first} {no_sums}"
    );
}

/// After the last timestamp there is none.
#[test]
fn timestamps_end() {
    let device = MockDevice::new(vec![0; 160], 8);
    let history = device.history();
    drop(Notary::create(device, key()).expect("there is room"));
    let mut content = Vec::new();
    history.borrow().for_each_crash(0, |_, left| content = left);
    // As a notary would have written it.
    content[64..72].copy_from_slice(&(u64::MAX - 1).to_le_bytes());
    let sum = power::crc_v::crc(&content[64..104]).to_le_bytes();
    content[104..112].copy_from_slice(&sum);
    let device = MockDevice::new(content, 8);
    let history = device.history();
    let mut notary = Notary::open(device, key()).expect("a notary");
    assert!(notary.advance([1; 32]));
    assert_eq!(found(&mut notary), (u64::MAX, [1; 32]));
    let events = history.borrow().events().len();
    assert!(!notary.advance([2; 32]));
    assert!(matches!(handle(&mut notary, Route::Notarize, &[2; 32]), Reply::Refused(capybarans::Refusal::Exhausted)));
    assert_eq!(found(&mut notary), (u64::MAX, [1; 32]));
    assert_eq!(history.borrow().events().len(), events, "it wrote");
}
