//! Leases of tickets and of pools.

use super::Tested;
use super::samples::{LONG_MS, POOL, SHORT_MS, commit, entering, entry, members, player, waiting, writing};
use crate::store::{Commit, Committed, StoreError, Wait};

fn wait(number: u8) -> Wait {
    (POOL.to_owned(), [number; 16])
}

/// A commit that changes nothing, if this ticket waits.
fn if_alive(number: u8) -> Commit {
    Commit {
        alive: vec![wait(number)],
        ..Commit::default()
    }
}

pub(super) async fn a_ticket_waits_until_its_lease_has_ended(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let entries = vec![
        entry(waiting(), &[1; 16], SHORT_MS),
        entry(waiting(), &[2; 16], LONG_MS),
    ];
    assert_eq!(commit(one, entering(entries)).await?, Committed::Stored);
    tested
        .until(async || Ok(commit(other, if_alive(1)).await? == Committed::NotWaiting))
        .await?;
    assert_eq!(commit(other, if_alive(2)).await?, Committed::Stored);
    assert_eq!(
        members(other, &waiting()).await?,
        [[1; 16], [2; 16]],
        "until it is taken out"
    );
    let now_ms = other.read(&[]).await?.now_ms;
    let live = other.list(&waiting(), now_ms + 1, 10).await?.members;
    assert_eq!(live.len(), 1);
    Ok(())
}

pub(super) async fn leases_are_renewed_of_those_who_wait_only(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let entries = vec![
        entry(waiting(), &[1; 16], SHORT_MS),
        entry(waiting(), &[2; 16], 0),
        entry(waiting(), &[3; 16], LONG_MS),
    ];
    assert_eq!(commit(one, entering(entries)).await?, Committed::Stored);
    assert_eq!(
        commit(one, entering(vec![entry(waiting(), &[3; 16], None)])).await?,
        Committed::Stored
    );
    assert_eq!(other.renew(&[], LONG_MS).await?, Vec::<bool>::new());
    let elsewhere = ("another pool".to_owned(), [1; 16]);
    let asked = [wait(3), wait(1), elsewhere, wait(2), wait(1), wait(4)];
    let renewed = other.renew(&asked, LONG_MS).await?;
    assert_eq!(renewed, [false, true, false, true, true, false]);
    assert_eq!(members(one, &waiting()).await?, [[1; 16], [2; 16]]);
    for number in [1, 2] {
        assert_eq!(commit(one, if_alive(number)).await?, Committed::Stored);
    }
    let many: Vec<Wait> = (0..2_500)
        .map(|number| wait(if number % 2 == 0 { 1 } else { 3 }))
        .collect();
    let expected: Vec<bool> = (0..2_500).map(|number| number % 2 == 0).collect();
    assert_eq!(other.renew(&many, LONG_MS).await?, expected);
    assert_eq!(other.renew(&[wait(1)], 0).await?, [true]);
    assert_eq!(
        commit(one, if_alive(1)).await?,
        Committed::NotWaiting,
        "a lease can be cut short"
    );
    Ok(())
}

pub(super) async fn a_pool_has_one_holder_and_its_token_rises_with_every_other_one(
    tested: Tested,
) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let (first, second) = (u64::MAX, 1);
    let token = one.hold(POOL, first, LONG_MS).await?;
    assert!(token > Some(0));
    assert_eq!(other.hold(POOL, second, LONG_MS).await?, None);
    assert_eq!(one.hold(POOL, first, LONG_MS).await?, token, "it is renewed");
    assert!(other.hold("another pool", second, LONG_MS).await?.is_some());
    other.release(POOL, second).await?;
    assert_eq!(
        other.hold(POOL, second, LONG_MS).await?,
        None,
        "nobody gives back what it has not"
    );
    one.release("no pool", first).await?;

    one.release(POOL, first).await?;
    assert_eq!(one.hold(POOL, first, LONG_MS).await?, token, "nobody had it meanwhile");
    one.release(POOL, first).await?;
    let next = other.hold(POOL, second, SHORT_MS).await?;
    assert!(next > token);
    tested
        .until(async || Ok(one.hold(POOL, first, LONG_MS).await?.is_some()))
        .await?;
    let last = one.hold(POOL, first, LONG_MS).await?;
    assert!(last > next, "who comes back after another is another");
    assert_eq!(one.hold(POOL, first, 0).await?, last);
    let mut tokens = vec![last];
    for turn in 0..20_u64 {
        tokens.push(other.hold(POOL, turn + 10, 0).await?);
    }
    assert!(tokens.is_sorted_by(|before, after| before < after), "{tokens:?}");
    Ok(())
}

pub(super) async fn who_comes_after_a_holder_fences_it_off(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let fenced = |token: Option<u64>, number: u8| Commit {
        fence: token.map(|token| (POOL.to_owned(), token)),
        ..writing(player(number), 0, "paired")
    };
    let first = one.hold(POOL, 1, SHORT_MS).await?;
    assert_eq!(commit(one, fenced(first, 1)).await?, Committed::Stored);
    one.release(POOL, 1).await?;
    assert_eq!(
        commit(one, fenced(first, 2)).await?,
        Committed::Stored,
        "nobody has it since"
    );
    let second = other.hold(POOL, 2, LONG_MS).await?;
    assert_eq!(commit(one, fenced(first, 3)).await?, Committed::Fenced);
    assert_eq!(commit(other, fenced(second, 3)).await?, Committed::Stored);
    other.release(POOL, 2).await?;
    assert_eq!(commit(one, fenced(first, 4)).await?, Committed::Fenced);
    Ok(())
}
