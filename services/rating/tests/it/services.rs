//! Ratings for the platform's own services.

use corners_proto::error::reason_of;
use corners_proto::rating::v1::admin_service_client::AdminServiceClient;
use corners_proto::rating::v1::rating_service_client::RatingServiceClient;
use corners_proto::rating::v1::{GetRatingStateRequest, GetRatingsRequest, GetRatingsResponse};
use corners_service::internal::{InternalChannel, ServiceCredentials, ServiceToken};
use corners_service::server::{Server, ServerConfig};
use tonic::Code;

use crate::rig::{Rig, account, table, won};

/// Serves other services on a free port; answers where, and the credentials of all services.
async fn serve(rig: &Rig) -> (String, ServiceCredentials) {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let listen = [("server.listen".to_owned(), "127.0.0.1:0".to_owned())];
    let settings: Settings = corners_service::config::load(corners_service::DEFAULTS, None, [], listen).unwrap();
    let credentials = ServiceCredentials::token(ServiceToken::random());
    let server = Server::internal(settings.server, credentials.clone(), rig.drain.clone())
        .add_service(rig.rating.server())
        .bind()
        .await
        .unwrap();
    let url = format!("http://{}", server.address());
    tokio::spawn(server.serve());
    (url, credentials)
}

fn asked() -> GetRatingsRequest {
    GetRatingsRequest {
        players: [30, 31, 32].map(|number| account(number).to_string()).into(),
        variant: "classic-3x3".to_owned(),
    }
}

/// Who has which rating in which variant, of how many games.
fn without_deviation(told: &GetRatingsResponse) -> Vec<(&str, &str, Option<f64>, u32)> {
    let players = told.players.iter();
    let ratings = players.flat_map(|player| player.ratings.iter().map(move |rating| (player, rating)));
    ratings
        .map(|(player, told)| {
            let rating = told.rating.as_ref().map(|rating| rating.rating);
            (&*player.player, &*told.variant, rating, told.games)
        })
        .collect()
}

#[tokio::test]
async fn another_service_reads_ratings_as_everybody_does() {
    let rig = Rig::start().await;
    rig.archive.finish(&won(1, 30, 31));
    rig.until(table(1)).await;
    let (url, credentials) = serve(&rig).await;
    let channel = InternalChannel::remote(&[url], &credentials).unwrap();
    let mut service = RatingServiceClient::new(channel.clone());
    let inside = service.get_ratings(asked()).await.unwrap().into_inner();
    let outside = rig.ratings().get_ratings(asked()).await.unwrap().into_inner();
    // The deviation grows from one call to the next.
    assert_eq!(without_deviation(&inside), without_deviation(&outside));
    assert_eq!(inside.players.len(), 3);
    let operators = AdminServiceClient::new(channel)
        .get_rating_state(GetRatingStateRequest::default())
        .await;
    assert_eq!(
        operators.unwrap_err().code(),
        Code::Unimplemented,
        "what is an operator's is not a service's"
    );
}

#[tokio::test]
async fn whoever_is_no_service_of_the_platform_reads_nothing_there() {
    let rig = Rig::start().await;
    let (url, _) = serve(&rig).await;
    let mut stranger = RatingServiceClient::connect(url.clone()).await.unwrap();
    let refused = stranger.get_ratings(asked()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
    let another = ServiceCredentials::token(ServiceToken::random());
    let mut wrong = RatingServiceClient::new(InternalChannel::remote(&[url], &another).unwrap());
    let refused = wrong.get_ratings(asked()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_INVALID"));
}
