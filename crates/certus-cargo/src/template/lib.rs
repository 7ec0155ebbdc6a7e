use vstd::prelude::*;

verus! {

/// The place of the largest element.
pub fn largest(v: &Vec<u64>) -> (at: usize)
    requires
        v.len() > 0,
    ensures
        at < v.len(),
        forall|i: int| 0 <= i < v.len() ==> v[i] <= v[at as int],
{
    let mut at = 0;
    let mut next = 1;
    while next < v.len()
        invariant
            at < next <= v.len(),
            forall|i: int| 0 <= i < next ==> v[i] <= v[at as int],
        decreases v.len() - next,
    {
        if v[next] > v[at] {
            at = next;
        }
        next += 1;
    }
    at
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found() {
        assert_eq!(largest(&vec![3, 8, 5]), 1);
    }
}
