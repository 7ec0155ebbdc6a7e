use vstd::prelude::*;

verus! {

pub struct Pair<'a> {
    left: &'a mut u8,
    right: &'a mut u8,
    count: u8,
}

fn touch(r: &mut u8) {
    *r = 7;
}

fn flag() -> bool {
    true
}

fn whole() {
    let mut x = 1u8;
    let r = &mut x;
    *r = 3;
    touch(r);
    let n = *r;
}

fn again() {
    let mut x = 1u8;
    let mut y = 2u8;
    let mut r = &mut x;
    *r = 3;
    r = &mut y;
    touch(r);
    *r = 4;
}

fn fields() {
    let mut x = 1u8;
    let mut y = 2u8;
    let p = Pair { left: &mut x, right: &mut y, count: 0 };
    *p.left = 5;
    *p.right = 6;
}

fn variant(c: bool) {
    let mut x = 1u8;
    let mut o = None;
    if c {
        o = Some(&mut x);
    }
    if let Some(q) = &mut o {
        **q = 8;
    }
    touch(&mut x);
}

fn repeated() {
    let mut x = 1u8;
    let r = &mut x;
    let mut i = 0u8;
    while i < 3
        decreases 3 - i,
    {
        *r = i;
        i = i + 1;
    }
    touch(&mut i);
}

fn branches(c: bool) {
    let mut x = 1u8;
    let r = &mut x;
    if c {
        *r = 2;
    } else {
        touch(&mut *r);
    }
    let d = flag();
    if d {
        touch(r);
    }
    let e = flag();
}

fn nested() {
    let mut x = 1u8;
    let mut r = &mut x;
    let s = &mut r;
    **s = 2;
    **s = 3;
}

fn pair_of_both() {
    let mut x = 1u8;
    let mut y = 2u8;
    let t = (&mut x, &mut y);
    *t.0 = 5;
    *t.1 = 6;
}

fn boxed() {
    let mut x = 1u8;
    let b = Box::new(&mut x);
    **b = 2;
    let d = flag();
}

fn slice() {
    let mut v = [1u8, 2, 3];
    let s = v.as_mut_slice();
    s[1] = 3;
    let n = s.len();
}

} // verus!
