//! What stands for a secret or a name where it must not be kept itself: 32 bytes of SHA-256 or HMAC-SHA256.

use std::fmt;

macro_rules! digest {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; 32]);

        impl $name {
            /// The digest with these bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// The bytes, as stores keep them.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(stringify!($name))
            }
        }
    };
}

digest! {
    /// Stands for a secret: the SHA-256 of its text.
    Digest
}

digest! {
    /// Stands for a name: an HMAC of its skeleton, so that a deleted account's name is reserved without being kept.
    NameKey
}

digest! {
    /// Stands for a request id. Who knows a request id can ask for its answer, secrets included: it is kept nowhere.
    RequestDigest
}

digest! {
    /// Stands for what is counted: a network address, a name.
    MeterKey
}
