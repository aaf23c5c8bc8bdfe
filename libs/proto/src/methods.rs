//! All methods of the contract, with who may call them: the option `corners.access.v1.access` of each.

use crate::access::v1::{Audience, Scope, Subject};

/// A method of a service, public or internal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The path that calls name, such as `/corners.game.v1.GameService/PlayMove`.
    pub path: &'static str,
    /// Whether it streams in one direction or both.
    pub streaming: bool,
    /// Who may call it. A method without a rule is refused.
    pub access: Option<Access>,
}

/// Who may call a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Who.
    pub audience: Audience,
    /// The token must have one of these scopes; none named: any token will do.
    pub any_of: &'static [Scope],
    /// Whose things the method touches.
    pub subject: Subject,
}

/// The methods of all services.
pub const METHODS: &[Method] = include!(concat!(env!("OUT_DIR"), "/methods.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_declares_who_may_call_it() {
        assert!(METHODS.len() > 50);
        for method in METHODS {
            let access = method
                .access
                .unwrap_or_else(|| panic!("{} has no access rule", method.path));
            assert_ne!(access.audience, Audience::Unspecified, "{}", method.path);
            let is_internal = method.path.contains(".internal.");
            assert_eq!(access.audience == Audience::Service, is_internal, "{}", method.path);
        }
    }

    #[test]
    fn rules_are_those_of_the_contract() {
        let find = |path| METHODS.iter().find(|method| method.path == path).unwrap();
        let play = find("/corners.game.v1.GameService/PlayMove");
        let rule = Access {
            audience: Audience::Account,
            any_of: &[Scope::Play, Scope::Bot],
            subject: Subject::Seat,
        };
        assert_eq!(play.access, Some(rule));
        assert!(!play.streaming && find("/corners.game.v1.GameService/WatchTables").streaming);
    }
}
