//! Tables as logs.
