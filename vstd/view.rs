//! The mathematical value that a specification sees when it looks at an executable one: `x@` is `x.view()`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::boxed::Box;
#[cfg(feature = "alloc")]
use std::rc::Rc;
#[cfg(feature = "alloc")]
use std::sync::Arc;

verus! {

/// Types that specifications describe by a value of a simpler, mathematical type.
pub trait View {
    /// The type of the description.
    type V;

    /// The description.
    spec fn view(&self) -> Self::V;
}

/// Like [`View`], down to the elements: a vector of vectors is a sequence of sequences.
pub trait DeepView {
    /// The type of the description.
    type V;

    /// The description.
    spec fn deep_view(&self) -> Self::V;
}

impl<A: View + ?Sized> View for &A {
    type V = A::V;

    open spec fn view(&self) -> A::V {
        (**self).view()
    }
}

impl<A: DeepView + ?Sized> DeepView for &A {
    type V = A::V;

    open spec fn deep_view(&self) -> A::V {
        (**self).deep_view()
    }
}

#[cfg(feature = "alloc")]
impl<A: View + ?Sized> View for Box<A> {
    type V = A::V;

    open spec fn view(&self) -> A::V {
        (**self).view()
    }
}

#[cfg(feature = "alloc")]
impl<A: DeepView + ?Sized> DeepView for Box<A> {
    type V = A::V;

    open spec fn deep_view(&self) -> A::V {
        (**self).deep_view()
    }
}

#[cfg(feature = "alloc")]
impl<A: View + ?Sized> View for Rc<A> {
    type V = A::V;

    open spec fn view(&self) -> A::V {
        (**self).view()
    }
}

#[cfg(feature = "alloc")]
impl<A: DeepView + ?Sized> DeepView for Rc<A> {
    type V = A::V;

    open spec fn deep_view(&self) -> A::V {
        (**self).deep_view()
    }
}

#[cfg(feature = "alloc")]
impl<A: View + ?Sized> View for Arc<A> {
    type V = A::V;

    open spec fn view(&self) -> A::V {
        (**self).view()
    }
}

#[cfg(feature = "alloc")]
impl<A: DeepView + ?Sized> DeepView for Arc<A> {
    type V = A::V;

    open spec fn deep_view(&self) -> A::V {
        (**self).deep_view()
    }
}

impl<A> View for Option<A> {
    type V = Option<A>;

    open spec fn view(&self) -> Option<A> {
        *self
    }
}

impl<A: DeepView> DeepView for Option<A> {
    type V = Option<A::V>;

    open spec fn deep_view(&self) -> Option<A::V> {
        match *self {
            None => None,
            Some(a) => Some(a.deep_view()),
        }
    }
}

} // verus!

/// Types that are mathematical already: each is its own description.
macro_rules! own_view {
    ($($ty:ty),* $(,)?) => {
        $(
            verus! {

            impl View for $ty {
                type V = $ty;

                #[verifier::inline]
                open spec fn view(&self) -> $ty {
                    *self
                }
            }

            impl DeepView for $ty {
                type V = $ty;

                #[verifier::inline]
                open spec fn deep_view(&self) -> $ty {
                    *self
                }
            }

            }
        )*
    };
}

own_view!((), bool, char, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, int, nat);

/// The description of a tuple is the tuple of the descriptions.
macro_rules! tuple_view {
    ($($name:ident . $index:tt),*) => {
        verus! {

        impl<$($name: View),*> View for ($($name,)*) {
            type V = ($($name::V,)*);

            open spec fn view(&self) -> ($($name::V,)*) {
                ($(self.$index.view(),)*)
            }
        }

        impl<$($name: DeepView),*> DeepView for ($($name,)*) {
            type V = ($($name::V,)*);

            open spec fn deep_view(&self) -> ($($name::V,)*) {
                ($(self.$index.deep_view(),)*)
            }
        }

        }
    };
}

tuple_view!(A.0);
tuple_view!(A.0, B.1);
tuple_view!(A.0, B.1, C.2);
tuple_view!(A.0, B.1, C.2, D.3);
tuple_view!(A.0, B.1, C.2, D.3, E.4);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6, H.7);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6, H.7, I.8);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6, H.7, I.8, J.9);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6, H.7, I.8, J.9, K.10);
tuple_view!(A.0, B.1, C.2, D.3, E.4, F.5, G.6, H.7, I.8, J.9, K.10, L.11);
