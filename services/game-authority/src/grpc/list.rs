//! ListLiveTables and ListMyTables.

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as proto;
use corners_proto::ids::{AccountId, TableId};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

use super::{parse, refusal};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::render;
use crate::store::{ListFilter, ListPlace, StoreError};
use crate::table::Status;

const DEFAULT_PAGE: usize = 50;
const LARGEST_PAGE: usize = 200;

/// A page token: a digest of the list it belongs to, then the place after which the next page starts.
const TOKEN_LENGTH: usize = 8 + 8 + 16;

/// A list that was asked for.
pub(super) struct Query {
    filter: ListFilter,
    after: Option<ListPlace>,
    page_size: usize,
    digest: [u8; 8],
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
        .map(|place| encode_token(query.digest, *place));
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
    let digest = filter_digest(&filter);
    let after = match page_token {
        "" => None,
        token => Some(decode_token(digest, token)?),
    };
    Ok(Query {
        filter,
        after,
        page_size,
        digest,
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

/// The page token is none of the list's.
pub(super) fn bad_page_token() -> Refusal {
    Refusal::new(
        Reason::InvalidPageToken,
        "page_token: is not one of this list with these filters",
    )
    .violation("page_token", "is not one of this list with these filters")
}

fn filter_digest(filter: &ListFilter) -> [u8; 8] {
    let digest = Sha256::digest(format!("{filter:?}"));
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    first
}

fn encode_token(digest: [u8; 8], place: ListPlace) -> String {
    let mut token = digest.to_vec();
    token.extend(place.created_at_ms.to_be_bytes());
    token.extend(place.table.as_bytes());
    BASE64URL_NOPAD.encode(&token)
}

fn decode_token(digest: [u8; 8], text: &str) -> Result<ListPlace, Refusal> {
    let token = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| bad_page_token())?;
    let token: [u8; TOKEN_LENGTH] = token.try_into().map_err(|_| bad_page_token())?;
    let (list, place) = token.split_at(8);
    let (created, table) = place.split_at(8);
    match (list == digest, created.try_into(), table.try_into()) {
        (true, Ok(created), Ok(table)) => Ok(ListPlace {
            created_at_ms: u64::from_be_bytes(created),
            table: TableId::from_bytes(table),
        }),
        _ => Err(bad_page_token()),
    }
}
