//! Where the bodies of the crate assume that mutable borrows end, for the audit.

use std::collections::HashSet;

use certus_tree::{DefId, EndClaim, EndPoint, EndVariable, Ends, ExprId, PointSide};

/// The points that are named so far, and what is claimed about them.
#[derive(Default)]
pub(crate) struct BorrowEnds {
    ends: Ends,
}

impl BorrowEnds {
    /// Names a point, and returns its number.
    pub(crate) fn name_point(&mut self, def: DefId, expr: ExprId, side: PointSide) -> u32 {
        // A crate has fewer than four billion statements.
        let number = self.ends.points.len() as u32;
        self.ends.points.push(EndPoint { number, def, expr, side });
        number
    }

    /// Adds a variable.
    pub(crate) fn add_variable(&mut self, variable: EndVariable) {
        self.ends.variables.push(variable);
    }

    /// Adds a claim.
    pub(crate) fn claim(&mut self, claim: EndClaim) {
        if !self.ends.claims.contains(&claim) {
            self.ends.claims.push(claim);
        }
    }

    /// Counts an assumption that no claim states.
    pub(crate) fn leave_out(&mut self) {
        self.ends.unstated += 1;
    }

    /// All claims, with the points and variables that they are about.
    pub(crate) fn finish(&mut self) -> Ends {
        let mut ends = std::mem::take(&mut self.ends);
        let used: HashSet<u32> = ends.claims.iter().map(|claim| claim.point).collect();
        ends.points.retain(|point| used.contains(&point.number));
        let used: HashSet<_> = ends.claims.iter().map(|claim| (claim.def, claim.local)).collect();
        ends.variables.retain(|variable| used.contains(&(variable.def, variable.local)));
        ends
    }
}
