//! What a content of the storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::log_v::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::WORD;
use power::outstanding_spec_t::*;
use power::replay_v::*;
use power::writes_v::*;

/// What the metadata in a storage say.
pub ghost struct Shape {
    /// How it is divided.
    pub format: Format,
    /// The log, if it is committed and has to be installed.
    pub log: Option<Seq<u8>>,
}

/// Whether a log is stored where logs are.
pub open spec fn holds_log(s: Seq<u8>, format: Format, log: Seq<u8>) -> bool {
    &&& log.len() <= format.capacity
    &&& stores(s, LENGTH as int, log.len() as u64)
    &&& checked_at(s, LOG as int, log.len() as int) == Some(log)
    &&& entries(log, format.area as int) is Some
}

/// Whether a storage is divided like this.
pub open spec fn has_format(s: Seq<u8>, format: Format) -> bool {
    format.fits(s.len() as int) && stores(s, HEADER as int, header(format))
}

/// Whether a content has a shape.
#[verifier::opaque]
pub open spec fn has_shape(s: Seq<u8>, shape: Shape) -> bool {
    &&& has_format(s, shape.format)
    &&& cdb_at(s, FLAG as int) == Some(shape.log is Some)
    &&& shape.log matches Some(log) ==> holds_log(s, shape.format, log)
}

impl Shape {
    /// With nothing to install.
    pub open spec fn idle(format: Format) -> Shape {
        Shape { format, log: None }
    }

    /// What has to be installed.
    pub open spec fn entries(self) -> Seq<Write> {
        match self.log {
            Some(log) => entries(log, self.format.area as int)->0,
            None => Seq::empty(),
        }
    }

    /// What is recovered from a content of this shape.
    pub open spec fn recovered(self, s: Seq<u8>) -> Recovered {
        Recovered { format: self.format, area: after_all(self.format.of(s), self.entries()) }
    }

    /// The addresses behind all that says that a content has this shape.
    pub open spec fn loose(self) -> spec_fn(int) -> bool {
        from(if self.log is Some { self.format.log_end() } else { LENGTH as int })
    }
}

/// What is recovered, if there is a journal.
pub open spec fn recovered(s: Seq<u8>) -> Option<Recovered> {
    if exists|shape: Shape| has_shape(s, shape) {
        Some((choose|shape: Shape| has_shape(s, shape)).recovered(s))
    } else {
        None
    }
}

/// Recovery as a function.
pub open spec fn recovery() -> spec_fn(Seq<u8>) -> Option<Recovered> {
    |s: Seq<u8>| recovered(s)
}

/// Recovery of the user, who looks at what the journal recovers.
pub open spec fn looking<T>(look: spec_fn(Recovered) -> T) -> spec_fn(Seq<u8>) -> Option<T> {
    |s: Seq<u8>|
        match recovered(s) {
            Some(found) => Some(look(found)),
            None => None,
        }
}

/// What the user sees in a content of the area.
pub open spec fn look_at<T>(look: spec_fn(Recovered) -> T, format: Format) -> spec_fn(Seq<u8>) -> T {
    |area: Seq<u8>| look(Recovered { format, area })
}

/// What is recovered from a content with a shape, of which there is no other.
pub proof fn lemma_recovered(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        recovered(s) == Some(shape.recovered(s)),
{
    reveal(has_shape);
    let chosen = choose|shape: Shape| has_shape(s, shape);
    lemma_stores_one(s, HEADER as int, header(shape.format), header(chosen.format));
    if shape.log is Some {
        lemma_stores_one(s, LENGTH as int, (shape.log->0).len() as u64, (chosen.log->0).len() as u64);
    }
}

/// A content that is the same but for addresses behind all that counts has the same shape.
pub proof fn lemma_loose(s: Seq<u8>, t: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
        agree_outside(s, t, shape.loose()),
    ensures
        has_shape(t, shape),
{
    reveal(has_shape);
    let addrs = shape.loose();
    lemma_stores_agree(s, t, addrs, HEADER as int, header(shape.format));
    lemma_read_agrees(s, t, addrs, FLAG as int, WORD as int);
    if let Some(log) = shape.log {
        lemma_stores_agree(s, t, addrs, LENGTH as int, log.len() as u64);
        lemma_checked_agrees(s, t, addrs, LOG as int, log.len() as int);
    }
}

/// Where nothing is to be installed, recovery does not look at the log.
pub proof fn lemma_log_unreachable(s: Seq<u8>, format: Format)
    requires
        has_shape(s, Shape::idle(format)),
    ensures
        is_unreachable(recovery(), s, format.log_addrs()),
{
    let shape = Shape::idle(format);
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, format.log_addrs()) implies recovered(t) == recovered(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        lemma_recovered(s, shape);
        lemma_recovered(t, shape);
        lemma_read_agrees(s, t, format.log_addrs(), format.start(), format.area as int);
    }
}

/// Where a log is to be installed, recovery does not look at what its entries go to.
pub proof fn lemma_covered_unreachable(s: Seq<u8>, shape: Shape)
    requires
        has_shape(s, shape),
    ensures
        is_unreachable(recovery(), s, shape.format.lift(covered(shape.entries()))),
{
    let format = shape.format;
    let addrs = covered(shape.entries());
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, format.lift(addrs)) implies recovered(t) == recovered(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        lemma_recovered(s, shape);
        lemma_recovered(t, shape);
        lemma_install_ignores_covered(format.of(s), format.of(t), shape.entries());
    }
}

/// Where nothing is to be installed, what the user does not look at is not looked at.
pub proof fn lemma_free_unreachable<T>(s: Seq<u8>, format: Format, look: spec_fn(Recovered) -> T, free: spec_fn(int) -> bool)
    requires
        has_shape(s, Shape::idle(format)),
        is_unreachable(look_at(look, format), format.of(s), free),
    ensures
        is_unreachable(looking(look), s, format.lift(free)),
{
    let shape = Shape::idle(format);
    assert forall|t: Seq<u8>| #[trigger] agree_outside(s, t, format.lift(free)) implies looking(look)(t) == looking(look)(s) by {
        reveal(has_shape);
        lemma_loose(s, t, shape);
        lemma_recovered(s, shape);
        lemma_recovered(t, shape);
        format.lemma_lift(s, t, free);
        assert(look_at(look, format)(format.of(t)) == look_at(look, format)(format.of(s)));
    }
}

/// The Boolean says whether the log counts.
pub proof fn lemma_flag(s: Seq<u8>, shape: Shape)
    requires
        has_format(s, shape.format),
        shape.log matches Some(log) ==> holds_log(s, shape.format, log),
    ensures
        ({
            let flagged = write_bytes(s, FLAG as int, cdb_bytes(shape.log is Some));
            has_shape(flagged, shape) && shape.format.of(flagged) == shape.format.of(s)
        }),
{
    reveal(has_shape);
    let bytes = cdb_bytes(shape.log is Some);
    let flagged = write_bytes(s, FLAG as int, bytes);
    lemma_cdb_value(shape.log is Some);
    lemma_read_back(s, FLAG as int, bytes);
    lemma_stores_agree(s, flagged, flag_addrs(), HEADER as int, header(shape.format));
    lemma_read_beside_write(s, FLAG as int, bytes, shape.format.start(), shape.format.area as int);
    if let Some(log) = shape.log {
        lemma_stores_agree(s, flagged, flag_addrs(), LENGTH as int, log.len() as u64);
        lemma_checked_agrees(s, flagged, flag_addrs(), LOG as int, log.len() as int);
    }
}

} // verus!
