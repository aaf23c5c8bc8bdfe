//! Those who listen.

use super::Tested;
use super::samples::{LONG_MS, account, commit, entering, entry, player, put, tell, ticket, waiting, writing};
use crate::store::{Audience, Commit, Committed, Heard, Index, Listener, StoreError};

/// What is heard next that is no gap.
async fn next(listener: &mut dyn Listener) -> Heard {
    loop {
        match listener.next().await {
            Heard::Gap => {}
            heard => return heard,
        }
    }
}

pub(super) async fn who_listens_hears_what_is_stored_by_any_replica(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let mut listeners = [one.listen(), other.listen()];
    for listener in &mut listeners {
        assert_eq!(listener.next().await, Heard::Gap, "what was before is not heard");
    }
    let refused = Commit {
        tell: vec![tell(Audience::Lobby, "refused")],
        ..writing(player(1), 1, "refused")
    };
    let silent = Commit {
        puts: vec![put(ticket(1), "nobody waits for it")],
        entries: vec![entry(Index::Lobby, &[1; 16], 1), entry(waiting(), &[1; 16], None)],
        ..Commit::default()
    };
    let all = Commit {
        puts: vec![put(player(3), "three"), put(player(2), "two")],
        entries: vec![
            entry(waiting(), &[1; 16], LONG_MS),
            entry(waiting(), &[2; 16], LONG_MS),
            entry(Index::Waiting("another pool".to_owned()), &[3; 16], 0),
        ],
        tell: vec![
            tell(Audience::Account(account(4)), "four"),
            tell(Audience::Lobby, "lobby"),
            tell(Audience::Account(account(2)), "two"),
        ],
        ..Commit::default()
    };
    let answers = one.commit(vec![refused, silent, all]).await?;
    assert_eq!(answers, [Committed::Stale, Committed::Stored, Committed::Stored]);
    let last = entering(vec![entry(Index::Waiting("last".to_owned()), &[1; 16], 0)]);
    assert_eq!(commit(other, last).await?, Committed::Stored);

    let mut expected: Vec<Heard> = [2, 3, 4].map(|number| Heard::Account(account(number))).into();
    let pools = ["another pool", super::samples::POOL].map(|pool| Heard::Pool(pool.to_owned()));
    expected.push(Heard::Lobby);
    expected.extend(pools);
    expected.push(Heard::Pool("last".to_owned()));
    for listener in &mut listeners {
        let mut heard = Vec::new();
        for _ in &expected {
            heard.push(next(&mut **listener).await);
        }
        assert_eq!(heard, expected, "each once, and no more");
    }
    Ok(())
}
