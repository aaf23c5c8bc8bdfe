import type { PlayedMove } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';

/** What a listing needs to know of a move. */
export type ListedMove = Pick<PlayedMove, 'path' | 'side' | 'moveNumber' | 'remainingMs'>;

/** A move in a listing, and how many plies have been played with it. */
export interface ListedPly {
  readonly ply: number;
  readonly move: ListedMove;
}

/** A row of a listing. White's move is missing where the game began with Black's, Black's where White's is the last. */
export interface MovePair {
  readonly number: number;
  readonly white: ListedPly | undefined;
  readonly black: ListedPly | undefined;
}

/** Moves by their numbers: White's and Black's side by side. */
export function pairsOf(moves: readonly ListedMove[]): MovePair[] {
  const pairs: MovePair[] = [];
  moves.forEach((move, index) => {
    const listed = { ply: index + 1, move };
    const last = pairs[pairs.length - 1];
    if (move.side === Side.BLACK && last?.number === move.moveNumber)
      pairs[pairs.length - 1] = { ...last, black: listed };
    else if (move.side === Side.BLACK) pairs.push({ number: move.moveNumber, white: undefined, black: listed });
    else pairs.push({ number: move.moveNumber, white: listed, black: undefined });
  });
  return pairs;
}

/** The ply that a key leads to: sideways to the next, up and down to the next pair. */
export function plyAfterKey(key: string, ply: number, last: number): number | undefined {
  const within = (wished: number) => Math.min(Math.max(wished, 0), last);
  switch (key) {
    case 'ArrowLeft':
      return within(ply - 1);
    case 'ArrowRight':
      return within(ply + 1);
    case 'ArrowUp':
      return within(ply - 2);
    case 'ArrowDown':
      return within(ply + 2);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
