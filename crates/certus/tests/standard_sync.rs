//! What contracts of the library say of the locks, the places that are written once and the lazy values of the standard
//! library, the running ones do.

use std::cell::{LazyCell, OnceCell};
use std::sync::{LazyLock, Mutex, OnceLock, RwLock, RwLockWriteGuard, TryLockError};
use std::thread;

/// So many threads or values are tried.
const COUNT: u32 = 50;

/// A mutex whose guard was dropped by a panic.
fn poisoned(value: u32) -> Mutex<u32> {
    let mutex = Mutex::new(value);
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _guard = mutex.lock();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(thread.join().is_err());
    });
    mutex
}

#[test]
fn a_guard_is_what_its_holder_makes_it() {
    let (mutex, lock) = (Mutex::new(0), RwLock::new(0));
    thread::scope(|scope| {
        for n in 0..COUNT {
            let (mutex, lock) = (&mutex, &lock);
            scope.spawn(move || {
                let mut guard = mutex.lock().unwrap();
                *guard = n;
                thread::yield_now();
                assert_eq!(*guard, n);
                let mut guard = lock.write().unwrap();
                *guard = n;
                thread::yield_now();
                assert_eq!(*guard, n);
                let guard = RwLockWriteGuard::downgrade(guard);
                thread::yield_now();
                assert_eq!((*guard, *guard), (n, n));
            });
        }
    });
}

#[test]
fn an_error_holds_what_the_lock_would_have_given() {
    for n in 0..COUNT {
        let mutex = poisoned(n);
        assert!(mutex.is_poisoned());
        let mut error = mutex.lock().unwrap_err();
        assert_eq!(**error.get_ref(), n);
        **error.get_mut() = n + 1;
        assert_eq!(*error.into_inner(), n + 1);
        assert!(matches!(mutex.try_lock(), Err(TryLockError::Poisoned(error)) if **error.get_ref() == n + 1));
        assert_eq!(mutex.into_inner().unwrap_err().into_inner(), n + 1);
    }
    let mutex = Mutex::new(1);
    let guard = mutex.lock();
    assert!(matches!(mutex.try_lock(), Err(TryLockError::WouldBlock)));
    drop(guard);
}

#[test]
fn a_full_place_gives_back_what_it_is_to_be_set_to() {
    for n in 0..COUNT {
        let (cell, lock) = (OnceCell::new(), OnceLock::new());
        assert_eq!((cell.set(n), lock.set(n)), (Ok(()), Ok(())));
        assert_eq!((cell.set(n + 1), lock.set(n + 2)), (Err(n + 1), Err(n + 2)));
    }
}

#[test]
fn a_lazy_value_is_what_its_closure_gave() {
    for n in 0..COUNT {
        let (mut cell, mut lock) = (LazyCell::new(move || n * 2), LazyLock::new(move || n * 3));
        assert_eq!((LazyCell::get(&cell), LazyLock::get(&lock)), (None, None));
        assert_eq!((*LazyCell::force(&cell), *LazyLock::force(&lock)), (n * 2, n * 3));
        assert_eq!((LazyCell::get(&cell), LazyLock::get(&lock)), (Some(&(n * 2)), Some(&(n * 3))));
        assert_eq!((*cell, *lock), (n * 2, n * 3));
        assert_eq!((*LazyCell::force_mut(&mut cell), *LazyLock::force_mut(&mut lock)), (n * 2, n * 3));
        *cell += 1;
        *lock += 1;
        assert_eq!((*cell, *lock), (n * 2 + 1, n * 3 + 1));
    }
}
