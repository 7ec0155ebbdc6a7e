use super::prelude::*;

verus! {

pub trait View {
    type V;

    spec fn view(&self) -> Self::V;
}

} // verus!
