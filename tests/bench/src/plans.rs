//! What Postgres does for a statement, as it says itself (auto_explain) of those that a store sent.

use std::fmt::Write;

use sqlx::AssertSqlSafe;

use crate::Failure;
use crate::notices;
use crate::server::Operated;

/// Settings of connections that are made from here on.
const EXPLAIN: [&str; 6] = [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_buffers = on",
    "auto_explain.log_level = 'notice'",
    "client_min_messages = 'notice'",
];

/// A page of plans.
#[derive(Clone, Debug)]
pub struct Plans {
    page: String,
}

impl Plans {
    /// A page that begins with this text. The server tells its plans on all connections that are opened from here on.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn begin(operated: &Operated, introduction: String) -> Result<Self, Failure> {
        let mut connection = operated.connect().await?;
        for setting in EXPLAIN {
            let statement = format!("ALTER DATABASE {} SET {setting}", operated.database.name());
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
        }
        Ok(Self { page: introduction })
    }

    /// Adds the plans of those statements of `work` that have one of the texts of a title, below the title.
    ///
    /// # Errors
    /// As `work`.
    pub async fn add<T, E: Into<Failure>>(
        &mut self,
        titles: &[(&str, &[&str])],
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<(), Failure> {
        notices::take();
        work.await.map_err(Into::into)?;
        let heard = notices::take();
        for (title, texts) in titles {
            let _ = write!(self.page, "\n## {title}\n");
            let plans = heard
                .iter()
                .filter(|notice| texts.iter().any(|text| notice.contains(text)));
            for plan in plans.filter_map(|notice| plan(notice)) {
                let _ = write!(self.page, "\n```\n{}\n```\n", plan.trim_end());
            }
        }
        Ok(())
    }

    /// The page.
    #[must_use]
    pub fn page(self) -> String {
        self.page
    }
}

/// `duration: 0.4 ms  plan:`, the statement on a line of its own, the plan.
fn plan(notice: &str) -> Option<String> {
    let (duration, rest) = notice.split_once("plan:\n")?;
    let (_, plan) = rest.split_once('\n')?;
    Some(format!("{}\n{plan}", duration.trim()))
}
