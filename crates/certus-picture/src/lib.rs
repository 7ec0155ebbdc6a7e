//! Pictures and tables of state machines.
//!
//! A machine is drawn as a grid: a column for each field, a row for each operation, and at each crossing what the operation
//! does with the field. The lines of the columns and rows are what flows: shards from the fields into operations, and back.
//!
//! | File | What is in it |
//! |---|---|
//! | `layout.rs` | where everything is: positions and sizes, in units of the picture (a unit is a pixel at full size) |
//! | `picture.rs` | the marks of the picture, from a layout |
//! | `style.rs` | its colours, on a light and on a dark background |
//! | `table.rs` | the same as text for a terminal |
//! | `words.rs` | what acts and kinds mean, in words; texts that are too long |
//!
//! Invariants: the same machine gives the same bytes; all positions are whole numbers; text of the user is escaped, for it is
//! always the content of an element and never an attribute.

mod layout;
mod picture;
mod style;
mod table;
mod words;

pub use picture::picture;
pub use table::table;
