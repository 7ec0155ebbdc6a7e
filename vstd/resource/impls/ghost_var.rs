//! A ghost variable that two parties know: both are needed to change it.
// @when resource

#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::frac::FracGhost;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// One half of a variable; the other one is a [`GhostVarAuth`].
pub tracked struct GhostVar<T> {
    half: FracGhost<T>,
}

impl<T> GhostVar<T> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.half.frac() == 0.5real
    }

    /// Which variable it is.
    pub closed spec fn id(self) -> Loc {
        self.half.id()
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.half@
    }
}

/// One half of a variable; the other one is a [`GhostVar`]. Code that keeps this one relates its own state to the value, and
/// whoever has the other one knows the value.
pub tracked struct GhostVarAuth<T> {
    half: FracGhost<T>,
}

impl<T> GhostVarAuth<T> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.half.frac() == 0.5real
    }

    /// Which variable it is.
    pub closed spec fn id(self) -> Loc {
        self.half.id()
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.half@
    }

    /// A new variable.
    pub proof fn new(v: T) -> (tracked result: (GhostVarAuth<T>, GhostVar<T>))
        ensures
            result.0.id() == result.1.id(),
            result.0@ == v,
            result.1@ == v,
    {
        let tracked mut half = FracGhost::new(v);
        let tracked other = half.split();
        (GhostVarAuth { half }, GhostVar { half: other })
    }

    /// Both halves have the same value.
    pub proof fn agree(tracked &self, tracked v: &GhostVar<T>)
        requires
            self.id() == v.id(),
        ensures
            self@ == v@,
    {
        self.half.agree(&v.half);
    }

    /// Changes the value.
    pub proof fn update(tracked &mut self, tracked v: &mut GhostVar<T>, new_val: T)
        requires
            old(self).id() == old(v).id(),
        ensures
            final(self).id() == old(self).id(),
            final(v).id() == old(v).id(),
            old(self)@ == old(v)@,
            final(self)@ == new_val,
            final(v)@ == new_val,
    {
        use_type_invariant(&*self);
        use_type_invariant(&*v);
        self.half.update_with(&mut v.half, new_val);
    }
}

} // verus!
