//! What `global` directives say about the target.

use certus_tree::Ty;

/// What is known of them so far.
#[derive(Default)]
pub(crate) struct Globals {
    /// How many bits `usize` has at least, once somebody asked.
    least_word_bits: Option<u32>,
    has_layouts: bool,
    /// The types that they are about.
    types: Vec<Ty>,
}

impl Globals {
    /// How many bits `usize` has at least, once that was computed.
    pub(crate) fn least_word_bits(&self) -> Option<u32> {
        self.least_word_bits
    }

    /// Keeps how many bits `usize` has at least.
    pub(crate) fn set_least_word_bits(&mut self, bits: u32) {
        self.least_word_bits = Some(bits);
    }

    /// Whether one says what the layout of a type is.
    pub(crate) fn has_layouts(&self) -> bool {
        self.has_layouts
    }

    /// Notes that one is about a type. False if there was one before.
    pub(crate) fn add_type(&mut self, ty: &Ty) -> bool {
        let is_new = !self.types.contains(ty);
        self.types.extend(is_new.then(|| ty.clone()));
        is_new
    }

    /// Notes that one says what the layout of a type is.
    pub(crate) fn set_layouts(&mut self) {
        self.has_layouts = true;
    }
}
