//! Many dependencies that verified code does not call.

use vstd::prelude::*;

/// Crates for programs that wait.
pub mod waiting {
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

/// Crates about numbers, hashes and collections.
pub mod numbers {
    pub use ahash::AHasher;
    pub use digest::Digest;
    pub use fastrand::Rng;
    pub use fixedbitset::FixedBitSet;
    pub use fnv::FnvHasher;
    pub use generic_array::GenericArray;
    pub use getrandom::fill;
    pub use hmac::Hmac;
    pub use lazy_static::lazy_static;
    pub use md5::Md5;
    pub use num_bigint::BigUint;
    pub use num_integer::gcd;
    pub use petgraph::Graph;
    pub use ppv_lite86::Machine;
    pub use rand::random;
    pub use rustc_hash::FxHasher;
    pub use sha1::Sha1;
    pub use subtle::Choice;
    pub use time::Duration;
    pub use tinyvec::ArrayVec;
    pub use typenum::U4;
    pub use uuid::Uuid;
    pub use zeroize::Zeroize;
}

/// Crates for tools.
pub mod tools {
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

/// Crates about text.
pub mod text {
    pub use aho_corasick::AhoCorasick;
    pub use form_urlencoded::Serializer;
    pub use heck::ToSnakeCase;
    pub use hex::encode;
    pub use httparse::Request;
    pub use idna::domain_to_ascii;
    pub use mime::Mime;
    pub use nom::IResult;
    pub use percent_encoding::percent_decode;
    pub use ryu::Buffer as Ryu;
    pub use strsim::levenshtein;
    pub use textwrap::wrap;
    pub use toml::Table;
    pub use unicode_normalization::UnicodeNormalization;
    pub use unicode_segmentation::UnicodeSegmentation;
    pub use unicode_width::UnicodeWidthChar;
    pub use url::Url;
    pub use winnow::Parser;
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
