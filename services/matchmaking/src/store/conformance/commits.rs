//! Commits: all of it, or nothing.

use super::Tested;
use super::samples::{
    LONG_MS, POOL, account, commit, entering, entry, members, player, put, read, revision, tell, ticket, waiting,
    writing,
};
use crate::store::{
    Audience, Commit, Committed, Index, LARGEST_BODY, MOST_IN_COMMIT, MOST_READ, MatchmakingStore, Put, StoreError,
};

/// Everything that a commit can do, on top of what it is decided on.
fn doing_all(decided_on: Commit) -> Commit {
    Commit {
        puts: vec![put(player(9), "nine"), put(ticket(9), "nine")],
        entries: vec![
            entry(waiting(), &[9; 16], LONG_MS),
            entry(waiting(), &[1; 16], None),
            entry(Index::Lobby, &[9; 16], LONG_MS),
            entry(Index::Received(account(9)), &[9; 16], LONG_MS),
            entry(Index::Due, &player(9).to_bytes(), LONG_MS),
        ],
        tell: vec![
            tell(Audience::Account(account(9)), "nine"),
            tell(Audience::Lobby, "nine"),
        ],
        ..decided_on
    }
}

/// How much of [`doing_all`] is stored, of 8 things.
async fn done(store: &dyn MatchmakingStore) -> Result<usize, StoreError> {
    let [nine, its_ticket] = [player(9), ticket(9)].map(|key| read(store, key));
    let mut done = [
        nine.await?.is_some(),
        its_ticket.await?.is_some(),
        members(store, &waiting()).await? == [[9; 16]],
    ]
    .to_vec();
    for index in [Index::Lobby, Index::Received(account(9)), Index::Due] {
        done.push(!members(store, &index).await?.is_empty());
    }
    for audience in [Audience::Account(account(9)), Audience::Lobby] {
        done.push(store.news(audience, 1, 10).await?.head.is_some());
    }
    Ok(done.into_iter().filter(|is_done| *is_done).count())
}

pub(super) async fn of_a_commit_on_what_is_not_so_any_more_nothing_is_stored(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let preparing = Commit {
        puts: vec![put(player(1), "one")],
        entries: vec![entry(waiting(), &[1; 16], LONG_MS), entry(waiting(), &[2; 16], 0)],
        ..Commit::default()
    };
    assert_eq!(commit(one, preparing).await?, Committed::Stored);
    assert_eq!(done(other).await?, 0);
    let token = one.hold(POOL, 1, LONG_MS).await?.unwrap_or_default();
    let now = revision(other, player(1)).await?;

    let read = |read: &[_]| Commit {
        read: read.to_vec(),
        ..Commit::default()
    };
    let alive = |items: &[[u8; 16]]| Commit {
        alive: items.iter().map(|item| (POOL.to_owned(), *item)).collect(),
        ..Commit::default()
    };
    let fenced = |token: u64| Commit {
        fence: Some((POOL.to_owned(), token)),
        ..Commit::default()
    };
    let elsewhere = |name: &str| name.to_owned();
    let refused = [
        (read(&[(player(1), 0)]), Committed::Stale),
        (read(&[(player(1), now ^ 1)]), Committed::Stale),
        (read(&[(player(1), now), (player(2), now)]), Committed::Stale),
        (alive(&[[1; 16], [3; 16]]), Committed::NotWaiting),
        (alive(&[[2; 16], [1; 16]]), Committed::NotWaiting),
        (
            Commit {
                alive: vec![(elsewhere("another pool"), [1; 16])],
                ..Commit::default()
            },
            Committed::NotWaiting,
        ),
        (fenced(token + 1), Committed::Fenced),
        (fenced(0), Committed::Fenced),
        (
            Commit {
                fence: Some((elsewhere("another pool"), token)),
                ..Commit::default()
            },
            Committed::Fenced,
        ),
    ];
    for (decided_on, expected) in refused {
        let shown = format!("{decided_on:?}");
        assert_eq!(commit(one, doing_all(decided_on)).await?, expected, "{shown}");
        assert_eq!(done(other).await?, 0, "{shown}");
    }
    let right = Commit {
        read: vec![(player(1), now), (player(2), 0)],
        alive: vec![(POOL.to_owned(), [1; 16])],
        fence: Some((POOL.to_owned(), token)),
        ..Commit::default()
    };
    assert_eq!(commit(one, doing_all(right)).await?, Committed::Stored);
    assert_eq!(
        commit(one, entering(vec![entry(waiting(), &[2; 16], None)])).await?,
        Committed::Stored
    );
    assert_eq!(done(other).await?, 8);
    Ok(())
}

pub(super) async fn commits_are_stored_in_their_order_and_each_sees_those_before(
    tested: Tested,
) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    assert_eq!(one.commit(Vec::new()).await?, []);
    let commits = vec![
        writing(player(1), 0, "first"),
        writing(player(1), 0, "second"),
        entering(vec![entry(waiting(), &[1; 16], LONG_MS)]),
        Commit {
            alive: vec![(POOL.to_owned(), [1; 16])],
            ..entering(vec![entry(waiting(), &[1; 16], None)])
        },
        Commit {
            alive: vec![(POOL.to_owned(), [1; 16])],
            ..writing(player(2), 0, "lost")
        },
        writing(player(3), 0, "third"),
        Commit::default(),
    ];
    let expected = [
        Committed::Stored,
        Committed::Stale,
        Committed::Stored,
        Committed::Stored,
        Committed::NotWaiting,
        Committed::Stored,
        Committed::Stored,
    ];
    assert_eq!(one.commit(commits).await?, expected);
    let body = |record: Option<crate::store::Record>| record.map(|record| record.body);
    assert_eq!(body(read(other, player(1)).await?), Some(b"first".to_vec()));
    assert_eq!(body(read(other, player(3)).await?), Some(b"third".to_vec()));
    assert_eq!(read(other, player(2)).await?, None);

    let many = |from: u16| (0..1_000).map(move |number: u16| [number, from]);
    let commits = many(0).map(|[number, _]| {
        let before = number.checked_sub(1).map(|before| before.to_be_bytes().to_vec());
        let alive = before.iter().map(|before| {
            let mut item = [0; 16];
            item[..2].copy_from_slice(before);
            (POOL.to_owned(), item)
        });
        let mut item = [0; 16];
        item[..2].copy_from_slice(&number.to_be_bytes());
        Commit {
            alive: alive.collect(),
            ..entering(vec![entry(waiting(), &item, LONG_MS)])
        }
    });
    let answers = one.commit(commits.collect()).await?;
    assert_eq!(answers, [Committed::Stored; 1_000], "each after the one before");
    assert_eq!(members(other, &waiting()).await?.len(), 1_000);
    Ok(())
}

pub(super) async fn what_is_too_large_is_refused_with_all_that_comes_with_it(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let large = |size: usize| Commit {
        puts: vec![Put {
            body: vec![1; size],
            ..put(ticket(1), "")
        }],
        ..Commit::default()
    };
    let fine = writing(player(1), 0, "fine");
    assert!(one.commit(vec![fine.clone(), large(LARGEST_BODY + 1)]).await.is_err());
    assert_eq!(read(other, player(1)).await?, None);
    assert_eq!(
        one.commit(vec![fine, large(LARGEST_BODY)]).await?,
        [Committed::Stored; 2]
    );
    let stored = read(other, ticket(1)).await?.map(|record| record.body.len());
    assert_eq!(stored, Some(LARGEST_BODY));

    let widest = Commit {
        read: vec![(player(2), 0); MOST_IN_COMMIT],
        puts: vec![put(ticket(2), "t"); MOST_IN_COMMIT],
        entries: vec![entry(Index::Lobby, &[1; 16], LONG_MS); MOST_IN_COMMIT],
        tell: vec![tell(Audience::Lobby, "n"); MOST_IN_COMMIT],
        ..Commit::default()
    };
    assert_eq!(commit(one, widest).await?, Committed::Stored);
    assert_eq!(other.read(&vec![player(1); MOST_READ]).await?.records.len(), MOST_READ);
    assert!(other.read(&vec![player(1); MOST_READ + 1]).await.is_err());
    Ok(())
}
