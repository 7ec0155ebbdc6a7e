//! Futures.
use crate::prelude::rust_2021::*;
use crate::pin::Pin;
use crate::task::{Context, Poll};

#[lang = "future_trait"]
pub trait Future {
    #[lang = "future_output"]
    type Output;
    #[lang = "poll"]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}
impl<F: ?Sized + Future + Unpin> Future for &mut F {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}
pub trait IntoFuture {
    type Output;
    type IntoFuture: Future<Output = Self::Output>;
    #[lang = "into_future"]
    fn into_future(self) -> Self::IntoFuture;
}
impl<F: Future> IntoFuture for F {
    type Output = F::Output;
    type IntoFuture = F;
    fn into_future(self) -> F;
}
