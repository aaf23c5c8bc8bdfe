//! Secrets that are handed out, and what is kept of them.
//!
//! Each is derived from the store's secret and the request id of the call that asked for it, so that repeating the call
//! answers the same one. Neither half is enough: the store does not have the request ids, and whoever sends them does not
//! have the store.

use std::fmt;
use std::sync::LazyLock;

use corners_proto::ids::{AccountId, PersonalTokenId, RequestId, SessionId};
use data_encoding::{Encoding, Specification};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::{Digest, MeterKey, NameKey, RequestDigest};

/// Begins refresh tokens, so that secret scanners know them.
const REFRESH: &str = "crt";

/// Begins personal access tokens.
const PERSONAL: &str = "cpat";

/// Begins operators' tokens.
const OPERATOR: &str = "copt";

/// 32 bytes in base 32.
const SECRET_CHARACTERS: usize = 52;

/// A recovery code has 120 bits.
const RECOVERY_BYTES: usize = 15;

/// Characters of a recovery code that are written together.
const RECOVERY_GROUP: usize = 4;

// The alphabet is fixed and well formed; should it ever not be, upper-case base 32 would do.
static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("abcdefghijklmnopqrstuvwxyz234567");
    specification.encoding().unwrap_or(data_encoding::BASE32_NOPAD)
});

/// The secret of the store, from which all others are derived.
#[derive(Clone)]
pub struct StoreSecret(Zeroizing<[u8; 32]>);

impl StoreSecret {
    /// The secret with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// What stands for a name, by its [skeleton](super::DisplayName::skeleton).
    #[must_use]
    pub fn name_key(&self, skeleton: &str) -> NameKey {
        NameKey::from_bytes(self.derive("name", &[skeleton.as_bytes()]))
    }

    /// What stands for something that is counted.
    #[must_use]
    pub fn meter_key(&self, what: &str, of: &[u8]) -> MeterKey {
        MeterKey::from_bytes(self.derive("meter", &[what.as_bytes(), of]))
    }

    /// The first refresh token of a session.
    #[must_use]
    pub fn first_refresh_token(&self, session: SessionId, request: RequestId) -> SecretText {
        let secret = self.derive("session", &[session.as_bytes(), request.as_bytes()]);
        with_secret(REFRESH, &session.to_string(), secret)
    }

    /// The refresh token that a refresh token is exchanged for.
    #[must_use]
    pub fn next_refresh_token(&self, session: SessionId, presented: &SecretText, request: RequestId) -> SecretText {
        let secret = self.derive("refresh", &[presented.as_str().as_bytes(), request.as_bytes()]);
        with_secret(REFRESH, &session.to_string(), secret)
    }

    /// The text of a personal access token.
    #[must_use]
    pub fn personal_token(&self, token: PersonalTokenId, request: RequestId) -> SecretText {
        let secret = self.derive("personal", &[token.as_bytes(), request.as_bytes()]);
        with_secret(PERSONAL, &token.to_string(), secret)
    }

    /// A recovery code, as it is written down.
    #[must_use]
    pub fn recovery_code(&self, account: AccountId, request: RequestId) -> SecretText {
        let secret = self.derive("recovery", &[account.as_bytes(), request.as_bytes()]);
        let letters = BASE32.encode(&secret[..RECOVERY_BYTES]).to_ascii_uppercase();
        let groups: Vec<_> = letters
            .as_bytes()
            .chunks(RECOVERY_GROUP)
            .filter_map(|group| str::from_utf8(group).ok())
            .collect();
        SecretText::new(groups.join("-"))
    }

    fn derive(&self, domain: &str, parts: &[&[u8]]) -> [u8; 32] {
        // An HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&*self.0) else {
            return rand::random();
        };
        for part in [domain.as_bytes()].iter().chain(parts) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for StoreSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StoreSecret")
    }
}

/// A secret's text. It is shown nowhere but to its holder, and overwritten when it is dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// The secret with this text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text, for its holder.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::from_bytes(Sha256::digest(self.0.as_bytes()).into())
    }

    /// What is kept of a recovery code, however it was typed.
    #[must_use]
    pub fn recovery_digest(&self) -> Digest {
        let letters = self
            .0
            .chars()
            .filter(|character| !character.is_whitespace() && *character != '-');
        let plain: Zeroizing<String> = Zeroizing::new(letters.flat_map(char::to_lowercase).collect());
        Digest::from_bytes(Sha256::digest(plain.as_bytes()).into())
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretText")
    }
}

/// A refresh token that somebody presents.
#[derive(Clone, Debug)]
pub struct RefreshToken {
    /// The session that it names.
    pub session: SessionId,
    /// Its whole text.
    pub text: SecretText,
}

impl RefreshToken {
    /// Reads a refresh token; `None` when the text is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let session = named_by(text, REFRESH)?.parse().ok()?;
        let text = SecretText::new(text.to_owned());
        Some(Self { session, text })
    }
}

/// A token that somebody presents for exchange.
#[derive(Clone, Debug)]
pub enum LongLivedToken {
    /// A personal access token.
    Personal(PersonalTokenId, SecretText),
    /// The operator's token of the configuration.
    Operator(SecretText),
}

impl LongLivedToken {
    /// Reads a token; `None` when the text is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let secret = SecretText::new(text.to_owned());
        if text
            .strip_prefix(OPERATOR)
            .is_some_and(|rest| rest.strip_prefix('_').is_some_and(is_secret))
        {
            return Some(Self::Operator(secret));
        }
        Some(Self::Personal(named_by(text, PERSONAL)?.parse().ok()?, secret))
    }
}

/// A new operator's token, of 32 random bytes.
#[must_use]
pub fn operator_token(random: [u8; 32]) -> SecretText {
    SecretText::new(format!("{OPERATOR}_{}", BASE32.encode(&random)))
}

/// What stands for a request id: the same id of another caller is another call.
#[must_use]
pub fn request_digest(caller: Option<AccountId>, request: RequestId) -> RequestDigest {
    let caller = caller.map_or([0; 16], |account| *account.as_bytes());
    let digest = Sha256::new().chain_update(caller).chain_update(request.as_bytes());
    RequestDigest::from_bytes(digest.finalize().into())
}

/// What stands for a call's message. The request id, which is kept nowhere, is in it: a password in the message cannot be
/// guessed from this.
#[must_use]
pub fn body_digest(request: RequestId, method: &str, message: &[u8]) -> Digest {
    let digest = Sha256::new()
        .chain_update(request.as_bytes())
        .chain_update((method.len() as u64).to_be_bytes())
        .chain_update(method)
        .chain_update(message);
    Digest::from_bytes(digest.finalize().into())
}

fn with_secret(prefix: &str, id: &str, secret: [u8; 32]) -> SecretText {
    let secret = Zeroizing::new(BASE32.encode(&secret));
    SecretText::new(format!("{prefix}_{id}_{}", *secret))
}

/// The id in `<prefix>_<id>_<secret>`.
fn named_by<'text>(text: &'text str, prefix: &str) -> Option<&'text str> {
    let (found, rest) = text.split_once('_')?;
    let (id, secret) = rest.split_once('_')?;
    (found == prefix && is_secret(secret)).then_some(id)
}

fn is_secret(text: &str) -> bool {
    text.len() == SECRET_CHARACTERS && BASE32.decode(text.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn secret() -> StoreSecret {
        StoreSecret::new([7; 32])
    }

    #[test]
    fn the_same_call_gives_the_same_secret_and_any_other_another() {
        let (session, request) = (SessionId::random(), RequestId::random());
        let first = secret().first_refresh_token(session, request);
        assert_eq!(first, secret().first_refresh_token(session, request));
        assert_ne!(first, secret().first_refresh_token(session, RequestId::random()));
        assert_ne!(first, secret().first_refresh_token(SessionId::random(), request));
        assert_ne!(first, StoreSecret::new([8; 32]).first_refresh_token(session, request));
        let next = secret().next_refresh_token(session, &first, request);
        assert_eq!(next, secret().next_refresh_token(session, &first, request));
        assert_ne!(next, secret().next_refresh_token(session, &next, request));
        assert_ne!(next, secret().next_refresh_token(session, &first, RequestId::random()));
    }

    #[test]
    fn tokens_are_read_as_they_were_written() {
        let (session, token, request) = (SessionId::random(), PersonalTokenId::random(), RequestId::random());
        let refresh = secret().first_refresh_token(session, request);
        assert_eq!(refresh.as_str().len(), 4 + 26 + 1 + 52);
        let read = RefreshToken::parse(refresh.as_str()).unwrap();
        assert_eq!((read.session, read.text.digest()), (session, refresh.digest()));
        let personal = secret().personal_token(token, request);
        assert!(RefreshToken::parse(personal.as_str()).is_none());
        assert!(
            matches!(LongLivedToken::parse(personal.as_str()), Some(LongLivedToken::Personal(id, _)) if id == token)
        );
        assert!(LongLivedToken::parse(refresh.as_str()).is_none());
        let operator = operator_token([9; 32]);
        assert!(matches!(
            LongLivedToken::parse(operator.as_str()),
            Some(LongLivedToken::Operator(_))
        ));
        for cut in 0..personal.as_str().len() {
            assert!(LongLivedToken::parse(&personal.as_str()[..cut]).is_none());
        }
    }

    #[test]
    fn a_recovery_code_is_the_same_however_it_is_typed() {
        let code = secret().recovery_code(AccountId::random(), RequestId::random());
        assert_eq!(code.as_str().len(), 24 + 5);
        let typed = |text: String| SecretText::new(text).recovery_digest();
        assert_eq!(typed(code.as_str().to_lowercase()), code.recovery_digest());
        assert_eq!(typed(code.as_str().replace('-', " ") + "\n"), code.recovery_digest());
        assert_ne!(typed(code.as_str()[1..].to_owned()), code.recovery_digest());
    }

    #[test]
    fn no_secret_is_shown() {
        let token = secret().first_refresh_token(SessionId::random(), RequestId::random());
        let shown = format!(
            "{:?} {token:?} {:?} {:?}",
            secret(),
            token.digest(),
            RefreshToken::parse(token.as_str())
        );
        let hidden = token.as_str().rsplit_once('_').unwrap().1;
        assert!(!shown.contains(hidden) && !shown.contains(", 7"), "{shown}");
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,100}|(crt|cpat|copt)_[a-z2-7_]{0,90}") {
            if let Some(token) = RefreshToken::parse(&text) {
                prop_assert_eq!(token.text.as_str(), text);
            } else if let Some(LongLivedToken::Personal(id, _)) = LongLivedToken::parse(&text) {
                prop_assert!(text.contains(&id.to_string()));
            }
        }
    }
}
