//! The audit log.

use corners_proto::ids::AccountId;

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// What happened. `docs/accounts.md` lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            /// All actions there are.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The action as operators see it and as stores keep it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

actions! {
    /// A guest was made.
    GuestCreate = "guest.create";
    /// A player was registered.
    Register = "register";
    /// A player signed in.
    SignIn = "sign-in";
    /// Somebody gave a wrong password.
    SignInFail = "sign-in.fail";
    /// A player came back with the recovery code.
    Recover = "recover";
    /// Somebody gave a wrong recovery code.
    RecoverFail = "recover.fail";
    /// A player signed in by an outside issuer.
    IdentitySignIn = "identity.sign-in";
    /// A session was ended by its holder.
    SessionRevoke = "session.revoke";
    /// A session was ended because two held it.
    SessionReuse = "session.reuse";
    /// A personal access token was made.
    TokenCreate = "token.create";
    /// A personal access token was revoked.
    TokenRevoke = "token.revoke";
    /// A display name was changed.
    NameChange = "name.change";
    /// A password was changed.
    PasswordChange = "password.change";
    /// A bot was made.
    BotCreate = "bot.create";
    /// A bot was deleted.
    BotDelete = "bot.delete";
    /// An account was exported.
    AccountExport = "account.export";
    /// An account was deleted.
    AccountDelete = "account.delete";
    /// An operator banned an account.
    AdminBan = "admin.ban";
    /// An operator ended a ban.
    AdminUnban = "admin.unban";
    /// An operator ended all access of an account.
    AdminRevoke = "admin.revoke";
    /// An operator made or unmade an operator.
    AdminOperator = "admin.operator";
    /// An operator listed accounts.
    AdminListAccounts = "admin.list-accounts";
    /// An operator listed the audit log.
    AdminListAudit = "admin.list-audit";
    /// An operator made a signing key.
    AdminRotateKey = "admin.rotate-key";
}

/// What is written into the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    /// When it happened.
    pub at_ms: u64,
    /// What happened, as [`Action::as_str`] says it.
    pub action: String,
    /// Who did it; `None` when nobody had proved to be anybody.
    pub actor: Option<AccountId>,
    /// To whom.
    pub account: Option<AccountId>,
    /// What else it concerns: the id of a session, a token, a key; empty if nothing.
    pub subject: String,
    /// The network address that the call came from; empty once the account was deleted.
    pub address: String,
    /// An operator's words; empty if there are none.
    pub note: String,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    /// Its number; later ones have higher numbers.
    pub number: u64,
    /// What it says.
    pub record: AuditRecord,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_action_and_nothing_else() {
        let page = include_str!("../../../../docs/accounts.md");
        let (_, table) = page.split_once("| action | what happened |").unwrap();
        let named = table.lines().filter_map(|line| line.split('|').nth(1));
        let mut listed: Vec<_> = named.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        let mut actions: Vec<_> = Action::ALL.iter().map(|action| action.as_str()).collect();
        listed.sort_unstable();
        actions.sort_unstable();
        assert_eq!(listed, actions);
    }
}
