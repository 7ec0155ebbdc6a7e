//! The same work for many things, on two threads.

use std::sync::{Mutex, PoisonError};

/// For fewer things, a thread is not worth its start.
const MANY: usize = 16;

/// What `work` gives for each of the items, in their order. Panics of the work go on in the caller.
pub(crate) fn on_two<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    if items.len() < MANY {
        return items.into_iter().map(work).collect();
    }
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let some = || {
        let mut done = Vec::new();
        while let Some((at, item)) = next() {
            done.push((at, work(item)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        // Without the thread this one does it all.
        let other = std::thread::Builder::new().spawn_scoped(scope, some);
        let mut done = some();
        if let Ok(other) = other {
            done.extend(other.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::on_two;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        for count in [0, 3, 1000] {
            let twice: Vec<usize> = (0..count).map(|n| 2 * n).collect();
            assert_eq!(on_two((0..count).collect(), |n| 2 * n), twice);
        }
    }

    #[test]
    #[should_panic(expected = "at the end")]
    fn panics_go_on() {
        on_two((0..100).collect(), |n| assert!(n < 99, "at the end"));
    }
}
