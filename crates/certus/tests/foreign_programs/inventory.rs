//! An inventory: code that runs, on vectors, slices, arrays, maps, options and loops.
use std::collections::HashMap;
use vstd::prelude::*;

verus! {

broadcast use vstd::std_specs::hash::group_hash_axioms;

/// One article.
#[derive(Clone, Copy)]
pub struct Article {
    pub code: u32,
    pub count: u32,
}

/// Why an order cannot be taken.
pub enum Refusal {
    NoSuchArticle,
    TooFew { left: u32 },
}

/// The sum of counts of the first `n`.
pub open spec fn total(all: Seq<Article>, n: int) -> int
    decreases n,
{
    if n <= 0 { 0 } else { total(all, n - 1) + all[n - 1].count }
}

pub open spec fn has_code(all: Seq<Article>, code: u32) -> bool {
    exists|i: int| 0 <= i < all.len() && (#[trigger] all[i]).code == code
}

proof fn total_bounds(all: Seq<Article>, n: int)
    requires
        0 <= n <= all.len(),
    ensures
        0 <= total(all, n) <= n * u32::MAX,
    decreases n,
{
    if n > 0 {
        total_bounds(all, n - 1);
        assert(n * u32::MAX == (n - 1) * u32::MAX + u32::MAX) by (nonlinear_arith);
    }
}

/// The place of an article.
pub fn find(all: &Vec<Article>, code: u32) -> (r: Option<usize>)
    ensures
        match r {
            Some(at) => at < all.len() && all[at as int].code == code,
            None => !has_code(all@, code),
        },
{
    let mut i: usize = 0;
    while i < all.len()
        invariant
            i <= all.len(),
            forall|k: int| 0 <= k < i ==> (#[trigger] all[k]).code != code,
        decreases all.len() - i,
    {
        if all[i].code == code {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The number of all articles.
pub fn sum(all: &[Article]) -> (r: u64)
    requires
        all.len() <= 0xffff_ffff,
    ensures
        r == total(all@, all.len() as int),
{
    let mut r: u64 = 0;
    for i in 0..all.len()
        invariant
            r == total(all@, i as int),
            all.len() <= 0xffff_ffff,
    {
        proof {
            total_bounds(all@, i as int);
            assert(i * 0xffff_ffff <= 0xffff_fffe * 0xffff_ffff) by (nonlinear_arith)
                requires
                    0 <= i <= 0xffff_fffe,
            ;
        }
        r = r + all[i].count as u64;
    }
    r
}

/// Takes `n` of an article.
pub fn order(all: &mut Vec<Article>, code: u32, n: u32) -> (r: Result<u32, Refusal>)
    ensures
        final(all).len() == old(all).len(),
        r is Ok ==> has_code(old(all)@, code),
        r is Err ==> final(all)@ == old(all)@,
{
    let at = match find(all, code) {
        Some(at) => at,
        None => return Err(Refusal::NoSuchArticle),
    };
    let found = all[at];
    if found.count < n {
        return Err(Refusal::TooFew { left: found.count });
    }
    let left = found.count - n;
    all[at] = Article { code, count: left };
    assert(all[at as int].count == left);
    Ok(left)
}

/// The counts, in order.
pub fn counts(all: &Vec<Article>) -> (r: Vec<u32>)
    ensures
        r.len() == all.len(),
        forall|i: int| 0 <= i < all.len() ==> r[i] == (#[trigger] all[i]).count,
{
    let mut r: Vec<u32> = Vec::with_capacity(all.len());
    for i in 0..all.len()
        invariant
            r.len() == i,
            forall|k: int| 0 <= k < i ==> r[k] == (#[trigger] all[k]).count,
    {
        r.push(all[i].count);
    }
    r
}

/// An index of codes.
pub fn index(all: &Vec<Article>) -> (r: HashMap<u32, usize>)
    ensures
        forall|code: u32| #[trigger] r@.contains_key(code) ==> r@[code] < all.len() && all[r@[code] as int].code == code,
        forall|i: int| 0 <= i < all.len() ==> r@.contains_key((#[trigger] all[i]).code),
{
    let mut r: HashMap<u32, usize> = HashMap::new();
    let mut i: usize = 0;
    while i < all.len()
        invariant
            i <= all.len(),
            forall|code: u32| #[trigger] r@.contains_key(code) ==> r@[code] < i && all[r@[code] as int].code == code,
            forall|k: int| 0 <= k < i ==> r@.contains_key((#[trigger] all[k]).code),
        decreases all.len() - i,
    {
        r.insert(all[i].code, i);
        i += 1;
    }
    r
}

/// What an index says of a code.
pub fn look_up(index: &HashMap<u32, usize>, code: u32) -> (r: usize)
    ensures
        index@.contains_key(code) ==> r == index@[code],
        !index@.contains_key(code) ==> r == usize::MAX,
{
    match index.get(&code) {
        Some(at) => *at,
        None => usize::MAX,
    }
}

/// The greatest of an array.
pub fn greatest(counts: [u32; 4]) -> (r: u32)
    ensures
        forall|i: int| 0 <= i < 4 ==> (#[trigger] counts[i]) <= r,
{
    let mut r = counts[0];
    let mut i: usize = 1;
    loop
        invariant
            1 <= i <= 4,
            forall|k: int| 0 <= k < i ==> (#[trigger] counts[k]) <= r,
        ensures
            i == 4,
        decreases 4 - i,
    {
        if i == 4 {
            break;
        }
        if counts[i] > r {
            r = counts[i];
        }
        i += 1;
    }
    r
}

/// Sets to zero what a slice holds up to a place.
pub fn clear(counts: &mut [u32], to: usize)
    requires
        to <= old(counts).len(),
    ensures
        final(counts).len() == old(counts).len(),
        forall|i: int| 0 <= i < to ==> final(counts)[i] == 0,
        forall|i: int| to <= i < old(counts).len() ==> final(counts)[i] == old(counts)[i],
{
    for i in 0..to
        invariant
            to <= counts.len() == old(counts).len(),
            forall|k: int| 0 <= k < i ==> counts[k] == 0,
            forall|k: int| i <= k < counts.len() ==> counts[k] == old(counts)[k],
    {
        counts[i] = 0;
    }
}

/// Option by option.
pub fn code_of(all: &Vec<Article>, at: Option<usize>) -> (r: Option<u32>)
    requires
        at is Some ==> at->0 < all.len(),
    ensures
        r is Some <==> at is Some,
        r is Some ==> r->0 == all[at->0 as int].code,
{
    if let Some(at) = at {
        let article = &all[at];
        Some(article.code)
    } else {
        None
    }
}

pub fn use_all() {
    let mut all: Vec<Article> = Vec::new();
    all.push(Article { code: 3, count: 4 });
    all.push(Article { code: 5, count: 1 });
    let many = [1u32, 2, 3, 4];
    let most = greatest(many);
    assert(most >= many[3]);
    assert(most >= 4);
    let found = find(&all, 5);
    assert(all@[1].code == 5);
    assert(found is Some);
    let code = code_of(&all, found).unwrap();
    assert(code == 5);
    let places = index(&all);
    let at = look_up(&places, all[0].code);
    assert(at < all.len());
    all[at].count = 6;
    let mut rest = counts(&all);
    let last = rest.pop();
    assert(last is Some);
    let zeros = [0u8; 16];
    assert(zeros[15] == 0);
    while let Some(n) = rest.pop()
        invariant
            true,
        decreases rest.len(),
    {
        if n == 7 {
            break;
        }
    }
}

} // verus!

fn main() {}
