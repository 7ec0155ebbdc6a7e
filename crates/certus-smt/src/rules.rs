//! The rules of the encoding: what is stated to the solver, and why it is true.
//!
//! A file has one rule or a small family. Each rule is headed by its name, with its formula in SMT-LIB and the reason why it
//! is true; below is the code that makes it, and a test named after it that asks the solver for what the rule must give and
//! what it must not.
//!
//! In the formulas, names in capitals are metavariables: `T`, `R`, `A` are sorts, `D` is a datatype with the variant `C` and
//! its field `f`, `K` is a range of integers, `RANGE(K, x)` is the formula of rule `range`, and `BODY`, `PRE` and the like are
//! the translations of parts of the program. `..` stands for more of the same. Names in small letters are symbols of the
//! query or bound variables; a comment begins with a semicolon.
//!
//! What a rule states is true of a model in which each symbol means what the reason says. So all that is stated together has
//! a model, and `false` follows from none of it.

pub(crate) mod arithmetic;
pub(crate) mod bit_vector;
pub(crate) mod bits;
pub(crate) mod broadcast;
pub(crate) mod callable;
pub(crate) mod choose;
pub(crate) mod clip;
pub(crate) mod constant;
pub(crate) mod datatype;
pub(crate) mod epr_call;
pub(crate) mod epr_choose;
pub(crate) mod epr_goal;
pub(crate) mod epr_quantifier;
pub(crate) mod epr_sort;
pub(crate) mod epr_value;
pub(crate) mod extensional;
pub(crate) mod flow;
pub(crate) mod function;
pub(crate) mod height;
pub(crate) mod lambda;
pub(crate) mod nested;
pub(crate) mod quantifier;
pub(crate) mod range;
pub(crate) mod real;
pub(crate) mod recursion;
pub(crate) mod resolved;
pub(crate) mod stored;
pub(crate) mod variable;
