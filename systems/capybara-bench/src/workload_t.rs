//! The workloads of YCSB (Cooper et al., SoCC 2010), with updates of whole values, and workload X of the PoWER paper.
//!
//! trusted: nothing but the numbers rests on it.

/// What is done with the record of a number.
pub enum Operation {
    /// It is read.
    Read(u64),
    /// It is replaced.
    Update(u64),
    /// It is read, and then replaced.
    Modify(u64),
    /// It is new.
    Insert(u64),
    /// It is read, with others behind it in the order of keys: so many.
    Scan(u64, usize),
}

/// The most records of a scan.
const SCAN: u64 = 100;

/// How records are chosen.
#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    /// Some far more often than others, wherever they are: Zipf's law with exponent 0.99.
    Zipf,
    /// New ones more often, by the same law.
    Latest,
    /// All alike.
    Uniform,
}

/// A workload: shares in percent.
pub struct Workload {
    /// The name.
    pub name: &'static str,
    reads: u64,
    updates: u64,
    modifies: u64,
    scans: u64,
    choice: Choice,
    /// How many operations are done between looks at the clock.
    pub between_looks: u64,
    /// How many operations are done at most.
    pub most: u64,
}

const fn workload(name: &'static str, [reads, updates, modifies]: [u64; 3], choice: Choice) -> Workload {
    Workload { name, reads, updates, modifies, scans: 0, choice, between_looks: 16, most: u64::MAX }
}

/// All workloads; what is left of 100 percent are inserts.
pub const WORKLOADS: [Workload; 8] = [
    Workload { most: 5_000, ..workload("load", [0, 0, 0], Choice::Uniform) },
    workload("A", [50, 50, 0], Choice::Zipf),
    workload("B", [95, 5, 0], Choice::Zipf),
    workload("C", [100, 0, 0], Choice::Zipf),
    Workload { most: 100_000, ..workload("D", [95, 0, 0], Choice::Latest) },
    workload("F", [50, 0, 50], Choice::Zipf),
    workload("X", [20, 75, 5], Choice::Uniform),
    Workload { scans: 95, most: 20_000, ..workload("E", [0, 0, 0], Choice::Zipf) },
];

impl Workload {
    /// Whether records are read in the order of their keys.
    pub fn is_ordered(&self) -> bool {
        self.scans > 0
    }
}

/// Mixes the bits of a number (splitmix64), so that numbers one behind the other are far apart.
pub fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// The next one.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// From 0 to 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Zipf's law over the ranks of `n` records, by the method of Gray et al. (SIGMOD 1994), as YCSB does it.
struct Zipf {
    n: u64,
    zeta: f64,
    eta: f64,
}

/// The exponent.
const THETA: f64 = 0.99;

impl Zipf {
    fn new(n: u64) -> Zipf {
        let sum = |n: u64| (1..=n).map(|rank| 1.0 / (rank as f64).powf(THETA)).sum::<f64>();
        let zeta = sum(n);
        let eta = (1.0 - (2.0 / n as f64).powf(1.0 - THETA)) / (1.0 - sum(2) / zeta);
        Zipf { n, zeta, eta }
    }

    /// A rank from 0 on; the first is the most frequent one.
    fn rank(&self, random: &mut Random) -> u64 {
        let u = random.fraction();
        let scaled = u * self.zeta;
        if scaled < 1.0 {
            return 0;
        }
        if scaled < 1.0 + 0.5f64.powf(THETA) {
            return 1;
        }
        let rank = self.n as f64 * (self.eta * u - self.eta + 1.0).powf(1.0 / (1.0 - THETA));
        (rank as u64).min(self.n - 1)
    }
}

/// The operations of a workload, one after the other.
pub struct Source<'w> {
    workload: &'w Workload,
    random: Random,
    zipf: Zipf,
    records: u64,
}

impl<'w> Source<'w> {
    /// The operations of a round, on so many records. The law is that of the records at the beginning.
    pub fn new(workload: &'w Workload, round: u64, records: u64) -> Source<'w> {
        let seed = mixed(round * 1_000 + u64::from(workload.name.as_bytes()[0]));
        Source { workload, random: Random(seed), zipf: Zipf::new(records), records }
    }

    /// Which value is written.
    pub fn value(&mut self) -> u64 {
        self.random.next() >> 8
    }

    /// The next operation.
    pub fn next(&mut self) -> Operation {
        let share = self.random.next() % 100;
        let Workload { reads, updates, modifies, scans, .. } = *self.workload;
        if share >= reads + updates + modifies + scans {
            self.records += 1;
            return Operation::Insert(self.records - 1);
        }
        let number = match self.workload.choice {
            Choice::Zipf => mixed(self.zipf.rank(&mut self.random)) % self.records,
            Choice::Latest => self.records - 1 - self.zipf.rank(&mut self.random),
            Choice::Uniform => self.random.next() % self.records,
        };
        match share {
            share if share < reads => Operation::Read(number),
            share if share < reads + updates => Operation::Update(number),
            share if share < reads + updates + modifies => Operation::Modify(number),
            _ => Operation::Scan(number, 1 + (self.random.next() % SCAN) as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_workloads() {
        for workload in &WORKLOADS {
            let (mut source, mut counts) = (Source::new(workload, 3, 1_000), [0u64; 5]);
            for _ in 0..100_000 {
                let (which, number) = match source.next() {
                    Operation::Read(n) => (0, n),
                    Operation::Update(n) => (1, n),
                    Operation::Modify(n) => (2, n),
                    Operation::Scan(n, len) => {
                        assert!((1..=SCAN).contains(&(len as u64)));
                        (3, n)
                    }
                    Operation::Insert(n) => (4, n),
                };
                assert!(number < source.records);
                counts[which] += 1;
            }
            let wanted = [workload.reads, workload.updates, workload.modifies, workload.scans];
            for (count, wanted) in counts.iter().zip(wanted) {
                assert!(count.abs_diff(wanted * 1_000) < 700, "{}: {counts:?}", workload.name);
            }
        }
    }

    #[test]
    fn ranks_follow_the_law() {
        let (zipf, mut random) = (Zipf::new(1_000), Random(5));
        let mut counts = vec![0u64; 1_000];
        for _ in 0..200_000 {
            counts[zipf.rank(&mut random) as usize] += 1;
        }
        for rank in [0, 1, 2, 9, 99] {
            let wanted = 200_000.0 / zipf.zeta / ((rank + 1) as f64).powf(THETA);
            // The method is exact for the first two, and near for the others.
            let part = counts[rank] as f64 / wanted;
            assert!((0.75..1.25).contains(&part), "rank {rank}: {part}");
        }
    }
}
