//! The registry of codes. Each diagnostic of the verifier has a code, and a diagnostic with an unlisted code does not
//! compile.
//!
//! A code is `class/name`, for instance `language/mode`. The section of that name below `docs/guide/src/codes` explains
//! it, with a program; a test in `certus-diagnostics` checks that each code has a section. Codes are stable: scripts
//! and editors match on them.
//!
//! ```
//! use certus_codes::{Class, Code, Language};
//!
//! let code = Code::parse("language/mode").unwrap();
//! assert_eq!(code, Language::Mode.into());
//! assert_eq!((code.class(), code.name()), (Class::Language, "mode"));
//! ```

mod internal;
mod language;
mod resource;
mod rust;
mod unsupported;
mod verify;

pub use internal::Internal;
pub use language::Language;
pub use resource::Resource;
pub use rust::Rust;
pub use unsupported::Unsupported;
pub use verify::Verify;

use std::fmt;

/// The class of a diagnostic, which is the first part of its code. It tells the user what kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The solver could not prove an obligation.
    Verify,
    /// The program breaks a rule of the specification language.
    Language,
    /// The program uses a feature that this version cannot verify.
    Unsupported,
    /// The program is not valid Rust.
    Rust,
    /// A proof exceeded its budget.
    Resource,
    /// A bug in the verifier itself.
    Internal,
}

impl Class {
    /// The class as it is written in codes.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Verify => "verify",
            Class::Language => "language",
            Class::Unsupported => "unsupported",
            Class::Rust => "rust",
            Class::Resource => "resource",
            Class::Internal => "internal",
        }
    }
}

/// The stable name of a kind of diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A code `verify/..`.
    Verify(Verify),
    /// A code `language/..`.
    Language(Language),
    /// A code `unsupported/..`.
    Unsupported(Unsupported),
    /// A code `rust/..` that the verifier itself reports.
    Rust(Rust),
    /// A code `rust/..` that rustc reports: the code of an error (`E0382`) or the name of a lint.
    Rustc(String),
    /// A code `resource/..`.
    Resource(Resource),
    /// A code `internal/..`.
    Internal(Internal),
}

impl Code {
    /// Every code except those of rustc, in the order of the classes.
    pub fn all() -> impl Iterator<Item = Code> {
        let verify = Verify::ALL.iter().map(|code| Code::Verify(*code));
        let language = Language::ALL.iter().map(|code| Code::Language(*code));
        let unsupported = Unsupported::ALL.iter().map(|code| Code::Unsupported(*code));
        let rust = Rust::ALL.iter().map(|code| Code::Rust(*code));
        let resource = Resource::ALL.iter().map(|code| Code::Resource(*code));
        let internal = Internal::ALL.iter().map(|code| Code::Internal(*code));
        verify.chain(language).chain(unsupported).chain(rust).chain(resource).chain(internal)
    }

    /// Parses a code; `None` if it is not in the registry. `rust/E` with four digits is a code of rustc.
    pub fn parse(text: &str) -> Option<Code> {
        let is_of_rustc = |name: &str| {
            let digits = name.strip_prefix('E').unwrap_or_default();
            digits.len() == 4 && digits.chars().all(|c| c.is_ascii_digit())
        };
        match text.strip_prefix("rust/") {
            Some(name) if is_of_rustc(name) => Some(Code::Rustc(name.to_string())),
            _ => Code::all().find(|code| code.to_string() == text),
        }
    }

    /// The class of this code.
    pub fn class(&self) -> Class {
        match self {
            Code::Verify(_) => Class::Verify,
            Code::Language(_) => Class::Language,
            Code::Unsupported(_) => Class::Unsupported,
            Code::Rust(_) | Code::Rustc(_) => Class::Rust,
            Code::Resource(_) => Class::Resource,
            Code::Internal(_) => Class::Internal,
        }
    }

    /// The name within the class, in kebab case: `precondition`, `mode`.
    pub fn name(&self) -> &str {
        match self {
            Code::Verify(code) => code.name(),
            Code::Language(code) => code.name(),
            Code::Unsupported(code) => code.name(),
            Code::Rust(code) => code.name(),
            Code::Rustc(name) => name,
            Code::Resource(code) => code.name(),
            Code::Internal(code) => code.name(),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.class().as_str(), self.name())
    }
}

/// Declares the codes of one class, each as `Variant = "name",`.
macro_rules! codes {
    ($(#[$doc:meta])* $class:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $class {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $class {
            /// Every code of the class, in the order of the registry.
            pub const ALL: &'static [$class] = &[$($class::$variant),*];

            /// The name within the class, in kebab case.
            pub const fn name(self) -> &'static str {
                match self { $($class::$variant => $name,)* }
            }
        }

        impl From<$class> for $crate::Code {
            fn from(code: $class) -> $crate::Code {
                $crate::Code::$class(code)
            }
        }
    };
}
use codes;

#[cfg(test)]
mod tests;
