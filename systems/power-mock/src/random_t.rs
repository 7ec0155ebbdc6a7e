//! Random numbers for tests, and how large tests are. Plain Rust.
//!
//! trusted: nothing; tests draw their inputs from here.

/// Random numbers from a seed (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    #[allow(clippy::should_implement_trait)] // an endless sequence has no use for `Option`
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// As many bytes.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

/// One of two numbers, by how large the tests are: the environment variable is `full`, or not there.
pub fn size(variable: &str, small: usize, full: usize) -> usize {
    match std::env::var(variable).as_deref() {
        Ok("full") => full,
        Ok(other) => panic!("{variable} is `full` or not there, not `{other}`"),
        Err(_) => small,
    }
}
