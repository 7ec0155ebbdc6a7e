//! What the command line of the kernel asks for: `addresses=N seed=N mistake=NAME`.

/// A mistake that is made on purpose. The comparison must find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The expectation allows to execute everything.
    NoExecute,
    /// The expectation forgets the rights of the entries above the page.
    Above,
    /// The expectation has no reserved bits.
    Reserved,
    /// The expectation forgets the mark of writes.
    Dirty,
    /// One core is not told to forget anything.
    Invalidation,
}

/// The names of mistakes.
const MISTAKES: [(&str, Mistake); 5] = [
    ("no-execute", Mistake::NoExecute),
    ("above", Mistake::Above),
    ("reserved", Mistake::Reserved),
    ("dirty", Mistake::Dirty),
    ("invalidation", Mistake::Invalidation),
];

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many addresses are touched.
    pub addresses: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The mistake, if one is made.
    pub mistake: Option<Mistake>,
}

impl Options {
    /// Reads a command line. `Err` is the word that is wrong.
    pub fn parse(line: &str) -> Result<Options, &str> {
        let mut options = Options { addresses: 1000, seed: 1, mistake: None };
        for word in line.split_ascii_whitespace() {
            let (name, value) = word.split_once('=').ok_or(word)?;
            match name {
                "addresses" => options.addresses = value.parse().map_err(|_| word)?,
                "seed" => options.seed = value.parse().map_err(|_| word)?,
                "mistake" => {
                    let known = MISTAKES.iter().find(|(known, _)| *known == value);
                    options.mistake = Some(known.ok_or(word)?.1);
                }
                _ => return Err(word),
            }
        }
        Ok(options)
    }
}
