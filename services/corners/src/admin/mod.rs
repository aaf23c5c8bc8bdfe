//! `corners admin`: what operators do, on the command line.

mod cli;
mod games;
mod lists;
mod pairings;
mod ratings;
mod show;

use std::io::{self, Write};

use corners_accounts::domain::operator_token;
use corners_accounts::operator_token_sha256;
use corners_client::Admin;
use corners_client::proto::accounts::v1::{
    AdminAccount, BanAccountRequest, RevokeAccessRequest, SetOperatorRequest, UnbanAccountRequest,
};
use corners_client::proto::game::v1::{CloseTableRequest, RequeueDeadLetterRequest};
use corners_service::startup::MainError;
use corners_service::time::wall_clock;
use serde_json::{Value, json};

pub(crate) use cli::AdminArgs;
use cli::{AccountCommand, AccountsCommand, AdminCommand, Switch};

use crate::moment;
use crate::rows::{self, Row};

/// Does what the command line says.
pub(crate) async fn run(args: AdminArgs, output: &mut impl Write) -> Result<(), MainError> {
    let out = &mut Out {
        output,
        as_json: args.json,
    };
    if let AdminCommand::NewToken = args.command {
        return Ok(new_token(out)?);
    }
    let session = args.place.session(&args.token_file).await?;
    operate(&session.admin(), args.command, out).await
}

/// Where to write, and how.
struct Out<'a, W> {
    output: &'a mut W,
    as_json: bool,
}

impl<W: Write> Out<'_, W> {
    fn rows<R: Row>(&mut self, rows: &[R]) -> io::Result<()> {
        rows::write(self.output, rows, self.as_json, wall_clock())
    }

    /// What was done: a sentence, or an object.
    fn done(&mut self, sentence: &str, object: &Value) -> io::Result<()> {
        if self.as_json {
            writeln!(self.output, "{object}")
        } else {
            writeln!(self.output, "{sentence}")
        }
    }
}

async fn operate(admin: &Admin, command: AdminCommand, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    match command {
        AdminCommand::Accounts(AccountsCommand::List { name, banned, most }) => {
            out.rows(&lists::accounts(admin, &name, banned, most).await?)?;
        }
        AdminCommand::Account(command) => account(admin, command, out).await?,
        AdminCommand::Audit { account, action, most } => {
            out.rows(&lists::audit_events(admin, &account, &action, most).await?)?;
        }
        AdminCommand::CloseTable { table, note } => {
            let request = CloseTableRequest {
                table: table.clone(),
                note,
                ..CloseTableRequest::default()
            };
            admin.close_table(request).await?;
            out.done(&format!("table {table} is closed"), &json!({ "closed": table }))?;
        }
        AdminCommand::DeadLetters { most } => out.rows(&lists::dead_letters(admin, most).await?)?,
        AdminCommand::Requeue { table } => {
            let request = RequeueDeadLetterRequest {
                table: table.clone(),
                ..RequeueDeadLetterRequest::default()
            };
            admin.requeue_dead_letter(request).await?;
            let sentence = format!("if table {table} was a dead letter, it waits to be recorded again");
            out.done(&sentence, &json!({ "requeued": table }))?;
        }
        AdminCommand::Annul { table, note } => games::annul(admin, table, note, out).await?,
        AdminCommand::Feed => games::feed(admin, out).await?,
        AdminCommand::NewFeedEpoch => games::new_feed_epoch(admin, out).await?,
        AdminCommand::Pair(args) => pairings::pair(admin, args, out).await?,
        AdminCommand::Pairing { id } => pairings::show(&admin.get_bulk_pairing(&id).await?, out)?,
        AdminCommand::CancelPairing { id } => pairings::show(&admin.cancel_bulk_pairing(&id).await?, out)?,
        AdminCommand::Ratings(command) => ratings::run(admin, command, out).await?,
        AdminCommand::RotateKey => {
            let rotated = admin.rotate_signing_key().await?;
            let from = moment::show(rotated.sign_from_time);
            let object = json!({ "key": rotated.key, "signs_from": from });
            out.done(&format!("key {} signs from {from} on", rotated.key), &object)?;
        }
        AdminCommand::NewToken => new_token(out)?,
    }
    Ok(())
}

async fn account(admin: &Admin, command: AccountCommand, out: &mut Out<'_, impl Write>) -> Result<(), MainError> {
    let changed: AdminAccount = match command {
        AccountCommand::Ban {
            id,
            until,
            for_span,
            note,
        } => {
            let expire_time = match for_span {
                Some(span) => Some(span.after(wall_clock()).ok_or("that is longer than dates can say")?),
                None => until,
            };
            let request = BanAccountRequest {
                account: id,
                expire_time,
                note,
            };
            admin.ban_account(request).await?
        }
        AccountCommand::Unban { id, note } => admin.unban_account(UnbanAccountRequest { account: id, note }).await?,
        AccountCommand::Operator { id, is_operator } => {
            let request = SetOperatorRequest {
                account: id,
                operator: is_operator == Switch::On,
            };
            admin.set_operator(request).await?
        }
        AccountCommand::Revoke { id, note } => {
            let request = RevokeAccessRequest {
                account: id.clone(),
                note,
            };
            let ended = admin.revoke_access(request).await?;
            let (sessions, tokens) = (ended.sessions, ended.tokens);
            let sentence = format!("{sessions} sessions ended and {tokens} personal access tokens revoked");
            let object = json!({ "account": id, "sessions": sessions, "tokens": tokens });
            return Ok(out.done(&sentence, &object)?);
        }
    };
    Ok(out.rows(&[changed])?)
}

/// Prints a token that nobody has had, and what the platform is to be told of it.
fn new_token(out: &mut Out<'_, impl Write>) -> io::Result<()> {
    let token = operator_token(rand::random());
    let digest = operator_token_sha256(&token);
    let token = token.as_str();
    let sentence = format!(
        "token, for the operators and nobody else:\n  {token}\n\
         setting of accounts, in the section [accounts]:\n  operator_token_sha256 = \"{digest}\""
    );
    let object = json!({ "token": token, "operator_token_sha256": digest });
    out.done(&sentence, &object)
}
