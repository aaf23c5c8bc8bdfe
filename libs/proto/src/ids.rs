//! Typed ids. All are 16 bytes, `Copy`, and parse from exactly one text each.

use std::fmt;
use std::str::FromStr;

use data_encoding::{Encoding, Specification};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use uuid::Uuid;

/// Why a text is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not 26 characters of base 32 in lower case.
    #[error("not an id: expected 26 characters of a-z and 2-7")]
    NotAnId,
    /// Not a UUID.
    #[error("not a UUID: expected 36 characters such as 0b9f8c1e-5d0a-4c6e-9b57-1f2e3d4c5b6a")]
    NotAUuid,
}

/// Number of partitions that tables are spread over.
pub const PARTITIONS: u16 = 256;

const TEXT_LENGTH: usize = 26;

// The alphabet is fixed and well formed; should it ever not be, upper-case base 32 still round-trips.
static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("abcdefghijklmnopqrstuvwxyz234567");
    specification.encoding().unwrap_or(data_encoding::BASE32_NOPAD)
});

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 16]);

        impl $name {
            /// The id with these bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(bytes)
            }

            /// The id's bytes, as stores keep it.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; 16] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&BASE32.encode(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                if text.len() != TEXT_LENGTH {
                    return Err(IdError::NotAnId);
                }
                let bytes = BASE32.decode(text.as_bytes()).map_err(|_| IdError::NotAnId)?;
                Ok(Self(bytes.try_into().map_err(|_| IdError::NotAnId)?))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    };
}

id! {
    /// An account: a guest, a player or a bot.
    AccountId
}

id! {
    /// A table. Its first byte is the table's partition.
    TableId
}

id! {
    /// Something that an account has made to find a game: a ticket of a pool, a seek, a challenge, an organiser's pairings.
    OfferId
}

id! {
    /// A session: one sign-in, on one device.
    SessionId
}

id! {
    /// A personal access token.
    PersonalTokenId
}

macro_rules! random_id {
    ($name:ident) => {
        impl $name {
            /// A new random id.
            #[must_use]
            pub fn random() -> Self {
                Self(*Uuid::new_v4().as_bytes())
            }
        }
    };
}

random_id!(AccountId);
random_id!(SessionId);
random_id!(PersonalTokenId);

impl TableId {
    /// The id of the table that `creator` makes with `request`: the same call always names the same table, so that a
    /// lost reply cannot make two.
    #[must_use]
    pub fn derive(creator: AccountId, request: RequestId) -> Self {
        Self::digest_of(&[&creator.0, request.as_bytes()])
    }

    /// The id of the table that a service makes for the match that it calls `request`. What is hashed is longer than for
    /// [`TableId::derive`]: no account's own call names the same table.
    #[must_use]
    pub fn of_match(request: RequestId) -> Self {
        Self::digest_of(&[b"corners.game.internal.v1.CreateTable", request.as_bytes()])
    }

    fn digest_of(parts: &[&[u8]]) -> Self {
        let hasher = parts
            .iter()
            .fold(Sha256::new(), |hasher, part| hasher.chain_update(part));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        Self(bytes)
    }

    /// The partition that the table's keys live in, below [`PARTITIONS`].
    #[must_use]
    pub const fn partition(&self) -> u16 {
        self.0[0] as u16
    }
}

impl OfferId {
    /// The id of what `creator` makes by `method` with `request`: the same call always names the same thing.
    #[must_use]
    pub fn derive(method: &str, creator: AccountId, request: RequestId) -> Self {
        let hasher = Sha256::new()
            .chain_update(method)
            .chain_update([0])
            .chain_update(creator.0)
            .chain_update(request.as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        Self(bytes)
    }
}

/// A caller's name for one call that changes something. The same id again is the same call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(Uuid);

impl RequestId {
    /// The id with these bytes, whatever they are: for names that a service derives.
    #[must_use]
    pub fn of_bytes(bytes: [u8; 16]) -> Self {
        Self(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// A new random request id.
    #[must_use]
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// The id's bytes, as stores keep it.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// Whether the id is a random UUID (version 4), which nobody can guess.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.0.get_version_num() == 4
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for RequestId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        // Only the hyphenated form: one id, one text.
        if text.len() != 36 {
            return Err(IdError::NotAUuid);
        }
        Uuid::try_parse(text).map(Self).map_err(|_| IdError::NotAUuid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_id_is_what_its_text_says(bytes: [u8; 16]) {
            let id = TableId::from_bytes(bytes);
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }

        #[test]
        fn an_id_has_exactly_one_text(text in "[a-z2-7]{26}|[A-Za-z0-9=-]{0,40}") {
            if let Ok(id) = text.parse::<AccountId>() {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }

    #[test]
    fn one_call_names_one_table() {
        let (account, request) = (AccountId::random(), RequestId::random());
        assert_eq!(TableId::derive(account, request), TableId::derive(account, request));
        assert_ne!(
            TableId::derive(account, request),
            TableId::derive(account, RequestId::random())
        );
        assert_ne!(
            TableId::derive(account, request),
            TableId::derive(AccountId::random(), request)
        );
    }

    #[test]
    fn a_match_names_one_table_and_none_of_an_account() {
        let request = RequestId::random();
        let table = TableId::of_match(request);
        assert_eq!(table, TableId::of_match(request));
        assert_ne!(table, TableId::of_match(RequestId::random()));
        assert_ne!(table, TableId::derive(AccountId::from_bytes([0; 16]), request));
        assert_ne!(
            table,
            TableId::derive(AccountId::from_bytes(*request.as_bytes()), request)
        );
    }

    #[test]
    fn a_request_id_is_a_hyphenated_uuid() {
        assert!("0b9f8c1e-5d0a-4c6e-9b57-1f2e3d4c5b6a".parse::<RequestId>().is_ok());
        for text in [
            "",
            "0b9f8c1e5d0a4c6e9b571f2e3d4c5b6a",
            "{0b9f8c1e-5d0a-4c6e-9b57-1f2e3d4c5b}",
            "nonsense",
        ] {
            assert_eq!(text.parse::<RequestId>(), Err(IdError::NotAUuid));
        }
    }
}
