pub use super::seq::*;
pub use super::view::*;
pub use builtin::*;
pub use builtin_macros::*;
