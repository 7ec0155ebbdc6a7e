//! What was done to a [`crate::MockDevice`], and every content that a crash at any moment could have left. For tests of
//! programs, and of the contract of devices itself. Plain Rust.
//!
//! trusted: these contents are those that the natural model of a device has. Tests rest on it, and no proof.

use std::cell::RefCell;
use std::rc::Rc;

/// One operation on a device.
#[derive(Clone)]
pub enum Event {
    /// A write at an address.
    Write(usize, Vec<u8>),
    /// A flush that came back.
    Flush,
}

/// What a device held at first, and what was done since.
#[derive(Clone)]
pub struct History {
    start: Vec<u8>,
    chunk: usize,
    events: Vec<Event>,
}

/// A history that a device goes on writing.
pub type Shared = Rc<RefCell<History>>;

/// The part of one write that lies in one chunk: the first address, and the bytes.
type Part = (usize, Vec<u8>);

impl History {
    /// The history of a device to which nothing was done.
    pub fn new(start: Vec<u8>, chunk: usize) -> Shared {
        Rc::new(RefCell::new(History { start, chunk, events: Vec::new() }))
    }

    /// What was done.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn add(&mut self, event: Event) {
        self.events.push(event);
    }

    /// What was durable for certain after some of the events, and the parts of writes that were on their way then.
    fn at(&self, events: usize) -> (Vec<u8>, Vec<Part>) {
        let mut settled = self.start.clone();
        let mut outstanding: Vec<Part> = Vec::new();
        for event in &self.events[..events] {
            match event {
                Event::Write(addr, bytes) => outstanding.extend(parts(*addr, bytes, self.chunk)),
                Event::Flush => outstanding.drain(..).for_each(|part| apply(&mut settled, &part)),
            }
        }
        (settled, outstanding)
    }

    /// Calls `check` with the number of events before a crash and the content that is left, for every moment and every
    /// choice of the parts that are performed. Where more than `max_parts` parts are outstanding, `2^max_parts` choices are
    /// drawn from a fixed sequence. Gives back how many contents there were.
    pub fn for_each_crash(&self, max_parts: u32, mut check: impl FnMut(usize, Vec<u8>)) -> u64 {
        let mut count = 0;
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for events in 0..=self.events.len() {
            let (settled, outstanding) = self.at(events);
            let is_complete = outstanding.len() <= max_parts as usize;
            let choices = 1u64 << if is_complete { outstanding.len() as u32 } else { max_parts };
            for choice in 0..choices {
                let mut left = settled.clone();
                for (index, part) in outstanding.iter().enumerate() {
                    let is_performed = if is_complete { choice >> index & 1 == 1 } else { draw(&mut random) };
                    if is_performed {
                        apply(&mut left, part);
                    }
                }
                check(events, left);
                count += 1;
            }
        }
        count
    }
}

/// The parts of a write, by chunk.
fn parts(addr: usize, bytes: &[u8], chunk: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut from = addr;
    let end = addr + bytes.len();
    while from < end {
        let to = end.min((from / chunk + 1) * chunk);
        parts.push((from, bytes[from - addr..to - addr].to_vec()));
        from = to;
    }
    parts
}

/// Performs a part.
fn apply(content: &mut [u8], (addr, bytes): &Part) {
    content[*addr..addr + bytes.len()].copy_from_slice(bytes);
}

/// A bit of a fixed sequence (xorshift).
fn draw(state: &mut u64) -> bool {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 32 & 1 == 1
}
