//! What operators do with ratings.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use corners_feed::{Feed, epoch_text, parse_epoch};
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::error::{Reason, Refusal};
use corners_proto::rating::v1::admin_service_server::AdminService;
use corners_proto::rating::v1::{
    GetRatingStateRequest, GetRatingStateResponse, RebuildRatingsRequest, RebuildRatingsResponse, Verdict,
    VerifyRatingsRequest, VerifyRatingsResponse,
};
use corners_service::auth::caller;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use futures::Stream;
use futures::stream::unfold;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, async_trait};

use super::refuse;
use crate::events::Events;
use crate::store::RatingStore;
use crate::verify::{CannotVerify, Difference, Step, Verification};

/// The public service for operators.
#[derive(Clone)]
pub struct RatingAdmin {
    store: Arc<dyn RatingStore>,
    events: Arc<Feed<Events>>,
    archive: ArchiveServiceClient<InternalChannel>,
    /// Where ratings are made a second time.
    folder: PathBuf,
    verifying: Arc<Semaphore>,
    drain: Drain,
}

type Verifying = Result<VerifyRatingsResponse, Status>;

impl RatingAdmin {
    pub(crate) fn new(
        store: Arc<dyn RatingStore>,
        events: Arc<Feed<Events>>,
        archive: ArchiveServiceClient<InternalChannel>,
        folder: PathBuf,
        drain: Drain,
    ) -> Self {
        Self {
            store,
            events,
            archive,
            folder,
            verifying: Arc::new(Semaphore::new(1)),
            drain,
        }
    }

    async fn begin(&self) -> Result<Verification, CannotVerify> {
        Verification::begin(Arc::clone(&self.store), self.archive.clone(), &self.folder).await
    }
}

#[async_trait]
impl AdminService for RatingAdmin {
    type VerifyRatingsStream = Pin<Box<dyn Stream<Item = Verifying> + Send>>;

    async fn verify_ratings(
        &self,
        _: Request<VerifyRatingsRequest>,
    ) -> Result<Response<Self::VerifyRatingsStream>, Status> {
        let alone = Arc::clone(&self.verifying).try_acquire_owned().map_err(|_| {
            let message = "another verification runs in this process: wait for its end";
            Refusal::new(Reason::Overloaded, message)
        })?;
        let run = Run {
            verification: self.begin().await.map_err(cannot_verify)?,
            draining: self.drain.token(),
            is_over: false,
            _alone: alone,
        };
        Ok(Response::new(Box::pin(unfold(run, |mut run| async move {
            let message = run.next().await?;
            Some((message, run))
        }))))
    }

    async fn rebuild_ratings(
        &self,
        request: Request<RebuildRatingsRequest>,
    ) -> Result<Response<RebuildRatingsResponse>, Status> {
        let operator = caller(&request)?.account;
        let current = parse_epoch("epoch", &request.get_ref().epoch)?;
        let events = Arc::clone(&self.events);
        // Detached: it is done whether or not the operator still waits for the answer.
        let work = async move {
            let rebuilt = events.start_epoch(current).await;
            let rebuilt = rebuilt.map_err(|error| error.status(refuse::store));
            let error = rebuilt.as_ref().err().map(Status::message);
            tracing::info!(target: "audit", action = "admin.rebuild-ratings", %operator, epoch = epoch_text(current), error);
            rebuilt
        };
        let head = self.drain.spawn(work).await.map_err(refuse::fault)??;
        Ok(Response::new(RebuildRatingsResponse {
            epoch: epoch_text(head.epoch()),
        }))
    }

    async fn get_rating_state(
        &self,
        _: Request<GetRatingStateRequest>,
    ) -> Result<Response<GetRatingStateResponse>, Status> {
        let head = self.events.head().await.map_err(refuse::store)?;
        let place = self.store.place().await.map_err(refuse::store)?;
        Ok(Response::new(GetRatingStateResponse {
            epoch: epoch_text(head.epoch()),
            last_sequence: head.last,
            results_sequence: place.as_ref().map_or(0, |place| place.sequence),
            results_cursor: place.map_or_else(String::new, |place| place.cursor),
        }))
    }
}

/// A verification that an operator follows. It works only while the operator reads.
struct Run {
    verification: Verification,
    draining: CancellationToken,
    is_over: bool,
    _alone: OwnedSemaphorePermit,
}

impl Run {
    async fn next(&mut self) -> Option<Verifying> {
        if self.is_over {
            return None;
        }
        let (total, results) = (self.verification.total(), self.verification.results());
        let step = self.draining.run_until_cancelled(self.verification.step()).await;
        let message = match step {
            None => Err(Drain::refusal().into()),
            Some(Ok(step)) => Ok(message(step?, total, results)),
            Some(Err(error)) => Err(cannot_verify(error)),
        };
        self.is_over = message.is_err();
        Some(message)
    }
}

fn message(step: Step, total: u64, results_sequence: u64) -> VerifyRatingsResponse {
    let (compared, verdict) = match step {
        Step::Compared(compared) => (compared, None),
        Step::Done(Ok(())) => (total, Some((true, String::new()))),
        Step::Done(Err(Difference(difference))) => (0, Some((false, difference))),
    };
    VerifyRatingsResponse {
        compared,
        total,
        results_sequence,
        verdict: verdict.map(|(identical, difference)| Verdict { identical, difference }),
    }
}

fn cannot_verify(error: CannotVerify) -> Status {
    match error {
        CannotVerify::Store(error) => refuse::store(error),
        CannotVerify::Folder(error) => refuse::fault(error),
        CannotVerify::Short { .. } | CannotVerify::Rebuilt => {
            Refusal::new(Reason::StoreUnavailable, error.to_string()).into()
        }
        CannotVerify::Feed(broken) => {
            let message = format!("the result feed cannot be read: {broken}");
            Refusal::new(Reason::StoreUnavailable, message).into()
        }
    }
}
