//! Whether a history is linearizable: whether there is one order of its operations, in which each comes between its call and its
//! return, and gives what it gave.
//!
//! This is the search of Wing and Gong, with the memory of what was tried that Lowe added to it ("Testing for linearizability", 2017);
//! the checker Porcupine works like that, too. A history of several keys is linearizable if that of each key is.

use std::collections::HashSet;
use std::hash::Hash;

/// What operations do to a state.
pub trait Model {
    /// The state.
    type State: Clone + Eq + Hash;
    /// An operation with what it gave.
    type Operation;

    /// The state after an operation; nothing if the operation would not have given that.
    fn step(state: &Self::State, operation: &Self::Operation) -> Option<Self::State>;
}

/// An operation that happened between two times, which no other event has.
pub struct Timed<O> {
    pub called: u64,
    pub returned: u64,
    pub operation: O,
}

/// The order of operations, by their numbers in the history, if there is one.
pub fn linearize<M: Model>(history: &[Timed<M::Operation>], first: M::State) -> Option<Vec<usize>> {
    let mut by_call: Vec<usize> = (0..history.len()).collect();
    by_call.sort_by_key(|&n| history[n].called);
    let mut is_done = vec![false; history.len()];
    let mut tried = HashSet::new();
    // Each operation of the order, with the state before it, and its place in `by_call`.
    let mut order: Vec<(usize, M::State)> = Vec::new();
    let (mut state, mut from) = (first, 0);
    while order.len() < history.len() {
        // Only what was called before the first return of those that are left may come next.
        let end = by_call.iter().filter(|&&n| !is_done[n]).map(|&n| history[n].returned).min()?;
        let next = by_call[from..].iter().position(|&n| history[n].called > end).map_or(by_call.len(), |n| from + n);
        let fits = (from..next).find_map(|place| {
            let n = by_call[place];
            let after = (!is_done[n]).then(|| M::step(&state, &history[n].operation)).flatten()?;
            is_done[n] = true;
            if tried.insert((key(&is_done), after.clone())) {
                return Some((place, after));
            }
            is_done[n] = false;
            None
        });
        match fits {
            Some((place, after)) => {
                order.push((place, std::mem::replace(&mut state, after)));
                from = by_call.iter().position(|&n| !is_done[n]).unwrap_or(0);
            }
            None => {
                let (place, before) = order.pop()?;
                is_done[by_call[place]] = false;
                state = before;
                from = place + 1;
            }
        }
    }
    Some(order.iter().map(|(place, _)| by_call[*place]).collect())
}

/// A set as what stands before its first gap, and what stands behind it.
fn key(is_done: &[bool]) -> (usize, Vec<usize>) {
    let gap = is_done.iter().position(|is| !is).unwrap_or(is_done.len());
    (gap, (gap..is_done.len()).filter(|&n| is_done[n]).collect())
}
