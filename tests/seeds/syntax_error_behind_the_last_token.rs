use vstd::prelude::*;
seq![1];
