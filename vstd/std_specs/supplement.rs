//! Contracts that programs often want, beyond those that the library of the language has. Where a program has a contract of its
//! own for one of these functions, that one counts.

mod arrays;
mod bytes;
mod conversions;
mod counted;
mod edited;
mod elements;
mod float_bits;
mod found;
mod lengths;
mod machine;
mod numbers;
mod options;
mod order;
mod rotated;
mod slices;
mod sorted;
mod strings;
mod tables;
mod text;
mod wider;
