//! Who may call a method: the one place where it is decided.

use corners_proto::access::v1::Audience;
use corners_proto::error::{Reason, Refusal};
use corners_proto::methods::Access;

use super::caller::token_missing;
use super::{Caller, Scope, Scopes, Source};

/// Passes when the method's rule lets the caller in.
///
/// # Errors
///
/// UNAUTHENTICATED `TOKEN_MISSING`; PERMISSION_DENIED `SCOPE_MISSING` with the scopes in the metadata, `HOLDER_REQUIRED`,
/// and `INTERNAL_METHOD` for a method of the platform's own or without a rule.
pub(crate) fn authorise(access: Option<&Access>, caller: Option<&Caller>) -> Result<(), Refusal> {
    let Some(access) = access else {
        return Err(closed_to_the_public());
    };
    match access.audience {
        Audience::Anyone => Ok(()),
        Audience::Account => has_a_scope(caller.ok_or_else(token_missing)?, access),
        Audience::Holder => {
            let caller = caller.ok_or_else(token_missing)?;
            is_the_holder(caller)?;
            has_a_scope(caller, access)
        }
        Audience::Service | Audience::Unspecified => Err(closed_to_the_public()),
    }
}

fn has_a_scope(caller: &Caller, access: &Access) -> Result<(), Refusal> {
    let wanted: Scopes = access.any_of.iter().copied().filter_map(Scope::of).collect();
    if access.any_of.is_empty() || wanted.iter().any(|scope| caller.scopes.contains(scope)) {
        return Ok(());
    }
    let message = format!(
        "the call needs a token with one of the scopes: {wanted}; this one has: {}",
        caller.scopes
    );
    Err(Refusal::new(Reason::ScopeMissing, message).with("scope", wanted))
}

fn is_the_holder(caller: &Caller) -> Result<(), Refusal> {
    match caller.source {
        Source::Session(_) => Ok(()),
        Source::Personal(_) | Source::Operator => Err(Refusal::new(
            Reason::HolderRequired,
            "only the holder of the account can do this: call with the token of a session, from SignIn",
        )),
    }
}

pub(crate) fn closed_to_the_public() -> Refusal {
    Refusal::new(Reason::InternalMethod, "the method is for the platform's own services")
}

#[cfg(test)]
mod tests {
    use corners_proto::access::v1::{Scope as Named, Subject};
    use corners_proto::ids::PersonalTokenId;

    use super::super::caller::tests::a_caller;
    use super::*;

    fn rule(audience: Audience, any_of: &'static [Named]) -> Access {
        Access {
            audience,
            any_of,
            subject: Subject::Unspecified,
        }
    }

    fn refused(access: Option<&Access>, caller: Option<&Caller>) -> Option<Reason> {
        authorise(access, caller).err().map(|refusal| refusal.reason())
    }

    #[test]
    fn any_of_the_scopes_will_do_and_one_is_needed() {
        let access = rule(Audience::Account, &[Named::Play, Named::Bot]);
        for (scopes, outcome) in [
            ("play", None),
            ("watch bot", None),
            ("watch admin feed", Some(Reason::ScopeMissing)),
            ("", Some(Reason::ScopeMissing)),
        ] {
            assert_eq!(
                refused(Some(&access), Some(&a_caller(Scopes::parse(scopes)))),
                outcome,
                "{scopes}"
            );
        }
        assert_eq!(refused(Some(&access), None), Some(Reason::TokenMissing));
    }

    #[test]
    fn what_is_the_holders_alone_takes_a_session() {
        let access = rule(Audience::Holder, &[]);
        let holder = a_caller(Scopes::default());
        let program = Caller {
            source: Source::Personal(PersonalTokenId::random()),
            scopes: Scopes::parse("play watch bot feed admin"),
            ..holder
        };
        assert_eq!(refused(Some(&access), Some(&holder)), None);
        assert_eq!(refused(Some(&access), Some(&program)), Some(Reason::HolderRequired));
        assert_eq!(refused(Some(&access), None), Some(Reason::TokenMissing));
    }

    #[test]
    fn a_method_for_services_or_without_a_rule_is_nobodys() {
        let all = a_caller(Scopes::parse("play watch bot feed admin"));
        let internal = rule(Audience::Service, &[]);
        for access in [None, Some(&internal), Some(&rule(Audience::Unspecified, &[]))] {
            assert_eq!(refused(access, Some(&all)), Some(Reason::InternalMethod));
        }
        assert_eq!(refused(Some(&rule(Audience::Anyone, &[])), None), None);
    }
}
