pub mod range;
pub mod vec;
