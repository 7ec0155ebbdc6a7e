//! The library items that have a meaning of their own for the verifier.
//!
//! [`Known`] lists them: all items of `verus_builtin`, and those of `vstd`, `core`, `alloc` and `std` whose meaning a rule
//! depends on. Code that asks whether an item is a particular one compares a `Known`, never the text of a path, so that
//! a renamed item of the library is an error of the compiler or of a test, and not a rule that no longer applies.
//!
//! [`Library`] tells to which of these crates a path belongs. [`CLAUSE_WORDS`] are the language's own.

mod table;

pub use table::Known;

use std::collections::HashMap;
use std::sync::LazyLock;

/// The path of the function that gives the length of a slice. No crate's name is in it, so it is not in the table.
pub const SLICE_LEN: &str = "[T]::len";

/// The traits that write values, each with the function of `core::fmt::rt::Argument` that `format_args!` calls for it. The first
/// one is for a number that says how wide something is, which no trait writes.
pub const FORMAT_TRAITS: [(&str, &str); 10] = [
    ("", "from_usize"),
    ("Display", "new_display"),
    ("Debug", "new_debug"),
    ("Octal", "new_octal"),
    ("LowerHex", "new_lower_hex"),
    ("UpperHex", "new_upper_hex"),
    ("Pointer", "new_pointer"),
    ("Binary", "new_binary"),
    ("LowerExp", "new_lower_exp"),
    ("UpperExp", "new_upper_exp"),
];

/// How the names of the type parameters begin that the rewriter writes for `impl Trait` in results. A number follows.
pub const RESULT_PARAMETER: &str = "__certus_R";

/// Words that begin a clause of a function or a loop.
pub const CLAUSE_WORDS: &[&str] = &[
    "requires",
    "ensures",
    "recommends",
    "default_ensures",
    "returns",
    "decreases",
    "opens_invariants",
    "no_unwind",
    "invariant",
    "invariant_except_break",
    "invariant_ensures",
];

/// The items by their paths, other paths included.
static BY_PATH: LazyLock<HashMap<&'static str, Known>> = LazyLock::new(|| table::PATHS.iter().copied().collect());

/// The last segments of the paths.
static NAMES: LazyLock<HashMap<&'static str, ()>> =
    LazyLock::new(|| table::PATHS.iter().map(|(path, _)| (last_segment(path), ())).collect());

impl Known {
    /// The item with this canonical path, if it is known.
    pub fn of(path: &str) -> Option<Known> {
        BY_PATH.get(path).copied()
    }

    /// Whether some known item has this name. A caller for whom a path is costly asks for the name first.
    pub fn has_name(name: &str) -> bool {
        NAMES.contains_key(name)
    }

    /// All known items.
    pub fn all() -> impl Iterator<Item = Known> {
        table::PATHS.iter().filter(|(path, known)| known.path() == *path).map(|(_, known)| *known)
    }

    /// The name as messages show it: without the crate, and for `verus_builtin` without the module `internal`.
    pub fn name(self) -> &'static str {
        let path = self.path();
        let rest = path.split_once("::").map_or(path, |(_, rest)| rest);
        rest.strip_prefix("internal::").unwrap_or(rest)
    }

    /// The last segment of the canonical path.
    pub fn simple_name(self) -> &'static str {
        last_segment(self.path())
    }

    /// Whether it is a function that a macro calls to panic.
    pub fn is_panicking(self) -> bool {
        matches!(self, Known::Panic | Known::PanicFmt) || self.is_failed_assertion()
    }

    /// Whether it is a function that `assert!` and its like call to panic.
    pub fn is_failed_assertion(self) -> bool {
        matches!(self, Known::AssertPanic | Known::AssertPanicFmt | Known::AssertFailed)
    }

    /// Whether it is a function of `verus_builtin` whose argument only names another function: nothing of it is called,
    /// and generic arguments may be unknown.
    pub fn is_naming(self) -> bool {
        use Known::*;
        matches!(
            self,
            Reveal | BroadcastUse | BroadcastMember | Specifies | DecreasesBy | RecommendsBy | ExtraDependency
        )
    }

    /// The function that makes a spec function of a closure with so many parameters.
    pub fn fnspec(parameters: usize) -> Option<Known> {
        use Known::*;
        [Fnspec0, Fnspec1, Fnspec2, Fnspec3, Fnspec4, Fnspec5, Fnspec6].get(parameters).copied()
    }

    /// The function for `choose` with so many variables.
    pub fn choose(variables: usize) -> Option<Known> {
        use Known::*;
        [Choose, Choose2, Choose3, Choose4, Choose5, Choose6].get(variables.checked_sub(1)?).copied()
    }

    /// Whether it makes a spec function of a closure.
    pub fn is_fnspec(self) -> bool {
        use Known::*;
        matches!(self, ClosureToFnSpec | Fnspec0 | Fnspec1 | Fnspec2 | Fnspec3 | Fnspec4 | Fnspec5 | Fnspec6)
    }

    /// Whether it is `choose`, with any number of variables.
    pub fn is_choose(self) -> bool {
        use Known::*;
        matches!(self, Choose | ChooseTuple | Choose2 | Choose3 | Choose4 | Choose5 | Choose6)
    }

    /// Whether it is part of a chained comparison.
    pub fn is_chain(self) -> bool {
        use Known::*;
        matches!(self, Chain | ChainEnd | ChainEq | ChainLt | ChainLe | ChainGt | ChainGe)
    }

    /// Whether it is a ghost wrapper: `Ghost` or `Tracked`.
    pub fn is_wrapper(self) -> bool {
        matches!(self, Known::Ghost | Known::Tracked)
    }

    /// Whether it is a pointer whose value is the value that it points to: `Box`, `Rc` or `Arc`.
    pub fn is_pointer(self) -> bool {
        matches!(self, Known::Box | Known::Rc | Known::Arc)
    }

    /// Whether it is a type of mathematical integers: `int` or `nat`.
    pub fn is_math(self) -> bool {
        matches!(self, Known::Int | Known::Nat)
    }
}

impl std::fmt::Display for Known {
    /// Writes the name.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A crate whose items may be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// The language's own crate, `verus_builtin`.
    Builtin,
    /// The library of specifications, `vstd`.
    Vstd,
    /// `core`.
    Core,
    /// `alloc`.
    Alloc,
    /// `std`.
    Std,
}

impl Library {
    /// The library that an item belongs to, by its canonical path. `None` for an item of another crate, for an item of an
    /// impl of a trait, and for a crate itself.
    pub fn of(path: &str) -> Option<Library> {
        match path.split_once("::")?.0 {
            "verus_builtin" => Some(Library::Builtin),
            "vstd" => Some(Library::Vstd),
            "core" => Some(Library::Core),
            "alloc" => Some(Library::Alloc),
            "std" => Some(Library::Std),
            _ => None,
        }
    }

    /// The same, but an item of an impl of a trait belongs to the library of the type, or of that which it refers to.
    pub fn of_type(path: &str) -> Option<Library> {
        Library::of(path.trim_start_matches(['<', '&', '[']))
    }

    /// Whether it is a crate of Rust's standard library.
    pub fn is_standard(self) -> bool {
        matches!(self, Library::Core | Library::Alloc | Library::Std)
    }
}

/// The last segment of a path.
fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_is_of_one_item() {
        assert_eq!(BY_PATH.len(), table::PATHS.len());
        for (path, known) in table::PATHS {
            assert_eq!(Known::of(path), Some(*known));
            assert!(Known::has_name(last_segment(path)) && Library::of_type(path).is_some(), "{path}");
        }
        assert_eq!(Known::of("verus_builtin::spec_eq"), Known::of("verus_builtin::internal::spec_eq"));
        assert_eq!(Known::of("vstd"), None);
    }

    #[test]
    fn names_and_libraries() {
        assert_eq!(Known::SpecAdd.name(), "spec_add");
        assert_eq!(Known::GhostNew.name(), "Ghost::new");
        assert_eq!(Library::of("verus_builtins::x"), None);
        assert_eq!(Library::of("<alloc::rc::Rc as core::clone::Clone>::clone"), None);
        assert_eq!(Library::of_type("<alloc::rc::Rc as core::clone::Clone>::clone"), Some(Library::Alloc));
    }
}
