import type { Game } from '../gen/corners/archive/v1/game_pb';
import { Result, type Seat } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { otherSide } from './game';

/** What a game was to one of its players. */
export type OwnResult = 'won' | 'lost' | 'drawn' | 'none' | 'alone';

/** A game as one of its players sees it. */
export interface GameOfPlayer {
  readonly side: Side;
  /** Who played the other side; undefined where nobody else did. */
  readonly opponent: Seat | undefined;
  readonly result: OwnResult;
}

/** What a game was to an account that has a seat in it. */
export function gameOfPlayer({ seats, ending }: Pick<Game, 'seats' | 'ending'>, account: string): GameOfPlayer {
  const own = seats.find((seat) => seat.account === account)?.side ?? Side.UNSPECIFIED;
  const isAlone = seats.length === 2 && seats.every((seat) => seat.account === account);
  if (isAlone) return { side: own, opponent: undefined, result: 'alone' };
  const opponent = seats.find((seat) => seat.side === otherSide(own));
  return { side: own, opponent, result: resultFor(own, ending?.result) };
}

/**
 * Whether a game that was to be rated is known to have changed nothing: played alone, without a result, annulled, or over before
 * `fewestPlies` moves (undefined where that is not known).
 */
export function isUncounted(game: Game, { result }: GameOfPlayer, fewestPlies: number | undefined): boolean {
  const isTooShort = fewestPlies !== undefined && game.plies < fewestPlies;
  return result === 'none' || result === 'alone' || game.annulment !== undefined || isTooShort;
}

/** What a result is to a side. */
export function resultFor(side: Side, result: Result | undefined): Exclude<OwnResult, 'alone'> {
  switch (result) {
    case Result.WHITE_WINS:
      return side === Side.WHITE ? 'won' : 'lost';
    case Result.BLACK_WINS:
      return side === Side.BLACK ? 'won' : 'lost';
    case Result.DRAW:
      return 'drawn';
    default:
      return 'none';
  }
}
