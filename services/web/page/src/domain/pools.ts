import type { Variant } from '../gen/corners/game/v1/variant_pb';
import type { Pool } from '../gen/corners/matchmaking/v1/pool_pb';

/** What a player would like to play without naming terms: kept between visits. */
export interface QuickWish {
  readonly variant: string;
  /** Whether results are to change ratings, where they can. */
  readonly rated: boolean;
  /** Whether programs are welcome. */
  readonly bots: boolean;
}

/** Whether a game can be rated: in variants that have ratings, and for who is registered. */
export function canBeRated(variant: Variant | undefined, isGuest: boolean): boolean {
  return variant?.rated === true && !isGuest;
}

/** The variant that is shown: the wished one, or the first one where there is none of that name (any more). */
export function chosenVariant(variants: readonly Variant[], wished: string): Variant | undefined {
  return variants.find((variant) => variant.id === wished) ?? variants[0];
}

/** The pools for a wish, in the platform's order: one for each time control. */
export function poolsFor(pools: readonly Pool[], { variant, rated, bots }: QuickWish): readonly Pool[] {
  return pools.filter(
    ({ terms, bots: hasBots }) => terms?.variant === variant && terms.rated === rated && hasBots === bots,
  );
}

/** A wait as people say it: in seconds below a minute and a half, else in minutes. In milliseconds, at least a second. */
export function roundedWait(milliseconds: number): number {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return 1000 * (seconds < 90 ? seconds : 60 * Math.round(seconds / 60));
}
