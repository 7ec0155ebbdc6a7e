//! Processes.
pub fn exit(code: i32) -> !;
pub fn abort() -> !;
