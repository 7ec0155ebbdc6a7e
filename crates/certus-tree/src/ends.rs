//! Where the lowering assumes that mutable borrows end. The audit compares this with rustc's program.

use certus_diagnostics::Span;

use crate::body::{ExprId, LocalId};
use crate::item::DefId;

/// The side of a statement that a point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointSide {
    /// Before the statement.
    Before,
    /// After it.
    After,
    /// Where the condition of an `if` without `else` does not hold.
    Otherwise,
}

/// A point in a body that runs: the text for the audit has a call with its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndPoint {
    /// The number of the point.
    pub number: u32,
    /// The function or constant of the body.
    pub def: DefId,
    /// The expression that is a statement, or the value of one.
    pub expr: ExprId,
    /// Where the point is.
    pub side: PointSide,
}

/// A variable whose address the text for the audit takes after its declaration: so rustc gives it a place of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndVariable {
    /// The function or constant of the body.
    pub def: DefId,
    /// The expression that is a statement, or the value of one.
    pub expr: ExprId,
    /// Where the variable is there already: before the first statement of a block, or after a `let`.
    pub side: PointSide,
    /// The variable.
    pub local: LocalId,
    /// Its name.
    pub name: String,
}

/// What happens to a part of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndEvent {
    /// It gets a value as a whole.
    Given,
    /// It is moved, borrowed mutably, or written through.
    Used,
}

/// A step from a value to a field of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartStep {
    /// The variant, of an enum.
    pub variant: Option<String>,
    /// The number of the field.
    pub field: u32,
}

/// A claim about one variable: from a point on, nobody uses the references in a part of it before it gets another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndClaim {
    /// The function or constant of the body.
    pub def: DefId,
    /// The number of the point.
    pub point: u32,
    /// What happens to the part between the point and the place of the claim.
    pub events: Vec<EndEvent>,
    /// The variable.
    pub local: LocalId,
    /// The way to the part.
    pub way: Vec<PartStep>,
    /// The fields of the part that the claim is not about.
    pub others: Vec<PartStep>,
    /// Where it is assumed that the borrow ends.
    pub span: Span,
}

/// All claims of a crate.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// The points that claims are about.
    pub points: Vec<EndPoint>,
    /// The variables that claims are about.
    pub variables: Vec<EndVariable>,
    /// The claims.
    pub claims: Vec<EndClaim>,
    /// How many assumptions about variables no claim states, because no point tells their places from others.
    pub unstated: usize,
}
