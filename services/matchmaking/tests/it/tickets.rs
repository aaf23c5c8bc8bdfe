//! Waiting in pools, as clients see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use corners_proto::error::{Reason, reason_of};
use corners_proto::game::v1::AccountKind as Kind;
use corners_proto::matchmaking::v1::find_match_response::Message as Found;
use corners_proto::matchmaking::v1::{FindMatchRequest, ListPoolsRequest, Origin};
use corners_proto::time::millis_of;
use corners_service::auth::AccountKind;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::rig::{CASUAL, Does, Finding, RATED, Rig, WITH_BOTS, account, is_refused, request_id, terms};

#[track_caller]
fn why(status: Status) -> String {
    is_refused::<()>(Err(status), Reason::TicketEnded, &["why"])
        .remove("why")
        .unwrap()
}

#[tokio::test]
async fn the_pools_are_told_in_their_order() {
    let rig = Rig::embedded().await;
    let mut client = rig.one.player(1);
    let ask = |variant: &str| ListPoolsRequest {
        variant: variant.to_owned(),
    };
    let pools = client
        .calls
        .list_pools(ask("classic-3x3"))
        .await
        .unwrap()
        .into_inner()
        .pools;
    assert_eq!(pools.len(), 4);
    assert_eq!(pools[0].terms, Some(terms(RATED)));
    is_refused(client.calls.list_pools(ask("chess")).await, Reason::UnknownVariant, &[]);
}

#[tokio::test]
async fn two_who_wait_meet_at_a_rated_table_with_their_ratings() {
    let rig = Rig::embedded().await;
    rig.people().is_rated(account(1), 1510.0);
    rig.people().is_rated(account(2), 1490.0);
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let word = one.waits().await;
    assert!(word.lowest_rating < 1510 && 1510 < word.highest_rating);
    let mut other = rig.one.player(2).find(RATED, 1).await.unwrap();
    let (game, rivals) = (one.game().await, other.game().await);
    assert_eq!(one.next().await.unwrap(), None);
    assert_eq!(game.table, rivals.table);
    assert_ne!(game.side(), rivals.side());
    assert_eq!((game.origin(), game.source), (Origin::Pool, word.ticket));
    let opponent = game.opponent.unwrap();
    assert_eq!(
        (opponent.account, opponent.kind),
        (account(2).to_string(), Kind::Player.into())
    );
    let made = rig.tables().made().remove(0);
    assert!(made.request.rated);
    for seat in made.request.seats {
        let expected = if seat.account == account(1).to_string() {
            1510.0
        } else {
            1490.0
        };
        assert_eq!(seat.rating.unwrap().rating, expected);
    }
}

#[tokio::test]
async fn a_casual_table_has_no_ratings_and_guests_may_sit_there() {
    let rig = Rig::embedded().await;
    let mut guest = rig.one.client(1, AccountKind::Guest);
    is_refused(guest.find(RATED, 1).await, Reason::GuestNotAllowed, &[]);
    let mut one = guest.find(CASUAL, 1).await.unwrap();
    let mut other = rig.one.player(2).find(CASUAL, 1).await.unwrap();
    assert_eq!(one.game().await.table, other.game().await.table);
    let made = rig.tables().made().remove(0);
    assert!(!made.request.rated);
    assert!(made.request.seats.iter().all(|seat| seat.rating.is_none()));
}

#[tokio::test]
async fn programs_wait_where_programs_are_and_are_shown_as_such() {
    let rig = Rig::embedded().await;
    let mut bot = rig.one.client(1, AccountKind::Bot);
    is_refused(bot.find(RATED, 1).await, Reason::BotsNotAllowed, &[]);
    let mut one = bot.find(WITH_BOTS, 1).await.unwrap();
    let mut other = rig.one.player(2).find(WITH_BOTS, 1).await.unwrap();
    assert_eq!(other.game().await.opponent.unwrap().kind(), Kind::Bot);
    one.game().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_at_once() {
    let rig = Rig::embedded().await;
    let mut client = rig.one.player(1);
    let wrong = FindMatchRequest {
        request_id: "7".to_owned(),
        most_below: Some(4_001),
        most_above: Some(4_001),
        ..FindMatchRequest::default()
    };
    let status = client.find_by(wrong).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let fields: Vec<_> = status.get_details_bad_request().unwrap().field_violations;
    let fields: Vec<_> = fields.into_iter().map(|violation| violation.field).collect();
    assert_eq!(fields, ["request_id", "most_below", "most_above", "terms"]);

    let asks = |variant: &str| FindMatchRequest {
        request_id: request_id(1),
        terms: Some(corners_proto::matchmaking::v1::Terms {
            variant: variant.to_owned(),
            ..terms(CASUAL)
        }),
        ..FindMatchRequest::default()
    };
    is_refused(client.find_by(asks("chess")).await, Reason::UnknownVariant, &[]);
    is_refused(client.find("classic-3x3/1d/casual", 1).await, Reason::NoSuchPool, &[]);
    rig.people().world().ratings_are_away = true;
    let status = client.find(RATED, 1).await.unwrap_err();
    assert_eq!(status.code(), Code::Unavailable);
    assert_eq!(reason_of(&status).as_deref(), Some(Reason::RatingsUnavailable.as_str()));
    // A casual game does without.
    client.find(CASUAL, 1).await.unwrap().waits().await;
}

#[tokio::test]
async fn a_request_id_stands_for_one_wait() {
    let rig = Rig::embedded().await;
    let mut client = rig.one.player(1);
    let mut first = client.find(RATED, 1).await.unwrap();
    let ticket = first.waits().await.ticket;
    let mut second = client.find(RATED, 1).await.unwrap();
    assert_eq!(second.waits().await.ticket, ticket);
    is_refused(client.find(CASUAL, 1).await, Reason::RequestIdReused, &[]);
    // Somebody else's is another one.
    assert_ne!(
        rig.one.player(2).find(CASUAL, 1).await.unwrap().waits().await.ticket,
        ticket
    );
}

#[tokio::test]
async fn a_player_waits_in_five_pools_at_most_and_once_in_each() {
    let rig = Rig::embedded().await;
    let mut client = rig.one.player(1);
    let mut waiting = Vec::new();
    for (number, pool) in [RATED, CASUAL, WITH_BOTS, "classic-3x3/60000+0/rated"]
        .into_iter()
        .enumerate()
    {
        let mut found = client.find(pool, number as u64).await.unwrap();
        found.waits().await;
        waiting.push(found);
    }
    assert_eq!(client.snapshot().await.tickets.len(), 4);
    let mut again = client.find(RATED, 9).await.unwrap();
    again.waits().await;
    assert_eq!(why(waiting[0].end().await), "REPLACED");
    assert_eq!(client.snapshot().await.tickets.len(), 4);
    let mut other = rig.one.player(2).find(CASUAL, 1).await.unwrap();
    other.game().await;
    waiting[1].game().await;
    // One game has started: everything else of the player's has ended.
    for found in [&mut waiting[2], &mut again] {
        assert_eq!(why(found.end().await), "GAME_STARTED");
    }
    assert!(client.snapshot().await.tickets.is_empty());
}

#[tokio::test]
async fn limits_of_the_player_hold_however_long_it_waits() {
    let rig = Rig::embedded().await;
    rig.people().is_rated(account(1), 1500.0);
    rig.people().is_rated(account(2), 1700.0);
    let narrow = FindMatchRequest {
        request_id: request_id(1),
        terms: Some(terms(RATED)),
        most_above: Some(100),
        ..FindMatchRequest::default()
    };
    let mut one = rig.one.player(1).find_by(narrow).await.unwrap();
    let mut other = rig.one.player(2).find(RATED, 1).await.unwrap();
    one.waits().await;
    other.waits().await;
    // Leases end by that as well: who holds a stream takes its ticket up again.
    rig.pass(Duration::from_secs(5));
    let word = one.waits().await;
    assert!(word.highest_rating <= 1600, "{word:?}");
    assert!(rig.tables().made().is_empty());
}

#[tokio::test]
async fn a_ticket_that_nobody_holds_expires_and_its_id_waits_anew() {
    let rig = Rig::embedded().await;
    let mut client = rig.one.player(1);
    let mut first = client.find(RATED, 1).await.unwrap();
    let since = millis_of(&first.waits().await.since.unwrap()).unwrap();
    drop(first);
    rig.pass(Duration::from_secs(16));
    let mut watching = client.watch("").await.unwrap();
    loop {
        if client.snapshot().await.tickets.is_empty() {
            break;
        }
        watching.told().await.unwrap();
    }
    let mut again = client.find(RATED, 1).await.unwrap();
    assert!(millis_of(&again.waits().await.since.unwrap()).unwrap() > since);
}

#[tokio::test]
async fn who_sits_at_too_many_tables_loses_the_ticket_and_the_other_goes_on_waiting() {
    let rig = Rig::embedded().await;
    let full = account(1).to_string();
    rig.tables().does(move |request| {
        if request.seats.iter().any(|seat| seat.account == full) {
            Does::TooMany(account(1))
        } else {
            Does::Makes
        }
    });
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let mut other = rig.one.player(2).find(RATED, 1).await.unwrap();
    assert_eq!(why(one.end().await), "TOO_MANY");
    let mut third = rig.one.player(3).find(RATED, 1).await.unwrap();
    assert_eq!(other.game().await.table, third.game().await.table);
    assert!(rig.tables().of(account(1)).is_empty());
}

#[tokio::test]
async fn a_table_without_answer_is_asked_for_again_and_made_once() {
    let rig = Rig::embedded().await;
    let mut left = 1;
    rig.tables().does(move |_| {
        left -= 1;
        if left >= 0 { Does::MakesAndIsSilent } else { Does::Makes }
    });
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let mut other = rig.other.player(2).find(RATED, 1).await.unwrap();
    let (game, rivals) = (one.game().await, other.game().await);
    assert_eq!(game.table, rivals.table);
    assert_eq!(rig.tables().made().len(), 1);
    assert!(!rig.tables().had_other_bodies());
}

#[tokio::test]
async fn while_there_is_no_room_for_tables_the_two_wait_for_theirs() {
    let rig = Rig::embedded().await;
    let mut left = 2;
    rig.tables().does(move |_| {
        left -= 1;
        match left {
            1 => Does::BacklogFull,
            0 => Does::Unavailable,
            _ => Does::Makes,
        }
    });
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let mut other = rig.other.player(2).find(RATED, 1).await.unwrap();
    rig.tables().until_asked(1).await;
    let mut seen_starting = false;
    let game = loop {
        match one.next().await.unwrap().unwrap() {
            Found::Waiting(word) => seen_starting |= word.starting,
            Found::Found(game) => break game,
            other @ Found::Ending(_) => panic!("{other:?}"),
        }
    };
    assert!(seen_starting);
    assert_eq!(game.table, other.game().await.table);
    assert!(rig.tables().asked() >= 3);
}

#[tokio::test]
async fn while_a_game_starts_nothing_else_can_be_begun() {
    let rig = Rig::embedded().await;
    rig.tables().does(|_| Does::IsUnderWay);
    let mut client = rig.one.player(1);
    let mut one = client.find(RATED, 1).await.unwrap();
    let mut other = rig.one.player(2).find(RATED, 1).await.unwrap();
    rig.tables().until_asked(1).await;
    let metadata = is_refused(client.find(CASUAL, 2).await, Reason::GameStarting, &["table"]);
    is_refused(client.seek(RATED, 3).await, Reason::GameStarting, &["table"]);
    is_refused(client.challenge(None, RATED, 4).await, Reason::GameStarting, &["table"]);
    rig.tables().arrive();
    let game = one.game().await;
    assert_eq!(
        (&game.table, &other.game().await.table),
        (&metadata["table"], &game.table)
    );
}

#[tokio::test]
async fn a_ticket_that_is_cancelled_while_its_game_starts_does_not_come_back_when_the_table_is_refused() {
    let rig = Rig::embedded().await;
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&is_cancelled);
    rig.tables().does(move |_| {
        if seen.load(Ordering::Acquire) {
            Does::TooMany(account(2))
        } else {
            Does::BacklogFull
        }
    });
    let mut player = rig.one.player(1);
    let mut one = player.find(RATED, 1).await.unwrap();
    let mut other = rig.other.player(2).find(RATED, 1).await.unwrap();
    rig.tables().until_asked(1).await;
    player.cancel(1).await.unwrap();
    is_cancelled.store(true, Ordering::Release);
    rig.pass(Duration::from_secs(2));
    is_refused::<()>(Err(other.end().await), Reason::TicketEnded, &["why"]);
    let metadata = is_refused::<()>(Err(one.end().await), Reason::TicketEnded, &["why"]);
    assert_eq!(metadata["why"], "CANCELLED");
}

#[tokio::test]
async fn a_table_that_comes_late_is_not_taken_for_refused() {
    let rig = Rig::embedded().await;
    let mut asked = 0;
    rig.tables().does(move |_| {
        asked += 1;
        if asked == 1 {
            Does::IsUnderWay
        } else {
            Does::TooMany(account(1))
        }
    });
    // Its replica dies with the call under way; the account sits at too many tables for a while.
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    one.waits().await;
    let mut other = rig.other.player(2).find(RATED, 1).await.unwrap();
    rig.tables().until_asked(1).await;
    rig.tables().until_asked(2).await;
    let mut third = rig.other.player(3).find(RATED, 1).await.unwrap();
    third.waits().await;
    rig.tables().until_asked(3).await;
    rig.tables().arrive();
    let game = one.game().await;
    assert_eq!(other.game().await.table, game.table);
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn a_refusal_while_another_replica_may_make_the_table_is_none() {
    let rig = Rig::embedded().await;
    let mut asked = 0;
    rig.tables().does(move |_| {
        asked += 1;
        match asked {
            1 => Does::IsSentAgain(account(1)),
            2 => Does::TooMany(account(1)),
            _ => Does::Unavailable,
        }
    });
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let mut other = rig.other.player(2).find(RATED, 1).await.unwrap();
    rig.tables().until_asked(3).await;
    rig.tables().arrive();
    assert_eq!(one.game().await.table, other.game().await.table);
    assert_eq!(rig.tables().made().len(), 1);
}

#[tokio::test]
async fn a_drain_sends_the_client_on_with_its_ticket() {
    let rig = Rig::embedded().await;
    let mut one = rig.one.player(1).find(RATED, 1).await.unwrap();
    let ticket = one.waits().await.ticket;
    rig.one.drain.start();
    let status = one.end().await;
    assert_eq!(
        (status.code(), reason_of(&status).as_deref()),
        (Code::Unavailable, Some("DRAINING"))
    );
    let mut again: Finding = rig.other.player(1).find(RATED, 1).await.unwrap();
    assert_eq!(again.waits().await.ticket, ticket);
}
