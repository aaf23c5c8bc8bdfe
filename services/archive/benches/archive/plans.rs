//! What Postgres does for each question, as it says itself (auto_explain) of the statements that the store sent.

use std::fmt::Write;
use std::path::Path;

use corners_proto::archive::v1::{GetGameRequest, ListGamesRequest};

use crate::authority::Authority;
use crate::figures::{build, load, say};
use crate::filling::Filled;
use crate::questions::Question;
use crate::replica::Replica;
use crate::server::{DESCRIPTION, Operated};
use crate::{Failure, notices};

/// Settings of connections that are made from here on.
const EXPLAIN: [&str; 6] = [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_buffers = on",
    "auto_explain.log_level = 'notice'",
    "client_min_messages = 'notice'",
];

pub async fn write(operated: &Operated, filled: &Filled, questions: &[Question], file: &Path) -> Result<(), Failure> {
    let mut connection = operated.connect().await?;
    for setting in EXPLAIN {
        let statement = format!("ALTER DATABASE {} SET {setting}", operated.database.name());
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
    }
    let replica = Replica::start(operated.store().await?, &Authority::default())?;
    let mut client = replica.client();
    let mut page = introduction(filled);

    let table = filled.tables[filled.tables.len() / 2].to_string();
    notices::take();
    client.get_game(GetGameRequest { table }).await?;
    add(
        &mut page,
        "GetGame",
        &plans_of(&notices::take(), &["FROM game WHERE", "FROM game_moves"]),
    );
    let mut shows_page = true;
    for question in questions.iter().filter(|question| question.is_shown) {
        notices::take();
        let request = ListGamesRequest {
            filter: Some(question.filter.clone()),
            ..ListGamesRequest::default()
        };
        client.list_games(request).await?;
        let heard = notices::take();
        add(
            &mut page,
            &format!("ListGames: {}", question.name),
            &plans_of(&heard, &["AS looked"]),
        );
        if std::mem::take(&mut shows_page) {
            let title = "ListGames: the games of a page, whatever was asked";
            add(&mut page, title, &plans_of(&heard, &["annul_note FROM game"]));
        }
    }
    replica.stop().await?;
    std::fs::write(file, page)?;
    say(&format!("  the plans are in {}", file.display()));
    Ok(())
}

fn introduction(filled: &Filled) -> String {
    format!(
        "# The archive: plans\n\nWhat Postgres did for GetGame and for first pages of ListGames over {} games, as `auto_explain` told it of \
         the statements that the store had sent ({}; {DESCRIPTION}; {}). Times are those of the statements with the taking of times, which \
         makes them slower. Written by\n\n```sh\ncargo bench -p corners-archive --bench archive -- --section reads --games {} --plans \
         docs/archive-plans.md\n```\n\nA page is found by its places first, then its games are read. At most 1,000 games are looked at for one \
         page: where few of many match it is short, and `next_page_token` goes on behind them.\n",
        filled.plan.games,
        build(),
        load(),
        filled.plan.games,
    )
}

/// The plans of those statements that have one of these texts, without the statements.
fn plans_of(heard: &[String], texts: &[&str]) -> Vec<String> {
    let plans = heard
        .iter()
        .filter(|notice| texts.iter().any(|text| notice.contains(text)));
    plans.filter_map(|notice| plan(notice)).collect()
}

/// `duration: 0.4 ms  plan:`, the statement on a line of its own, the plan.
fn plan(notice: &str) -> Option<String> {
    let (duration, rest) = notice.split_once("plan:\n")?;
    let (_, plan) = rest.split_once('\n')?;
    Some(format!("{}\n{plan}", duration.trim()))
}

fn add(page: &mut String, title: &str, plans: &[String]) {
    let _ = write!(page, "\n## {title}\n");
    for plan in plans {
        let _ = write!(page, "\n```\n{}\n```\n", plan.trim_end());
    }
}
