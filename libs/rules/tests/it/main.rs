//! The rules as statements about the product, in one binary.

mod vectors;
