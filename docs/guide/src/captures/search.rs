use vstd::prelude::*;

verus! {

fn position(v: &Vec<u32>, x: u32) -> (r: Option<usize>)
    ensures
        r matches Some(i) ==> i < v.len() && v[i as int] == x,
        r is None ==> forall|i: int| 0 <= i < v.len() ==> v[i] != x,
{
    let mut i = 0;
    while i < v.len()
        invariant
            i <= v.len(),
        decreases v.len() - i,
    {
        if v[i] == x {
            return Some(i);
        }
        i = i + 1;
    }
    None
}

fn main() {
}

} // verus!
