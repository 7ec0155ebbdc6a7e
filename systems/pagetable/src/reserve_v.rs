//! Frames taken from an allocator before anything is changed, so that nothing need be undone if there are too few.

use vstd::prelude::*;

verus! {

use crate::machine_t::*;

/// At most three frames: more tables than that never lack.
pub(crate) struct Reserve {
    first: Option<TableFrame>,
    second: Option<TableFrame>,
    third: Option<TableFrame>,
}

impl Reserve {
    /// The number of frames.
    pub(crate) closed spec fn len(&self) -> int {
        if self.third is Some {
            3
        } else if self.second is Some {
            2
        } else if self.first is Some {
            1
        } else {
            0
        }
    }

    /// They are in order.
    pub(crate) closed spec fn inv(&self) -> bool {
        &&& self.second is Some ==> self.first is Some
        &&& self.third is Some ==> self.second is Some
    }

    /// Takes frames. If there are too few, it gives back those that it has.
    #[inline]
    pub(crate) fn of<F: Frames>(frames: &mut F, count: u64) -> (reserve: Option<Reserve>)
        requires
            count <= 3,
        ensures
            reserve matches Some(reserve) ==> reserve.inv() && reserve.len() == count,
    {
        let mut reserve = Reserve { first: None, second: None, third: None };
        let mut taken: u64 = 0;
        while taken < count
            invariant
                reserve.inv(),
                reserve.len() == taken,
                taken <= count <= 3,
            decreases count - taken,
        {
            match frames.take() {
                Some(frame) => match taken {
                    0 => reserve.first = Some(frame),
                    1 => reserve.second = Some(frame),
                    _ => reserve.third = Some(frame),
                },
                None => {
                    reserve.give_back(frames);
                    return None;
                },
            }
            taken += 1;
        }
        Some(reserve)
    }

    /// One of the frames.
    #[inline]
    pub(crate) fn pop(&mut self) -> (frame: TableFrame)
        requires
            old(self).inv(),
            old(self).len() > 0,
        ensures
            final(self).inv(),
            final(self).len() == old(self).len() - 1,
    {
        if let Some(frame) = self.third.take() {
            frame
        } else if let Some(frame) = self.second.take() {
            frame
        } else {
            // There is a frame, and the first one goes last.
            self.first.take().unwrap()
        }
    }

    /// Gives all frames back.
    #[inline]
    fn give_back<F: Frames>(self, frames: &mut F) {
        if let Some(frame) = self.first {
            frames.give(frame);
        }
        if let Some(frame) = self.second {
            frames.give(frame);
        }
        if let Some(frame) = self.third {
            frames.give(frame);
        }
    }
}

} // verus!
