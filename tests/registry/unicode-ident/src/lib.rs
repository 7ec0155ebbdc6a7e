//! Which texts are names.

use vstd::prelude::*;

verus! {

pub uninterp spec fn starts(c: char) -> bool;

pub uninterp spec fn continues(c: char) -> bool;

pub assume_specification[ unicode_ident::is_xid_start ](ch: char) -> (r: bool)
    ensures
        r == starts(ch),
;

pub assume_specification[ unicode_ident::is_xid_continue ](ch: char) -> (r: bool)
    ensures
        r == continues(ch),
;

pub open spec fn is_name(text: Seq<char>) -> bool {
    text.len() > 0 && starts(text[0]) && forall|i: int| 0 < i < text.len() ==> continues(#[trigger] text[i])
}

pub fn check_name(text: &[char]) -> (r: bool)
    ensures
        r == is_name(text@),
{
    if text.len() == 0 || !unicode_ident::is_xid_start(text[0]) {
        return false;
    }
    for i in 1..text.len()
        invariant
            text.len() > 0,
            starts(text[0]),
            forall|j: int| 0 < j < i ==> continues(#[trigger] text[j]),
    {
        if !unicode_ident::is_xid_continue(text[i]) {
            return false;
        }
    }
    true
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn names_start_with_letters() {
        assert!(super::check_name(&['a', '1']));
        assert!(!super::check_name(&['1', 'a']));
        assert!(!super::check_name(&[]));
    }
}
