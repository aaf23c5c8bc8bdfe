//! News.

use super::Tested;
use super::samples::{account, commit, player, tell, telling, writing};
use crate::store::{Audience, Commit, Committed, MOST_NEWS, Mark, NewsPage, StoreError, Told};

fn numbers(told: &[Told]) -> Vec<u64> {
    told.iter().map(|told| told.mark.number).collect()
}

fn bodies(told: &[Told]) -> Vec<&str> {
    told.iter()
        .map(|told| std::str::from_utf8(&told.body).unwrap_or("no text"))
        .collect()
}

pub(super) async fn news_has_numbers_without_gaps_and_the_last_are_kept(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let (mine, yours) = (Audience::Account(account(1)), Audience::Account(account(2)));
    let nothing = NewsPage {
        head: None,
        told: Vec::new(),
    };
    assert_eq!(other.news(mine, 1, 10).await?, nothing);
    let commits = vec![
        telling(vec![tell(mine, "a"), tell(Audience::Lobby, "x"), tell(mine, "")]),
        telling(vec![tell(mine, "c")]),
    ];
    assert_eq!(one.commit(commits).await?, [Committed::Stored; 2]);
    let page = other.news(mine, 1, 10).await?;
    assert_eq!(numbers(&page.told), [1, 2, 3]);
    assert_eq!(bodies(&page.told), ["a", "", "c"]);
    assert_eq!(page.head, page.told.last().map(|told| told.mark));
    assert_eq!(bodies(&other.news(Audience::Lobby, 0, 10).await?.told), ["x"]);
    assert_eq!(other.news(yours, 1, 10).await?, nothing);
    let ids: std::collections::BTreeSet<u64> = page.told.iter().map(|told| told.mark.id).collect();
    assert_eq!(ids.len(), 3, "each has another one");

    assert_eq!(one.news(mine, 2, 1).await?.told, page.told[1..2]);
    assert_eq!(one.news(mine, 2, 0).await?.told, []);
    for beyond in [4, 400, u64::MAX] {
        let empty = NewsPage {
            told: Vec::new(),
            ..page.clone()
        };
        assert_eq!(one.news(mine, beyond, 10).await?, empty, "from {beyond}");
    }

    let flood = (0..MOST_NEWS).map(|number| tell(mine, &number.to_string()));
    assert_eq!(commit(one, telling(flood.collect())).await?, Committed::Stored);
    let page = other.news(mine, 1, usize::MAX).await?;
    let (first, last) = (4, 3 + MOST_NEWS as u64);
    assert_eq!(
        numbers(&page.told),
        (first..=last).collect::<Vec<_>>(),
        "the last are kept"
    );
    assert_eq!(bodies(&page.told)[..2], ["0", "1"]);
    assert_eq!(page.head.map(|Mark { number, .. }| number), Some(last));
    assert_eq!(numbers(&other.news(mine, 3, 2).await?.told), [4, 5]);
    assert_eq!(numbers(&other.news(mine, last, 2).await?.told), [last]);
    Ok(())
}

pub(super) async fn news_of_a_refused_commit_is_not_told(tested: Tested) -> Result<(), StoreError> {
    let (one, other) = (&*tested.one, &*tested.other);
    let mine = Audience::Account(account(1));
    let told = |body: &str, revision| Commit {
        tell: vec![tell(mine, body)],
        ..writing(player(1), revision, body)
    };
    let answers = one.commit(vec![told("a", 0), told("b", 0), told("c", 7)]).await?;
    assert_eq!(answers, [Committed::Stored, Committed::Stale, Committed::Stale]);
    assert_eq!(commit(other, telling(vec![tell(mine, "d")])).await?, Committed::Stored);
    let page = other.news(mine, 1, 10).await?;
    assert_eq!((numbers(&page.told), bodies(&page.told)), (vec![1, 2], vec!["a", "d"]));
    Ok(())
}
