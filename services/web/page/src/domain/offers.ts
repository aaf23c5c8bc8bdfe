import { TakebackPolicy } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { bothHaveMoved, type Game, isOver, isPlaying, otherSide } from './game';

/** What a player can do at a table besides moving. */
export interface Deeds {
  abort: boolean;
  resign: boolean;
  offerDraw: boolean;
  offerTakeback: boolean;
  answerDraw: boolean;
  answerTakeback: boolean;
  rematch: boolean;
}

/** What a player of `side` can do now. The server has the last word. */
export function deedsOf(game: Game, side: Side): Deeds {
  const { drawOffer, takebackOffer } = game.state;
  const isOn = isPlaying(game);
  const hasMoved = game.moves.some((move) => move.side === side);
  return {
    abort: isOn && !bothHaveMoved(game),
    resign: isOn && bothHaveMoved(game),
    offerDraw: isOn && hasMoved && drawOffer === Side.UNSPECIFIED,
    offerTakeback:
      isOn && hasMoved && game.table.takebacks !== TakebackPolicy.OFF && takebackOffer === Side.UNSPECIFIED,
    answerDraw: isOn && drawOffer === otherSide(side),
    answerTakeback: isOn && takebackOffer === otherSide(side),
    rematch: isOver(game) && game.moves.length > 0,
  };
}

/** From when on `side` may claim the game because the other player is gone, in game time; undefined while it cannot. */
export function claimableAt(game: Game, side: Side): number | undefined {
  const rival = game.presence?.seats.find((seat) => seat.side === otherSide(side));
  return isPlaying(game) && rival?.claimableAtMs !== undefined ? Number(rival.claimableAtMs) : undefined;
}

/** Until when `side` has to make its first move, in game time; undefined where it has, or nothing is awaited. */
export function firstMoveDue({ state: { clocks, sideToMove } }: Game, side: Side): number | undefined {
  const isAwaited = sideToMove === side && clocks?.running === Side.UNSPECIFIED;
  return isAwaited && clocks.dueMs !== undefined ? Number(clocks.dueMs) : undefined;
}
