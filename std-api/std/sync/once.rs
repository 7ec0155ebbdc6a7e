//! Code that runs once.
use core::fmt;

pub struct Once { state: super::atomic::AtomicUsize }
impl Once {
    pub const fn new() -> Once;
    pub fn call_once<F: FnOnce()>(&self, f: F);
    pub fn call_once_force<F: FnOnce(&OnceState)>(&self, f: F);
    pub fn is_completed(&self) -> bool;
    pub fn wait(&self);
    pub fn wait_force(&self);
}
impl fmt::Debug for Once { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }

pub struct OnceState { poisoned: core::cell::Cell<bool> }
impl OnceState { pub fn is_poisoned(&self) -> bool; }
impl fmt::Debug for OnceState { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
