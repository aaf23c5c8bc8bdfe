import { timestampMs } from '@bufbuild/protobuf/wkt';
import { ChangeCause, type RatingChange } from '../gen/corners/rating/v1/rating_pb';

/** A rating after one of its changes. */
export interface RatingPoint {
  /** The place of the change in the player's history of the variant, from 1. */
  readonly number: number;
  readonly table: string;
  /** When the game ended or was annulled, in milliseconds since 1970. */
  readonly time: number;
  /** The rating, rounded as players see it. */
  readonly rating: number;
  /** By how many points it rose; what was shown before and after differ by that. */
  readonly change: number;
  readonly opponent: string;
  /** 1, 0.5 or 0. */
  readonly score: number;
  readonly isAnnulment: boolean;
}

/** A history as it is drawn: the oldest change first. `changes` are as the server lists them, the last one first. */
export function historyOf(changes: readonly RatingChange[]): RatingPoint[] {
  return changes.map(pointOf).reverse();
}

function pointOf(change: RatingChange): RatingPoint {
  const rating = shownRating(change.after?.rating ?? 0);
  return {
    number: Number(change.number),
    table: change.table,
    time: change.time ? timestampMs(change.time) : 0,
    rating,
    change: rating - shownRating(change.before?.rating ?? 0),
    opponent: change.opponent,
    score: change.score,
    isAnnulment: change.cause === ChangeCause.ANNULMENT,
  };
}

/** A rating as players see it. */
export function shownRating(rating: number): number {
  // No negative zero.
  return Math.round(rating) || 0;
}
