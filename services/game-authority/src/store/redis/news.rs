//! What other processes do, as they publish it.

use corners_redis::{Heard, Redis};
use futures::stream::{self, BoxStream, StreamExt};

use super::element::news_of;
use super::keys;
use super::keys::partitions;
use crate::store::News;

/// Listens to all partitions.
pub(super) fn hear(redis: &Redis) -> BoxStream<'static, News> {
    let subscription = redis.subscribe(partitions().map(keys::news));
    stream::unfold(subscription, async |mut subscription| {
        loop {
            let news = match subscription.next().await {
                Heard::Gap => Some(News::Gap),
                Heard::Message { payload, .. } => news_of(&payload),
            };
            if let Some(news) = news {
                return Some((news, subscription));
            }
        }
    })
    .boxed()
}
