//! The text form of VIR, for debugging and tests.
