//! A long proof: one body with many calls that give a struct. Its types are found in time that grows as the body does.

/// The calls of the shorter body and of the longer one.
pub(crate) const COUNTS: [usize; 2] = [100, 400];

/// The program: a function with calls and, after each, an assertion about its result.
pub(crate) fn program(count: usize) -> String {
    let calls: String =
        (0..count).map(|i| format!("    let p{i} = pair(x + {i});\n    assert(p{i}.first == x + {i});\n")).collect();
    format!(
        "use vstd::prelude::*;\n\nverus! {{\n\nstruct Pair {{ first: int, last: int }}\n\n\
         spec fn pair(x: int) -> Pair {{ Pair {{ first: x, last: x }} }}\n\nproof fn many(x: int) {{\n{calls}}}\n\n}} // verus!\n"
    )
}
