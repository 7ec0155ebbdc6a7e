//! The registry of codes: each diagnostic of the verifier has one, and what is not listed here does not compile.
//!
//! A code is `class/name`, for instance `language/mode`. Its explanation, with a program that shows it, is the section
//! of that name below `docs/guide/src/codes`; a test in `certus-diagnostics` holds the pages to this registry. Codes are
//! stable: scripts and editors match on them.

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

/// The class of a diagnostic, the first part of its code; it says whose turn it is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The solver could not prove an obligation.
    Verify,
    /// The program breaks a rule of the specification language.
    Language,
    /// The program is outside of what this version can verify.
    Unsupported,
    /// The program is not valid Rust.
    Rust,
    /// A budget was exhausted before there was an answer.
    Resource,
    /// A fault of the verifier itself.
    Internal,
}

impl Class {
    /// The class as it is spelled in codes.
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

/// Names a kind of diagnostic for good.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// `verify/..`
    Verify(Verify),
    /// `language/..`
    Language(Language),
    /// `unsupported/..`
    Unsupported(Unsupported),
    /// `rust/..`, said by the verifier itself.
    Rust(Rust),
    /// `rust/..`, said by rustc: the code of an error (`E0382`) or the name of a lint.
    Rustc(String),
    /// `resource/..`
    Resource(Resource),
    /// `internal/..`
    Internal(Internal),
}

impl Code {
    /// Every code but those of rustc, class by class.
    pub fn all() -> impl Iterator<Item = Code> {
        let verify = Verify::ALL.iter().map(|code| Code::Verify(*code));
        let language = Language::ALL.iter().map(|code| Code::Language(*code));
        let unsupported = Unsupported::ALL.iter().map(|code| Code::Unsupported(*code));
        let rust = Rust::ALL.iter().map(|code| Code::Rust(*code));
        let resource = Resource::ALL.iter().map(|code| Code::Resource(*code));
        let internal = Internal::ALL.iter().map(|code| Code::Internal(*code));
        verify.chain(language).chain(unsupported).chain(rust).chain(resource).chain(internal)
    }

    /// The code that is spelled so; `None` for what is not in the registry. `rust/E` with four digits is one of rustc's.
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

    /// The class.
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

/// Declares the codes of one class: `Variant = "name",`.
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
