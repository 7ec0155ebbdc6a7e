//! Durations.
use crate::prelude::rust_2021::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Duration { secs: u64, nanos: u32 }
impl Duration {
    pub const fn new(secs: u64, nanos: u32) -> Duration;
    pub const fn from_secs(secs: u64) -> Duration;
    pub const fn from_millis(millis: u64) -> Duration;
    pub const fn from_micros(micros: u64) -> Duration;
    pub const fn from_nanos(nanos: u64) -> Duration;
    pub const fn as_secs(&self) -> u64;
    pub const fn as_millis(&self) -> u128;
    pub const fn as_nanos(&self) -> u128;
}
