//! .
// @when verusync
