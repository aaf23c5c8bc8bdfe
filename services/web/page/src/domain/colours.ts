import { Side, type Variant } from '../gen/corners/game/v1/variant_pb';
import type { Colour, Square } from './squares';

/** The colour of a side's pieces; undefined for no side. */
export function colourOf(side: Side | undefined): Colour | undefined {
  switch (side) {
    case Side.WHITE:
      return 'white';
    case Side.BLACK:
      return 'black';
    default:
      return undefined;
  }
}

type Homes = Record<Colour, readonly Square[]>;

const NO_HOMES: Homes = { white: [], black: [] };
const known = new WeakMap<Variant, Homes>();

/** The homes of both sides; the same object each time, so that nothing is drawn anew for them. */
export function homesOf(variant: Variant | undefined): Homes {
  if (variant === undefined) return NO_HOMES;
  const homes = known.get(variant) ?? { white: variant.whiteHome, black: variant.blackHome };
  known.set(variant, homes);
  return homes;
}
