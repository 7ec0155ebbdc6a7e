//! Visitors of syntax trees.
//!
//! The parser's crate compiles its 268 functions of a visitor for every visitor again: four fifths of the machine code of a
//! crate with two dozen of them, and of the time to build it. Here these functions are compiled once, for a walk that asks
//! the visitor through a table of methods. The names are those of the parser's crate, so that a visitor is written the same.
//!
//! One step at an expression goes like this: the parser's crate calls the walk's method for the expression; the walk calls
//! the visitor's, through the table; that one does its work and calls [`visit::visit_expr`] for the nodes within, which
//! makes a new walk of the same visitor and hands it to the function of the parser's crate.
//!
//! A visitor cannot be a type parameter of these functions: each takes `&mut dyn Visit`.
//!
//! Only the nodes that some visitor asks for are in the lists. To ask for another one, add its line. The nodes that are in
//! no list are visited all the same, with what is within them; a visitor is just not asked about them.

pub mod visit;
pub mod visit_mut;
