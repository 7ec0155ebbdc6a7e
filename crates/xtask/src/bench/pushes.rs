//! The memory-reasoning series: pushes to four lists in one function, after Figure 7b of "Verus: A Practical Foundation
//! for Systems Verification" (SOSP 2024, section 4.1.2).
//!
//! The verifier has to know that a push to one list leaves the three others alone. Unlike the paper's program, ours
//! also asserts what the lists hold in the end.

/// Pushes to each list, one program each.
pub(crate) const COUNTS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// How many lists there are.
pub(crate) const LISTS: usize = 4;

/// The list that is pushed to.
const LIST: &str = include_str!("pushes/list.txt");

/// The program: module `list`, and module `user` with the one function that is measured.
pub(crate) fn program(count: usize) -> String {
    let each = |line: &dyn Fn(usize) -> String| (1..=LISTS).map(line).collect::<String>();
    let mut body = each(&|list| format!("    let mut l{list}: List<u64> = List::new();\n"));
    for value in 0..count {
        body += &each(&|list| format!("    l{list}.push({});\n", value * LISTS + list));
    }
    // The value pushed last is the first of its list.
    body += &each(&|list| {
        let newest = (count - 1) * LISTS + list;
        let facts = [format!(".len() == {count}"), format!("[0] == {newest}"), format!("[{}] == {list}", count - 1)];
        facts.map(|fact| format!("    assert(l{list}@{fact});\n")).concat()
    });
    format!(
        "{LIST}\nverus! {{\n\nmod user {{\n\nuse super::list::List;\nuse vstd::prelude::*;\n\nfn four_lists() {{\n{body}}}\n\n}}\n\n}} // verus!\n"
    )
}
