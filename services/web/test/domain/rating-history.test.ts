import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { historyOf, shownRating } from '../../page/src/domain/rating-history';
import { ChangeCause, RatingChangeSchema } from '../../page/src/gen/corners/rating/v1/rating_pb';

const change = (number: bigint, before: number, after: number, cause = ChangeCause.GAME) =>
  create(RatingChangeSchema, {
    number,
    cause,
    before: { rating: before },
    after: { rating: after },
    time: timestampFromMs(Number(number) * 1000),
    score: after > before ? 1 : 0,
  });

describe('the history of a rating', () => {
  it('begins with the oldest change, which the server tells last', () => {
    const points = historyOf([change(2n, 1510.4, 1490.2), change(1n, 1500, 1510.4)]);
    expect(points.map(({ number, time, rating }) => [number, time, rating])).toEqual([
      [1, 1000, 1510],
      [2, 2000, 1490],
    ]);
  });

  it('tells changes that fit the ratings which are shown', () => {
    // 0.8 points, but the number that is shown rises by one.
    const [point] = historyOf([change(1n, 1500.2, 1500.9)]);
    expect(point).toMatchObject({ rating: 1501, change: 1 });
  });

  it('tells games that were annulled', () => {
    const [point] = historyOf([change(1n, 1520, 1500, ChangeCause.ANNULMENT)]);
    expect(point?.isAnnulment).toBe(true);
  });

  it('shows no negative zero', () => {
    expect(Object.is(shownRating(-0.3), 0)).toBe(true);
  });
});
