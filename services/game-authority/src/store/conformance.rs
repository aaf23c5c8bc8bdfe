//! The suite that every table store passes.
