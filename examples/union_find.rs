//! Union-find: which numbers are joined to which.

use vstd::prelude::*;

verus! {

/// Each number points to its parent; a root points to itself.
struct UnionFind {
    parent: Vec<usize>,
    /// Which of two roots becomes the parent. This decides how fast `find` is. No proof needs it.
    weight: Vec<u64>,
    /// Grows from a number to its parent, up to `top`, so each path ends at a root.
    rank: Ghost<Seq<nat>>,
    top: Ghost<nat>,
    /// The representative of the class of each number.
    class: Ghost<Seq<int>>,
}

/// Whether two numbers are joined.
spec fn same(class: Seq<int>, i: int, j: int) -> bool {
    class[i] == class[j]
}

impl UnionFind {
    spec fn len(self) -> nat {
        self.parent@.len()
    }

    spec fn wf(self) -> bool {
        &&& self.weight.len() == self.parent.len()
        &&& self.rank@.len() == self.parent.len()
        &&& self.class@.len() == self.parent.len()
        &&& forall|i: int| #![trigger self.parent[i]] 0 <= i < self.len() ==> {
            &&& self.parent[i] < self.len()
            &&& self.parent[i] != i ==> self.rank@[i] < self.rank@[self.parent[i] as int]
            &&& self.rank@[i] <= self.top@
            &&& self.class@[i] == self.class@[self.parent[i] as int]
            &&& self.parent[i] == i <==> self.class@[i] == i
        }
    }

    fn new(n: usize) -> (u: UnionFind)
        ensures
            u.wf(),
            u.len() == n,
            forall|i: int, j: int| 0 <= i < n && 0 <= j < n ==> (same(u.class@, i, j) <==> i == j),
    {
        let mut parent: Vec<usize> = Vec::new();
        let mut weight: Vec<u64> = Vec::new();
        for i in 0..n
            invariant
                parent.len() == i,
                weight.len() == i,
                forall|k: int| 0 <= k < i ==> parent[k] == k,
        {
            parent.push(i);
            weight.push(0);
        }
        UnionFind {
            parent,
            weight,
            rank: Ghost(Seq::new(n as nat, |i: int| 0)),
            top: Ghost(0),
            class: Ghost(Seq::new(n as nat, |i: int| i)),
        }
    }

    /// The representative of the class of a number. On the way, each second number gets its grandparent as parent.
    fn find(&mut self, i: usize) -> (root: usize)
        requires
            old(self).wf(),
            i < old(self).len(),
        ensures
            final(self).wf(),
            final(self).len() == old(self).len(),
            final(self).class == old(self).class,
            root < final(self).len(),
            root == final(self).class@[i as int],
            final(self).class@[root as int] == root,
    {
        let mut root = i;
        while self.parent[root] != root
            invariant
                self.wf(),
                self.len() == old(self).len(),
                self.class == old(self).class,
                root < self.len(),
                self.class@[root as int] == self.class@[i as int],
            decreases self.top@ - self.rank@[root as int],
        {
            let grandparent = self.parent[self.parent[root]];
            self.parent.set(root, grandparent);
            root = grandparent;
            assert(self.parent[root as int] < self.len());
        }
        root
    }

    fn joined(&mut self, i: usize, j: usize) -> (joined: bool)
        requires
            old(self).wf(),
            i < old(self).len(),
            j < old(self).len(),
        ensures
            final(self).wf(),
            final(self).len() == old(self).len(),
            final(self).class == old(self).class,
            joined == same(old(self).class@, i as int, j as int),
    {
        let a = self.find(i);
        let b = self.find(j);
        a == b
    }

    /// Joins the classes of two numbers.
    fn join(&mut self, i: usize, j: usize)
        requires
            old(self).wf(),
            i < old(self).len(),
            j < old(self).len(),
        ensures
            final(self).wf(),
            final(self).len() == old(self).len(),
            forall|k: int, l: int|
                #![trigger same(final(self).class@, k, l)]
                0 <= k < old(self).len() && 0 <= l < old(self).len() ==> (same(final(self).class@, k, l) <==> {
                    ||| same(old(self).class@, k, l)
                    ||| same(old(self).class@, k, i as int) && same(old(self).class@, j as int, l)
                    ||| same(old(self).class@, k, j as int) && same(old(self).class@, i as int, l)
                }),
    {
        let a = self.find(i);
        let b = self.find(j);
        if a == b {
            return;
        }
        if self.weight[a] < self.weight[b] {
            self.link(a, b);
        } else {
            if self.weight[a] == self.weight[b] && self.weight[a] < u64::MAX {
                self.weight.set(a, self.weight[a] + 1);
            }
            self.link(b, a);
        }
    }

    /// Makes a root the child of another one.
    fn link(&mut self, child: usize, root: usize)
        requires
            old(self).wf(),
            child < old(self).len(),
            root < old(self).len(),
            child != root,
            old(self).parent[child as int] == child,
            old(self).parent[root as int] == root,
        ensures
            final(self).wf(),
            final(self).len() == old(self).len(),
            final(self).class@ == old(self).class@.map_values(
                |c: int| if c == child { root as int } else { c },
            ),
    {
        self.parent.set(child, root);
        proof {
            let above = self.rank@[child as int] + 1;
            if self.rank@[root as int] < above {
                self.rank@ = self.rank@.update(root as int, above);
                self.top@ = self.top@ + 1;
            }
            self.class@ = self.class@.map_values(|c: int| if c == child { root as int } else { c });
        }
    }
}

fn main() {
    let mut u = UnionFind::new(4);
    u.join(0, 1);
    u.join(2, 3);
    let apart = u.joined(1, 2);
    u.join(1, 3);
    let together = u.joined(0, 2);
    assert(!apart && together);
}

} // verus!
