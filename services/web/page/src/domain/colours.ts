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

/** The homes of both sides. */
export function homesOf(variant: Variant | undefined): Record<Colour, Square[]> {
  return { white: variant?.whiteHome ?? [], black: variant?.blackHome ?? [] };
}
