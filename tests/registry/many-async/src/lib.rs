//! Crates for programs that wait: dependencies that verified code does not call.

use vstd::prelude::*;

/// One item of each.
pub mod used {
    pub use async_trait::async_trait;
    pub use crossbeam_channel::unbounded;
    pub use crossbeam_deque::Stealer;
    pub use crossbeam_utils::CachePadded;
    pub use futures::executor::block_on;
    pub use http::StatusCode;
    pub use hyper::Version;
    pub use lock_api::RawMutex;
    pub use mio::Poll;
    pub use parking_lot_core::park;
    pub use pin_project::pin_project as attribute;
    pub use pin_project_lite::pin_project;
    pub use rayon::join;
    pub use scopeguard::guard;
    pub use slab::Slab;
    pub use socket2::Socket;
    pub use tokio::runtime::Runtime;
    pub use tracing::Level;
}

verus! {

/// What is verified beside them.
pub fn double(n: u32) -> (r: u64)
    ensures
        r == 2 * n,
{
    2 * n as u64
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_doubled() {
        assert_eq!(super::double(u32::MAX), 0x1_ffff_fffe);
    }
}
