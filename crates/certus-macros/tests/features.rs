//! The features of `vstd`: without them, a program without the standard library can be linked.

mod common;

use common::{Libraries, folder, text_of};
use std::fs;

/// A program for a machine without an operating system. Two handlers of panics would be an error: so the library has none.
const BARE: &str = r#"
#![no_std]
#![no_main]

use vstd::prelude::*;

verus! {

pub struct Counter {
    count: u64,
    ghost history: Seq<u64>,
}

impl Counter {
    pub closed spec fn view(&self) -> Seq<u64> {
        self.history
    }

    #[verifier::type_invariant]
    closed spec fn inv(&self) -> bool {
        self.history.len() == self.count
    }

    pub fn add(&mut self, Tracked(loan): Tracked<&mut Map<int, u64>>) -> (count: Option<u64>)
        ensures
            count matches Some(count) ==> count == old(self)@.len() + 1,
    {
        proof { use_type_invariant(&*self); }
        self.count = self.count.checked_add(1)?;
        proof { self.history = self.history.push(self.count); }
        Some(self.count)
    }
}

} // verus!

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
"#;

/// An allocator, which a program must have if anything in it needs one.
const ALLOCATOR: &str = r#"
struct Nothing;

// SAFETY: it gives no memory.
unsafe impl core::alloc::GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;
"#;

/// What needs an allocator.
const ALLOC: &str = r#"
extern crate alloc;
verus! {

pub fn zero(v: &mut alloc::vec::Vec<u64>)
    requires
        old(v).len() > 0,
    ensures
        final(v)@ == old(v)@.update(0, 0),
{
    use vstd::pervasive::VecAdditionalExecFns;
    v.set(0, 0);
}

pub fn first(s: &alloc::string::String) -> char
    requires
        s@.len() > 0,
    ensures
        true,
{
    s.as_str().get_char(0)
}

} // verus!
"#;

/// What needs an operating system.
const STD: &str = "pub type Table = vstd::hash_map::StringHashMap<u64>;";

#[test]
fn what_is_left_without_features() {
    let dir = folder("features");
    let bare = ["--no-default-features"];
    let alloc = ["--no-default-features", "--features", "vstd/alloc"];
    for (features, has_alloc, has_std) in [(&bare[..], false, false), (&alloc[..], true, false), (&[][..], true, true)]
    {
        let libraries = Libraries::build_with(features);
        let compiles = |text: &str, crate_type: &str| {
            let input = dir.join("program.rs");
            fs::write(&input, text).expect("a program can be written");
            let output = dir.join("output");
            let output = output.to_str().expect("the path is text");
            // To assemble it is enough: how it is linked depends on the machine.
            let args = ["--crate-type", crate_type, "-C", "panic=abort", "--emit=obj", "-o", output];
            let output = libraries.rustc(&input, &args);
            let text = text_of(&output);
            assert!(output.status.success() || text.contains("error"), "{text}");
            (output.status.success(), text)
        };
        let allocator = if has_alloc { ALLOCATOR } else { "" };
        let (is_bare, text) = compiles(&format!("{BARE}{allocator}"), "bin");
        assert_eq!(is_bare, !has_std, "{features:?}: {text}");
        assert!(is_bare || text.contains("panic_impl"), "{text}");
        let library = BARE.replace("#![no_main]", "");
        let library = library.split("#[panic_handler]").next().unwrap_or_default();
        let (does, text) = compiles(library, "lib");
        assert!(does, "{features:?}: {text}");
        let (does, text) = compiles(&format!("{library}{ALLOC}"), "lib");
        assert_eq!(does, has_alloc, "{features:?}: {text}");
        let (does, text) = compiles(&format!("{library}{STD}"), "lib");
        assert_eq!(does, has_std, "{features:?}: {text}");
    }
}
