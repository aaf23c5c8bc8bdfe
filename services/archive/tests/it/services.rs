//! The archive for the platform's own services.

use corners_archive::store::ArchiveStore;
use corners_proto::archive::v1::admin_service_client::AdminServiceClient;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::archive::v1::{
    GetFeedRequest, GetGameRequest, ResultEvent, StreamResultsRequest, StreamResultsResponse,
};
use corners_proto::error::reason_of;
use corners_service::internal::{InternalChannel, ServiceCredentials, ServiceToken};
use tonic::{Code, Streaming};

use crate::rig::{Finished, Rig, finished_table, new_game};

/// The next events of a feed.
async fn next(stream: &mut Streaming<StreamResultsResponse>) -> Vec<ResultEvent> {
    loop {
        let message = stream.message().await.unwrap().unwrap();
        if !message.events.is_empty() {
            return message.events;
        }
    }
}

async fn record(rig: &Rig, seed: u64) -> String {
    let game = new_game(&finished_table(Finished::short(seed)));
    let table = game.game.table.to_string();
    rig.store.record(vec![game], 1_000 + seed).await.unwrap();
    table
}

#[tokio::test]
async fn another_service_reads_games_and_follows_the_results_as_everybody_does() {
    let rig = Rig::new();
    let first = record(&rig, 1).await;
    rig.start();
    let (url, credentials) = rig.serve_services().await;
    let channel = InternalChannel::remote(&[url], &credentials).unwrap();
    let mut service = ArchiveServiceClient::new(channel.clone());
    let from_beginning = StreamResultsRequest::default();
    let mut inside = service
        .stream_results(from_beginning.clone())
        .await
        .unwrap()
        .into_inner();
    let mut outside = rig.games().stream_results(from_beginning).await.unwrap().into_inner();
    assert_eq!(next(&mut inside).await, next(&mut outside).await);
    record(&rig, 2).await;
    assert_eq!(next(&mut inside).await, next(&mut outside).await);

    let request = GetGameRequest { table: first };
    let read = service.get_game(request.clone()).await.unwrap().into_inner();
    assert_eq!(read, rig.games().get_game(request).await.unwrap().into_inner());
    let operators = AdminServiceClient::new(channel)
        .get_feed(GetFeedRequest::default())
        .await;
    assert_eq!(
        operators.unwrap_err().code(),
        Code::Unimplemented,
        "what is an operator's is not a service's"
    );
}

#[tokio::test]
async fn whoever_is_no_service_of_the_platform_reads_nothing_there() {
    let rig = Rig::new();
    rig.start();
    let (url, _) = rig.serve_services().await;
    let asked = StreamResultsRequest::default();
    let mut stranger = ArchiveServiceClient::connect(url.clone()).await.unwrap();
    let refused = stranger.stream_results(asked.clone()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
    let another = ServiceCredentials::token(ServiceToken::random());
    let mut wrong = ArchiveServiceClient::new(InternalChannel::remote(&[url], &another).unwrap());
    let refused = wrong.stream_results(asked).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_INVALID"));
}
