import { destinationOf, originOf, type Path } from './path';
import type { Placement } from './placement';
import type { Colour, Square } from './squares';

/** A move that may be played. */
export interface OfferedMove {
  readonly path: Path;
  /** It is legal, and loses at once. */
  readonly returnsHome: boolean;
}

/** The moves that may be played: by where they start, then by where they end. */
export type Offer = ReadonlyMap<Square, ReadonlyMap<Square, OfferedMove>>;

/** What a move is chosen from. */
export interface Choice {
  readonly placement: Placement;
  readonly offer: Offer;
}

/** How far the choice of a move has come. After `played` nothing is chosen until other moves are offered. */
export type Pick =
  | { readonly state: 'idle' }
  | { readonly state: 'picked'; readonly from: Square }
  | { readonly state: 'played' };

/** A square that was chosen, and is not offered: for the piece on `from`, or that piece itself. */
export interface Refusal {
  readonly from: Square;
  readonly to?: Square;
}

/** What came of an input. */
export interface Answer {
  readonly pick: Pick;
  readonly played?: OfferedMove;
  readonly refused?: Refusal;
}

export const IDLE: Pick = { state: 'idle' };
const PLAYED: Pick = { state: 'played' };
const NO_TARGETS: ReadonlyMap<Square, OfferedMove> = new Map();

/** Moves in the order in which they are looked up. */
export function offerOf(moves: readonly OfferedMove[]): Offer {
  const offer = new Map<Square, Map<Square, OfferedMove>>();
  for (const move of moves) {
    const origin = originOf(move.path);
    const targets = offer.get(origin) ?? new Map<Square, OfferedMove>();
    offer.set(origin, targets.set(destinationOf(move.path), move));
  }
  return offer;
}

/** The moves of the picked piece, by where they end. */
export function targetsOf(pick: Pick, offer: Offer): ReadonlyMap<Square, OfferedMove> {
  return pick.state === 'picked' ? (offer.get(pick.from) ?? NO_TARGETS) : NO_TARGETS;
}

/** Whose moves are offered; nobody's where there are none. */
export function moverOf({ placement, offer }: Choice): Colour | undefined {
  const [origin] = offer.keys();
  return origin === undefined ? undefined : placement.pieces.get(origin);
}

/** A square is pressed: by a click, a tap or a key. */
export function press(pick: Pick, square: Square, choice: Choice): Answer {
  if (pick.state === 'played' || choice.offer.size === 0) return { pick };
  if (pick.state === 'picked') {
    if (pick.from === square) return { pick: IDLE };
    const move = targetsOf(pick, choice.offer).get(square);
    if (move) return { pick: PLAYED, played: move };
  }
  if (choice.offer.has(square)) return { pick: { state: 'picked', from: square } };
  if (choice.placement.pieces.get(square) === moverOf(choice)) return { pick: IDLE, refused: { from: square } };
  return pick.state === 'picked' ? { pick, refused: { from: pick.from, to: square } } : { pick };
}

/** The picked piece, dragged, is let go: over a square, or outside of the board. */
export function drop(pick: Pick, square: Square | undefined, { offer }: Choice): Answer {
  if (pick.state !== 'picked') return { pick };
  if (square === undefined || square === pick.from) return { pick: IDLE };
  const move = targetsOf(pick, offer).get(square);
  return move ? { pick: PLAYED, played: move } : { pick: IDLE, refused: { from: pick.from, to: square } };
}

/** The choice is given up. A move that was played is not taken back by this. */
export function cancel(pick: Pick): Pick {
  return pick.state === 'picked' ? IDLE : pick;
}

/** What remains of a choice when other moves are offered: a piece stays picked as long as it can move. */
export function offeredAnew(pick: Pick, offer: Offer): Pick {
  return pick.state === 'picked' && offer.has(pick.from) ? pick : IDLE;
}
