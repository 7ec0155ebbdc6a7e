//! What a content of the storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::WORD;
use power::writes_v::*;

/// What is in a storage with a notary.
pub ghost struct Shape {
    /// The public key of the notary.
    pub public: [u8; 32],
    /// The entry that counts.
    pub entry: Entry,
    /// Which of the two places it is in.
    pub current: bool,
}

/// Whether a content has a shape.
#[verifier::opaque]
pub open spec fn has_shape(s: Seq<u8>, shape: Shape) -> bool {
    &&& STORE_LEN <= s.len() <= u64::MAX
    &&& stores(s, HEADER as int, header(shape.public))
    &&& cdb_at(s, FLAG as int) == Some(shape.current)
    &&& stores(s, entry_at(shape.current), shape.entry)
}

impl Shape {
    /// What a notary with this shape keeps.
    pub open spec fn book(self) -> Book {
        Book { public: self.public@, state: self.entry.state() }
    }
}

/// What is recovered: what the notary keeps, if there is one.
pub open spec fn recovered(s: Seq<u8>) -> Option<Book> {
    if exists|shape: Shape| has_shape(s, shape) {
        let shape = choose|shape: Shape| has_shape(s, shape);
        Some(shape.book())
    } else {
        None
    }
}

/// Recovery as a function.
pub open spec fn recovery() -> spec_fn(Seq<u8>) -> Option<Book> {
    |s: Seq<u8>| recovered(s)
}

/// What is recovered from a content with a shape; it has no other.
pub proof fn lemma_recovered(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        recovered(s) == Some(shape.book()),
{
    reveal(has_shape);
    let chosen = choose|chosen: Shape| has_shape(s, chosen);
    lemma_stores_one(s, HEADER as int, header(shape.public), header(chosen.public));
    lemma_stores_one(s, entry_at(shape.current), shape.entry, chosen.entry);
}

/// Recovery does not look at the entry that does not count.
pub proof fn lemma_unread(s: Seq<u8>, t: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
        agree_outside(s, t, entry_addrs(!shape.current)),
    ensures
        has_shape(t, shape),
        recovered(t) == recovered(s),
{
    let addrs = entry_addrs(!shape.current);
    reveal(has_shape);
    lemma_stores_agree(s, t, addrs, HEADER as int, header(shape.public));
    lemma_read_agrees(s, t, addrs, FLAG as int, WORD as int);
    lemma_stores_agree(s, t, addrs, entry_at(shape.current), shape.entry);
    lemma_recovered(s, shape);
    lemma_recovered(t, shape);
}

/// The same in the words of the library.
pub proof fn lemma_unreachable(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        is_unreachable(recovery(), s, entry_addrs(!shape.current)),
{
    let addrs = entry_addrs(!shape.current);
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, addrs) implies recovery()(t) == recovery()(s) by {
        lemma_unread(s, t, shape);
    }
}

/// With a new entry in the place that does not count, flipping the Boolean makes it count.
pub proof fn lemma_flip(s: Seq<u8>, shape: Shape, entry: Entry)
    requires
        has_shape(s, shape),
        stores(s, entry_at(!shape.current), entry),
    ensures
        has_shape(
            write_bytes(s, FLAG as int, cdb_bytes(!shape.current)),
            Shape { entry, current: !shape.current, ..shape },
        ),
{
    reveal(has_shape);
    let flipped = write_bytes(s, FLAG as int, cdb_bytes(!shape.current));
    lemma_cdb_value(!shape.current);
    lemma_read_back(s, FLAG as int, cdb_bytes(!shape.current));
    lemma_stores_agree(s, flipped, flag_addrs(), HEADER as int, header(shape.public));
    lemma_stores_agree(s, flipped, flag_addrs(), entry_at(!shape.current), entry);
}

} // verus!
