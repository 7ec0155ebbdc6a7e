//! `Error`.
use crate::prelude::rust_2021::*;
use crate::fmt::{Debug, Display};

pub trait Error: Debug + Display {
    fn source(&self) -> Option<&(dyn Error + 'static)> { loop {} }
    fn description(&self) -> &str { loop {} }
}
impl Error for crate::fmt::Error {}
