//! The end of the program by a signal.
//!
//! `kill`, `timeout` and service managers send SIGTERM to one process. A solver would go on with its query, for minutes if the
//! budget allows that. So the solvers end first, and then the program as the signal means.

/// Makes SIGTERM end the solvers, too. Where none can be set up, it ends this process alone.
#[cfg(unix)]
pub fn end_solvers_on_signal() {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) else { return };
    let wait = move || {
        for signal in signals.forever() {
            crate::process::end_all();
            // It does not return.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    let _ = std::thread::Builder::new().name("certus-signals".into()).spawn(wait);
}

/// Nothing to set up: there are no such signals.
#[cfg(not(unix))]
pub fn end_solvers_on_signal() {}
