//! Breadth-first search: which nodes of a graph can be reached, and by how many steps at least.

use vstd::prelude::*;

verus! {

/// A graph: the successors of each node.
struct Graph {
    next: Vec<Vec<usize>>,
}

impl Graph {
    spec fn len(self) -> nat {
        self.next@.len()
    }

    spec fn wf(self) -> bool {
        forall|u: int, k: int| 0 <= u < self.len() && 0 <= k < self.next[u].len() ==> self.next[u][k] < self.len()
    }

    spec fn edge(self, u: int, v: int) -> bool {
        0 <= u < self.len() && exists|k: int| 0 <= k < self.next[u].len() && self.next[u][k] == v
    }
}

/// Whether each node of a sequence is a successor of the one before.
spec fn walk(g: Graph, p: Seq<int>) -> bool {
    forall|i: int, j: int| 0 <= i && j == i + 1 && j < p.len() ==> #[trigger] g.edge(p[i], p[j])
}

/// Whether a path of `n` steps leads from one node to another.
spec fn path(g: Graph, from: int, to: int, n: nat) -> bool {
    exists|p: Seq<int>| #[trigger] walk(g, p) && p.len() == n + 1 && p[0] == from && p[n as int] == to
}

/// Whether `d` is the length of a shortest path.
spec fn distance(g: Graph, from: int, to: int, d: nat) -> bool {
    path(g, from, to, d) && forall|n: nat| n < d ==> !path(g, from, to, n)
}

/// Known distances: those of nodes with one are right and at most `most`, and the others have no path of `done` steps
/// or fewer.
spec fn known(g: Graph, dist: Seq<Option<usize>>, from: int, done: nat, most: nat) -> bool {
    forall|v: int| #![trigger dist[v]] 0 <= v < g.len() ==> match dist[v] {
        Some(e) => e <= most && distance(g, from, v, e as nat),
        None => forall|m: nat| m <= done ==> !path(g, from, v, m),
    }
}

/// Whether a level has exactly the nodes of distance `d`.
spec fn in_level(dist: Seq<Option<usize>>, level: Seq<usize>, d: usize) -> bool {
    &&& forall|i: int|
        #![trigger level[i]]
        0 <= i < level.len() ==> level[i] < dist.len() && dist[level[i] as int] == Some(d)
    &&& forall|v: int| #![auto] 0 <= v < dist.len() && dist[v] == Some(d) ==> level.contains(v as usize)
}

/// A path, and one more step.
proof fn lemma_step(g: Graph, from: int, mid: int, to: int, n: nat)
    requires
        path(g, from, mid, n),
        g.edge(mid, to),
    ensures
        path(g, from, to, n + 1),
{
    let p = choose|p: Seq<int>| #[trigger] walk(g, p) && p.len() == n + 1 && p[0] == from && p[n as int] == mid;
    assert(walk(g, p.push(to)));
}

/// The last step of a path.
proof fn lemma_last_step(g: Graph, from: int, to: int, n: nat) -> (mid: int)
    requires
        g.wf(),
        path(g, from, to, n + 1),
    ensures
        path(g, from, mid, n),
        g.edge(mid, to),
        0 <= mid < g.len(),
{
    let p = choose|p: Seq<int>| #[trigger] walk(g, p) && p.len() == n + 2 && p[0] == from && p[(n + 1) as int] == to;
    assert(walk(g, p.drop_last()));
    assert(g.edge(p[n as int], p[(n + 1) as int]));
    p[n as int]
}

/// If no node has the distance `d`, there are no longer paths to the nodes without one.
proof fn lemma_end(g: Graph, dist: Seq<Option<usize>>, from: int, d: nat, to: int, n: nat)
    requires
        g.wf(),
        dist.len() == g.len(),
        known(g, dist, from, d, d),
        0 <= from < g.len(),
        forall|v: int| #![trigger dist[v]] 0 <= v < g.len() && dist[v] is Some ==> dist[v]->0 < d,
        0 <= to < g.len(),
        dist[to] is None,
    ensures
        !path(g, from, to, n),
    decreases n,
{
    if n > d && path(g, from, to, n) {
        let mid = lemma_last_step(g, from, to, (n - 1) as nat);
        match dist[mid] {
            None => lemma_end(g, dist, from, d, mid, (n - 1) as nat),
            Some(e) => lemma_step(g, from, mid, to, e as nat),
        }
    }
}

/// The distances of all nodes from a node; `None` for those that cannot be reached.
fn search(g: &Graph, start: usize) -> (dist: Vec<Option<usize>>)
    requires
        g.wf(),
        start < g.len(),
    ensures
        dist.len() == g.len(),
        forall|v: int| #![trigger dist[v]] 0 <= v < g.len() ==> match dist[v] {
            Some(d) => distance(*g, start as int, v, d as nat),
            None => forall|n: nat| !path(*g, start as int, v, n),
        },
{
    let n = g.next.len();
    let mut dist: Vec<Option<usize>> = Vec::new();
    for i in 0..n
        invariant
            dist.len() == i,
            forall|k: int| 0 <= k < i ==> dist[k] is None,
    {
        dist.push(None);
    }
    dist.set(start, Some(0));
    let mut level = vec![start];
    let mut d: usize = 0;
    let ghost from = start as int;
    assert(walk(*g, seq![from]));
    let ghost mut unseen = Set::<int>::range(0, n as int).remove(from);
    // At the head of the loop, the nodes with a distance are those of at most `d` steps, and `level` has those of `d`.
    while level.len() > 0
        invariant
            g.wf(),
            n == g.len(),
            dist.len() == n,
            start == from,
            known(*g, dist@, from, d as nat, d as nat),
            in_level(dist@, level@, d),
            forall|v: int| #![trigger unseen.contains(v)] unseen.contains(v) <==> 0 <= v < n && dist[v] is None,
            level.len() > 0 ==> d + unseen.len() < n,
        decreases unseen.len(), level.len(),
    {
        let ghost unseen_before = unseen;
        let mut following: Vec<usize> = Vec::new();
        for i in 0..level.len()
            invariant
                g.wf(),
                n == g.len(),
                d < n,
                dist.len() == n,
                known(*g, dist@, from, d as nat, (d + 1) as nat),
                in_level(dist@, level@, d),
                in_level(dist@, following@, (d + 1) as usize),
                forall|v: int| #![trigger unseen.contains(v)] unseen.contains(v) <==> 0 <= v < n && dist[v] is None,
                unseen.len() + following.len() == unseen_before.len(),
                forall|j: int, v: int| 0 <= j < i && #[trigger] g.edge(level[j] as int, v) ==> dist[v] is Some,
        {
            let u = level[i];
            for k in 0..g.next[u].len()
                invariant
                    g.wf(),
                    n == g.len(),
                    d < n,
                    dist.len() == n,
                    u == level[i as int],
                    i < level.len(),
                    u < n,
                    known(*g, dist@, from, d as nat, (d + 1) as nat),
                    in_level(dist@, level@, d),
                    in_level(dist@, following@, (d + 1) as usize),
                    forall|v: int| #![trigger unseen.contains(v)] unseen.contains(v) <==> 0 <= v < n && dist[v] is None,
                    unseen.len() + following.len() == unseen_before.len(),
                    forall|j: int, v: int| 0 <= j < i && #[trigger] g.edge(level[j] as int, v) ==> dist[v] is Some,
                    forall|l: int| 0 <= l < k ==> dist[g.next[u as int][l] as int] is Some,
            {
                let v = g.next[u][k];
                if dist[v].is_none() {
                    proof {
                        assert(g.edge(u as int, v as int));
                        lemma_step(*g, from, u as int, v as int, d as nat);
                        unseen = unseen.remove(v as int);
                    }
                    dist.set(v, Some(d + 1));
                    following.push(v);
                    proof {
                        broadcast use vstd::seq_lib::lemma_seq_contains_after_push;
                    }
                }
            }
        }
        proof {
            assert forall|v: int| 0 <= v < n && dist[v] is None implies !path(*g, from, v, (d + 1) as nat) by {
                if path(*g, from, v, (d + 1) as nat) {
                    let mid = lemma_last_step(*g, from, v, d as nat);
                    match dist[mid] {
                        None => {},
                        Some(e) => {
                            lemma_step(*g, from, mid, v, e as nat);
                            if e == d {
                                let j = level@.index_of(mid as usize);
                                assert(g.edge(level[j] as int, v));
                            }
                        },
                    }
                }
            }
        }
        level = following;
        d += 1;
    }
    proof {
        assert forall|v: int, m: nat| 0 <= v < n && dist[v] is None implies !path(*g, from, v, m) by {
            lemma_end(*g, dist@, from, d as nat, v, m);
        }
    }
    dist
}

fn main() {
    let g = Graph { next: vec![vec![1, 2], vec![3], vec![3], vec![], vec![0]] };
    let dist = search(&g, 0);
}

} // verus!
