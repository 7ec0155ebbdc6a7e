//! Places where threads wait for each other.
use core::fmt;

pub struct Barrier { count: super::atomic::AtomicUsize }
impl Barrier {
    pub const fn new(n: usize) -> Barrier;
    pub fn wait(&self) -> BarrierWaitResult;
}
impl fmt::Debug for Barrier { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }

pub struct BarrierWaitResult(bool);
impl BarrierWaitResult { pub fn is_leader(&self) -> bool; }
impl fmt::Debug for BarrierWaitResult { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
