//! ListLiveTables and ListMyTables.

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as proto;
use corners_proto::ids::{AccountId, TableId};
use corners_service::page_token;

use super::{parse, refusal};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::render;
use crate::store::{ListFilter, ListPlace, StoreError};
use crate::table::Status;

const DEFAULT_PAGE: usize = 50;
const LARGEST_PAGE: usize = 200;

/// A list that was asked for.
pub(super) struct Query {
    filter: ListFilter,
    after: Option<ListPlace>,
    page_size: usize,
    /// What page tokens are bound to.
    question: String,
}

/// A page of a list.
pub(super) struct Page {
    pub(super) tables: Vec<proto::TableSummary>,
    pub(super) next_page_token: String,
}

pub(super) fn live(request: &proto::ListLiveTablesRequest) -> Result<Query, Refusal> {
    let variant = match request.variant.as_str() {
        "" => None,
        id => Some(parse::variant(id)?.id()),
    };
    let statuses = match status(request.status)? {
        None => vec![Status::Open, Status::Playing],
        Some(Status::Finished) => {
            return Err(
                Refusal::new(Reason::InvalidArgument, "status: finished tables are not live")
                    .violation("status", "is not a live one"),
            );
        }
        Some(status) => vec![status],
    };
    query(
        ListFilter {
            seated: None,
            variant,
            statuses,
        },
        request.page_size,
        &request.page_token,
    )
}

pub(super) fn mine(account: AccountId, request: &proto::ListMyTablesRequest) -> Result<Query, Refusal> {
    let statuses = match status(request.status)? {
        None => vec![Status::Open, Status::Playing, Status::Finished],
        Some(status) => vec![status],
    };
    let filter = ListFilter {
        seated: Some(account),
        variant: None,
        statuses,
    };
    query(filter, request.page_size, &request.page_token)
}

/// Reads the page that a query asks for.
pub(super) async fn page(authority: &Authority, query: Query) -> Result<Page, Refusal> {
    let listed = authority
        .store()
        .list(&query.filter, query.after, query.page_size)
        .await;
    let places = listed.map_err(|error| refusal(error.into()))?;
    let mut tables = Vec::with_capacity(places.len());
    for place in &places {
        match authority.table(place.table).await {
            Ok(table) => tables.push(render::summary(place.table, &table)),
            // One unreadable table, which its reading has reported, must not hide the others.
            Err(
                error @ (AuthorityError::Corrupt { .. }
                | AuthorityError::TableNotLive(_)
                | AuthorityError::Store(StoreError::Corrupt { .. })),
            ) => {
                tracing::debug!(%error, "a table is left out of a list");
            }
            Err(error) => return Err(refusal(error)),
        }
    }
    let full = places.len() == query.page_size;
    let next = places
        .last()
        .filter(|_| full)
        .map(|place| page_token::write(&query.question, ([place.created_at_ms], *place.table.as_bytes())));
    Ok(Page {
        tables,
        next_page_token: next.unwrap_or_default(),
    })
}

fn status(status: i32) -> Result<Option<Status>, Refusal> {
    match proto::TableStatus::try_from(status) {
        Ok(proto::TableStatus::Unspecified) => Ok(None),
        Ok(proto::TableStatus::Open) => Ok(Some(Status::Open)),
        Ok(proto::TableStatus::Playing) => Ok(Some(Status::Playing)),
        Ok(proto::TableStatus::Finished) => Ok(Some(Status::Finished)),
        Err(_) => Err(Refusal::new(Reason::InvalidArgument, "status: is no table status")
            .violation("status", "is no table status")),
    }
}

fn query(filter: ListFilter, page_size: i32, page_token: &str) -> Result<Query, Refusal> {
    let page_size = self::page_size(page_size)?;
    let question = format!("tables {filter:?}");
    let after = page_token::read(&question, page_token)?.map(|([created_at_ms], table)| ListPlace {
        created_at_ms,
        table: TableId::from_bytes(table),
    });
    Ok(Query {
        filter,
        after,
        page_size,
        question,
    })
}

/// How many a page shall have: 0 is the default, and more than the most is read as the most.
pub(super) fn page_size(asked: i32) -> Result<usize, Refusal> {
    match usize::try_from(asked) {
        Ok(0) => Ok(DEFAULT_PAGE),
        Ok(size) => Ok(size.min(LARGEST_PAGE)),
        Err(_) => {
            Err(Refusal::new(Reason::InvalidArgument, "page_size: is negative").violation("page_size", "is negative"))
        }
    }
}
