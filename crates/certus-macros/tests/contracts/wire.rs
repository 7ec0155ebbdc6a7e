//! Part of the compiled program: values as words, the calls, and limits.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::io::{BufRead, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The words of one input.
pub struct Input(std::vec::IntoIter<String>);

impl Input {
    fn word(&mut self) -> String {
        self.0.next().expect("the test writes all words of a value")
    }
}

pub trait Read: Sized {
    fn read(i: &mut Input) -> Self;
}

pub trait Write {
    fn write(&self, o: &mut String);
    /// Writes a new value through each mutable reference.
    fn settle(&mut self, _i: &mut Input) {}
}

pub fn read<T: Read>(i: &mut Input) -> T {
    T::read(i)
}

fn many<T: Read>(i: &mut Input) -> Vec<T> {
    let n: usize = read(i);
    (0..n).map(|_| read(i)).collect()
}

macro_rules! number {
    ($($t:ty)*) => { $(
        impl Read for $t { fn read(i: &mut Input) -> Self { i.word().parse().expect("a number in range") } }
        impl Write for $t {
            fn write(&self, o: &mut String) { o.push_str(&format!("{} {self} ", stringify!($t))); }
        }
    )* };
}
number!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Read for bool { fn read(i: &mut Input) -> Self { i.word() == "1" } }
impl Write for bool { fn write(&self, o: &mut String) { o.push_str(if *self { "t " } else { "f " }); } }
impl Read for char { fn read(i: &mut Input) -> Self { char::from_u32(read(i)).expect("a character") } }
impl Write for char { fn write(&self, o: &mut String) { o.push_str(&format!("c {} ", *self as u32)); } }
impl Read for String { fn read(i: &mut Input) -> Self { many::<char>(i).into_iter().collect() } }
impl Write for str {
    fn write(&self, o: &mut String) {
        o.push_str(&format!("s {} ", self.chars().count()));
        self.chars().for_each(|c| o.push_str(&format!("{} ", c as u32)));
    }
}
impl Write for String { fn write(&self, o: &mut String) { self.as_str().write(o); } }
impl Read for &'static str { fn read(i: &mut Input) -> Self { Box::leak(read::<String>(i).into_boxed_str()) } }

impl<T: Read> Read for Vec<T> { fn read(i: &mut Input) -> Self { many(i) } }
impl<T: Read> Read for VecDeque<T> { fn read(i: &mut Input) -> Self { many(i).into() } }
impl<T: Read> Read for &'static [T] { fn read(i: &mut Input) -> Self { Box::leak(many(i).into_boxed_slice()) } }
impl<T: Read> Read for Box<[T]> { fn read(i: &mut Input) -> Self { many(i).into_boxed_slice() } }
impl<T: Read, const N: usize> Read for [T; N] { fn read(i: &mut Input) -> Self { std::array::from_fn(|_| read(i)) } }

/// Writes the parts of a value after a mark and their number.
fn several<'a, T: Write + 'a>(mark: char, parts: impl Iterator<Item = &'a T>, o: &mut String) {
    let mut text = String::new();
    let n = parts.map(|part| part.write(&mut text)).count();
    o.push_str(&format!("{mark} {n} {text}"));
}

impl<T: Write> Write for [T] { fn write(&self, o: &mut String) { several('[', self.iter(), o); } }
impl<T: Write> Write for Vec<T> { fn write(&self, o: &mut String) { several('[', self.iter(), o); } }
impl<T: Write> Write for VecDeque<T> { fn write(&self, o: &mut String) { several('[', self.iter(), o); } }
impl<T: Write, const N: usize> Write for [T; N] { fn write(&self, o: &mut String) { several('[', self.iter(), o); } }
impl<T: Write> Write for BTreeSet<T> { fn write(&self, o: &mut String) { several('e', self.iter(), o); } }
impl<T: Write, S> Write for HashSet<T, S> { fn write(&self, o: &mut String) { several('e', self.iter(), o); } }

macro_rules! map {
    ($($m:ty)*) => { $(
        impl<K: Write, V: Write> Write for $m {
            fn write(&self, o: &mut String) {
                o.push_str(&format!("m {} ", self.len()));
                self.iter().for_each(|(k, v)| { k.write(o); v.write(o); });
            }
        }
    )* };
}
map!(HashMap<K, V> BTreeMap<K, V>);

/// Writes a value of a program's type.
pub fn data(ty: &str, variant: &str, fields: &[(&str, &dyn Fn(&mut String))], o: &mut String) {
    o.push_str(&format!("{{ {ty} {variant} {} ", fields.len()));
    for (name, put) in fields {
        o.push_str(name);
        o.push(' ');
        put(o);
    }
}

macro_rules! pointer {
    ($($p:ident)*) => { $(
        impl<T: Read> Read for $p<T> { fn read(i: &mut Input) -> Self { $p::new(read(i)) } }
        impl<T: Write + ?Sized> Write for $p<T> { fn write(&self, o: &mut String) { (**self).write(o); } }
    )* };
}
use std::rc::Rc;
use std::sync::Arc;
pointer!(Box Rc Arc);

impl<T: Read> Read for &'static T { fn read(i: &mut Input) -> Self { Box::leak(Box::new(read(i))) } }
impl<T: Write + ?Sized> Write for &T { fn write(&self, o: &mut String) { (**self).write(o); } }
impl<T: Write + Settle + ?Sized> Write for &mut T {
    fn write(&self, o: &mut String) { o.push_str("& "); (**self).write(o); }
    fn settle(&mut self, i: &mut Input) { (**self).renew(i); }
}

/// A place that gets a new value.
pub trait Settle { fn renew(&mut self, i: &mut Input); }
impl<T: Read> Settle for T { fn renew(&mut self, i: &mut Input) { *self = read(i); } }
impl<T: Read> Settle for [T] {
    fn renew(&mut self, i: &mut Input) {
        for (place, value) in self.iter_mut().zip(many(i)) { *place = value; }
    }
}

macro_rules! count {
    () => { "0" };
    ($a:ident) => { "1" };
    ($a:ident $b:ident) => { "2" };
    ($a:ident $b:ident $c:ident) => { "3" };
    ($a:ident $b:ident $c:ident $d:ident) => { "4" };
    ($a:ident $b:ident $c:ident $d:ident $e:ident) => { "5" };
}
macro_rules! tuple {
    ($($t:ident $n:tt)*) => {
        impl<$($t: Read),*> Read for ($($t,)*) { fn read(_i: &mut Input) -> Self { ($($t::read(_i),)*) } }
        impl<$($t: Write),*> Write for ($($t,)*) {
            fn write(&self, o: &mut String) {
                o.push_str(concat!("( ", count!($($t)*), " "));
                $(self.$n.write(o);)*
            }
            fn settle(&mut self, _i: &mut Input) { $(self.$n.settle(_i);)* }
        }
    };
}
tuple!();
tuple!(A 0);
tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);
tuple!(A 0 B 1 C 2 D 3 E 4);

impl<T: Read> Read for Option<T> {
    fn read(i: &mut Input) -> Self { match read::<u8>(i) { 0 => None, _ => Some(read(i)) } }
}
impl<T: Write> Write for Option<T> {
    fn write(&self, o: &mut String) {
        match self {
            None => data("Option", "None", &[], o),
            Some(x) => data("Option", "Some", &[("0", &|o| x.write(o))], o),
        }
    }
    fn settle(&mut self, i: &mut Input) { if let Some(x) = self { x.settle(i); } }
}
impl<T: Read, E: Read> Read for Result<T, E> {
    fn read(i: &mut Input) -> Self { match read::<u8>(i) { 0 => Ok(read(i)), _ => Err(read(i)) } }
}
impl<T: Write, E: Write> Write for Result<T, E> {
    fn write(&self, o: &mut String) {
        match self {
            Ok(x) => data("Result", "Ok", &[("0", &|o| x.write(o))], o),
            Err(x) => data("Result", "Err", &[("0", &|o| x.write(o))], o),
        }
    }
    fn settle(&mut self, i: &mut Input) { match self { Ok(x) => x.settle(i), Err(x) => x.settle(i) } }
}
impl Read for std::cmp::Ordering {
    fn read(i: &mut Input) -> Self { (read::<u8>(i) as i8 - 1).cmp(&0) }
}
impl Write for std::cmp::Ordering { fn write(&self, o: &mut String) { data("Ordering", &format!("{self:?}"), &[], o); } }

impl<T: ?Sized> Read for std::marker::PhantomData<T> { fn read(_i: &mut Input) -> Self { Self } }
impl<T: ?Sized> Write for std::marker::PhantomData<T> { fn write(&self, o: &mut String) { o.push_str("? "); } }
impl<T> Read for verus_builtin::Ghost<T> { fn read(_i: &mut Input) -> Self { verus_builtin::Ghost::assume_new() } }
impl<T> Write for verus_builtin::Ghost<T> { fn write(&self, o: &mut String) { o.push_str("? "); } }

/// A value that may have no text: it is then not known.
pub struct Of<'a, T: ?Sized>(pub &'a T);
pub trait Known { fn put(&self, o: &mut String); }
pub trait Other { fn put(&self, o: &mut String); }
impl<T: Write + ?Sized> Known for Of<'_, T> { fn put(&self, o: &mut String) { self.0.write(o); } }
impl<T: ?Sized> Other for &Of<'_, T> { fn put(&self, o: &mut String) { o.push_str("? "); } }

/// What the assertions of a call saw.
#[derive(Default)]
struct Seen {
    counts: HashMap<usize, usize>,
    text: String,
}
thread_local! { static SEEN: RefCell<Seen> = RefCell::default(); }

/// Whether an assertion is to be recorded: the first few times.
pub fn wanted(id: usize) -> bool {
    SEEN.with_borrow_mut(|seen| {
        let count = seen.counts.entry(id).or_default();
        *count += 1;
        *count <= 6
    })
}

pub fn probed(id: usize, n: usize, text: &str) {
    SEEN.with_borrow_mut(|seen| seen.text.push_str(&format!("| {id} {n} {text}")));
}

macro_rules! certus_probe {
    ($id:literal $($name:literal $x:expr),*) => {
        if crate::wire::wanted($id) {
            use crate::wire::{Known as _, Other as _};
            let mut o = ::std::string::String::new();
            let mut n = 0usize;
            $(
                n += 1;
                o.push_str(concat!($name, " "));
                (&crate::wire::Of($x)).put(&mut o);
            )*
            crate::wire::probed($id, n, &o);
        }
    };
}

/// Ends the program where it needs much memory: a contract says nothing of that.
struct Limited;
static USED: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size() > 256 << 20 {
            std::process::exit(77);
        }
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static LIMITED: Limited = Limited;

/// Calls a function once for each line, and answers each with a line.
pub fn serve(call: impl Fn(&mut Input, &mut String)) {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lock().lines() {
        let words: Vec<String> = line.expect("the test writes text").split_whitespace().map(String::from).collect();
        let mut input = Input(words.into_iter());
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut out = String::new();
            SEEN.take();
            call(&mut input, &mut out);
            out + &SEEN.take().text
        }));
        let answer = match ended {
            // A large value is not worth its time.
            Ok(out) if out.len() > 10_000 => "\n~ ".to_string(),
            Ok(out) => format!("\n@ {out}"),
            Err(why) => {
                let text = why.downcast_ref::<String>().cloned();
                let text = text.or(why.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default();
                format!("\n! {}", text.replace('\n', " "))
            }
        };
        println!("{answer}");
        std::io::stdout().flush().expect("the test reads answers");
    }
}
