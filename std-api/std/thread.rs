//! Threads.
#[doc = "certus:attr verifier::external"]
pub struct JoinHandle<T>(core::marker::PhantomData<T>);
pub type Result<T> = core::result::Result<T, alloc_crate::boxed::Box<dyn core::any::Any + Send + 'static>>;
pub fn spawn<F: FnOnce() -> T + Send + 'static, T: Send + 'static>(f: F) -> JoinHandle<T>;
#[derive(Clone)]
#[doc = "certus:attr verifier::external"]
pub struct Thread(());
impl Thread { pub fn id(&self) -> ThreadId; }
#[derive(Eq, PartialEq, Clone, Copy, Hash, Debug)]
#[doc = "certus:attr verifier::external"]
pub struct ThreadId(());
pub fn current() -> Thread;
pub fn yield_now();
pub fn sleep(dur: core::time::Duration);
impl<T> JoinHandle<T> { pub fn join(self) -> Result<T>; }
