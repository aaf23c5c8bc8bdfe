//! What operators read.

use std::time::SystemTime;

use corners_client::proto::accounts::v1::{AdminAccount, AuditEvent, Player};
use corners_client::proto::game::v1::{AccountKind, DeadLetter};
use serde_json::{Value, json};

use crate::moment;
use crate::rows::Row;

impl Row for AdminAccount {
    const COLUMNS: &'static [&'static str] = &["ACCOUNT", "KIND", "NAME", "CREATED", "STANDING"];

    fn cells(&self, now: SystemTime) -> Vec<String> {
        let player = self.player.clone().unwrap_or_default();
        let mut standing = Vec::new();
        if player.deleted {
            standing.push("deleted".to_owned());
        }
        if self.operator {
            standing.push("operator".to_owned());
        }
        match self.ban_expire_time {
            Some(end) => standing.push(format!("banned {}: {}", moment::show_end(end, now), self.ban_note)),
            // With its owner.
            None if player.banned => standing.push("banned".to_owned()),
            None => {}
        }
        let created = moment::show(player.create_time);
        vec![
            player.account.clone(),
            kind(&player).to_owned(),
            player.display_name,
            created,
            standing.join(", "),
        ]
    }

    fn object(&self) -> Value {
        let player = self.player.clone().unwrap_or_default();
        let kind = kind(&player);
        json!({
            "account": player.account,
            "kind": kind,
            "name": player.display_name,
            "owner": non_empty(&player.owner),
            "created": moment::show(player.create_time),
            "deleted": player.deleted,
            "operator": self.operator,
            "banned": player.banned || self.ban_expire_time.is_some(),
            "banned_until": self.ban_expire_time.map(|end| moment::show(Some(end))),
            "ban_note": non_empty(&self.ban_note),
        })
    }
}

impl Row for AuditEvent {
    const COLUMNS: &'static [&'static str] = &[
        "NUMBER", "TIME", "ACTION", "BY", "ACCOUNT", "SUBJECT", "ADDRESS", "NOTE",
    ];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        let texts = [
            &self.action,
            &self.actor,
            &self.account,
            &self.subject,
            &self.address,
            &self.note,
        ];
        let numbers = [self.number.to_string(), moment::show(self.time)];
        numbers.into_iter().chain(texts.map(Clone::clone)).collect()
    }

    fn object(&self) -> Value {
        json!({
            "number": self.number,
            "time": moment::show(self.time),
            "action": self.action,
            "actor": non_empty(&self.actor),
            "account": non_empty(&self.account),
            "subject": non_empty(&self.subject),
            "address": non_empty(&self.address),
            "note": non_empty(&self.note),
        })
    }
}

impl Row for DeadLetter {
    const COLUMNS: &'static [&'static str] = &["TIME", "TABLE", "REASON"];

    fn cells(&self, _: SystemTime) -> Vec<String> {
        vec![moment::show(self.time), self.table.clone(), self.reason.clone()]
    }

    fn object(&self) -> Value {
        json!({
            "time": moment::show(self.time),
            "table": self.table,
            "reason": self.reason,
        })
    }
}

fn kind(player: &Player) -> &'static str {
    match player.kind() {
        AccountKind::Guest => "guest",
        AccountKind::Player => "player",
        AccountKind::Bot => "bot",
        AccountKind::Unspecified => "unknown",
    }
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::write;

    fn account(name: &str, ban: Option<&str>) -> AdminAccount {
        AdminAccount {
            player: Some(Player {
                account: "a".to_owned(),
                display_name: name.to_owned(),
                kind: AccountKind::Player.into(),
                ..Player::default()
            }),
            operator: ban.is_none(),
            ban_expire_time: ban.map(|end| moment::parse(end).unwrap()),
            ban_note: ban.map(|_| "rude".to_owned()).unwrap_or_default(),
        }
    }

    fn shown(accounts: &[AdminAccount], as_json: bool) -> String {
        let mut output = Vec::new();
        write(&mut output, accounts, as_json, SystemTime::UNIX_EPOCH).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_table_has_a_head_and_columns_as_wide_as_they_need() {
        let accounts = [
            account("Anna", None),
            account("Bo\u{1b}[2J", Some("2030-01-02T03:04:05Z")),
        ];
        assert_eq!(
            shown(&accounts, false),
            "ACCOUNT  KIND    NAME    CREATED  STANDING\n\
             a        player  Anna             operator\n\
             a        player  Bo\u{fffd}[2J           banned until 2030-01-02T03:04:05Z: rude\n"
        );
    }

    #[test]
    fn a_dead_letter_says_when_which_and_why() {
        let letter = DeadLetter {
            table: "t".to_owned(),
            reason: "no\nroom".to_owned(),
            time: Some(moment::parse("2030-01-02T03:04:05.678Z").unwrap()),
        };
        let show = |as_json| {
            let mut output = Vec::new();
            let letters = std::slice::from_ref(&letter);
            write(&mut output, letters, as_json, SystemTime::UNIX_EPOCH).unwrap();
            String::from_utf8(output).unwrap()
        };
        assert_eq!(
            show(false),
            "TIME                  TABLE  REASON\n2030-01-02T03:04:05Z  t      no\u{fffd}room\n"
        );
        let object: Value = serde_json::from_str(&show(true)).unwrap();
        let expected = json!({ "time": "2030-01-02T03:04:05Z", "table": "t", "reason": "no\nroom" });
        assert_eq!(object, expected);
    }

    #[test]
    fn json_is_an_object_a_line() {
        let text = shown(&[account("Anna", Some("2030-01-02T03:04:05Z"))], true);
        let object: Value = serde_json::from_str(text.trim()).unwrap();
        assert_eq!(text.lines().count(), 1);
        assert_eq!(object["banned_until"], "2030-01-02T03:04:05Z");
        assert_eq!((&object["name"], &object["owner"]), (&json!("Anna"), &Value::Null));
    }
}
