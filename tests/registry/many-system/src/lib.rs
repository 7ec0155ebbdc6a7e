//! Crates for tools: dependencies that verified code does not call.

use vstd::prelude::*;

/// One item of each.
pub mod used {
    pub use anstyle::Style;
    pub use autocfg::AutoCfg;
    pub use cc::Build;
    pub use clap::Parser;
    pub use env_logger::Builder;
    pub use errno::errno;
    pub use flate2::Compression;
    pub use glob::glob;
    pub use num_cpus::get;
    pub use pkg_config::Config;
    pub use quote::ToTokens;
    pub use rustix::process::getpid;
    pub use same_file::is_same_file;
    pub use syn::File;
    pub use tempfile::tempdir;
    pub use version_check::Version;
    pub use walkdir::WalkDir;
    pub use which::which;
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
