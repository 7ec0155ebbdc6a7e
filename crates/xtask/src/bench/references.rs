//! Bodies with many mutable references: their proofs take time that grows as the bodies do.

use std::fmt::Write;

/// A series: its name, the sizes of the shorter body and of the longer one, and the text of a body of a size.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    pub(crate) counts: [usize; 2],
    text: fn(usize) -> String,
}

/// All series.
pub(crate) const ALL: [Series; 3] = [
    Series { name: "reborrows", counts: [50, 200], text: reborrows },
    Series { name: "nested_references", counts: [20, 50], text: nested },
    Series { name: "borrowed_fields", counts: [25, 100], text: fields },
];

impl Series {
    /// The program of a size.
    pub(crate) fn program(&self, count: usize) -> String {
        format!("use vstd::prelude::*;\n\nverus! {{\n\n{}\n}} // verus!\n", (self.text)(count))
    }

    /// The name of the program of a size.
    pub(crate) fn subject(&self, count: usize) -> String {
        format!("{}_{count}", self.name)
    }

    /// By how much the longer body is longer.
    pub(crate) fn growth(&self) -> f64 {
        let [short, long] = self.counts;
        long as f64 / short as f64
    }
}

/// A reference, borrowed again and again; all are alive until the last one is written through.
fn reborrows(count: usize) -> String {
    let mut body = String::from("fn reborrows() {\n    let mut x = 0u64;\n    let r0 = &mut x;\n");
    for i in 0..count {
        let _ = writeln!(body, "    let r{} = &mut *r{i};", i + 1); // Writing to a string does not fail.
    }
    body + &format!("    *r{count} = 7;\n    assert(x == 7);\n}}\n")
}

/// References to references; the outermost is written through.
fn nested(count: usize) -> String {
    let mut body = String::from("fn nested() {\n    let mut x0 = 0u64;\n");
    for i in 0..count {
        let _ = writeln!(body, "    let mut x{} = &mut x{i};", i + 1); // Writing to a string does not fail.
    }
    body + &format!("    {}x{count} = 7;\n    assert(x0 == 7);\n}}\n", "*".repeat(count))
}

/// A structure of which each field is borrowed by itself.
fn fields(count: usize) -> String {
    let each = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    format!(
        "struct Wide {{\n{}}}\n\nfn fields(w: &mut Wide)\n    ensures\n{}{{\n{}{}}}\n",
        each(&|i| format!("    f{i}: u64,\n")),
        each(&|i| format!("        final(w).f{i} == {i},\n")),
        each(&|i| format!("    let r{i} = &mut w.f{i};\n")),
        each(&|i| format!("    *r{i} = {i};\n")),
    )
}
