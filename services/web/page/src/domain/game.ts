import type { TableEvent } from '../gen/corners/game/v1/event_pb';
import {
  type ClockCredit,
  type PlayedMove,
  type Presence,
  type Seat,
  type Table,
  type TableState,
  TableStatus,
} from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';

/** A table as it is followed: what was agreed, the moves that stand, and the state after the last event. */
export interface Game {
  readonly table: Table;
  readonly state: TableState;
  readonly moves: readonly PlayedMove[];
  readonly presence: Presence | undefined;
  /** What happened last; undefined after a snapshot. */
  readonly last: TableEvent['kind'] | undefined;
  /** Time that the last event gave a player. */
  readonly credit: ClockCredit | undefined;
}

/** The game that a snapshot shows. */
export function fromSnapshot(table: Table): Game | undefined {
  const { state, moves, presence } = table;
  return state && { table, state, moves, presence, last: undefined, credit: undefined };
}

/** The game after an event; undefined where the event does not follow, so that a snapshot is needed. */
export function afterEvent(game: Game, event: TableEvent): Game | undefined {
  const { state, kind } = event;
  if (state?.version?.number !== (game.state.version?.number ?? 0n) + 1n) return undefined;
  const moves = movesAfter(game.moves, kind);
  return moves && { ...game, state, moves, last: kind, credit: event.clockCredit };
}

function movesAfter(moves: readonly PlayedMove[], kind: TableEvent['kind']): readonly PlayedMove[] | undefined {
  switch (kind.case) {
    case 'movePlayed':
      return kind.value.move && [...moves, kind.value.move];
    case 'movesTakenBack':
      return moves.slice(0, moves.length - kind.value.plies);
    case 'tailLost':
      return undefined;
    default:
      return moves;
  }
}

/** Whether an event was seen already, as after a stream was resumed. */
export function isOld(game: Game, event: TableEvent): boolean {
  return (event.state?.version?.number ?? 0n) <= (game.state.version?.number ?? 0n);
}

/** The sides that an account plays: none for a spectator, both for who plays alone. */
export function sidesOf(game: Game, account: string | undefined): Side[] {
  return game.state.seats.filter((seat) => seat.account === account).map((seat) => seat.side);
}

/** Who has a side's seat. */
export function seatOf(game: Game, side: Side): Seat | undefined {
  return game.state.seats.find((seat) => seat.side === side);
}

export function isPlaying(game: Game): boolean {
  return game.state.status === TableStatus.PLAYING;
}

export function isOver(game: Game): boolean {
  return game.state.status === TableStatus.FINISHED;
}

/** Whether both sides have moved: from then on a game is resigned, not aborted. */
export function bothHaveMoved(game: Game): boolean {
  return [Side.WHITE, Side.BLACK].every((side) => game.moves.some((move) => move.side === side));
}

export function otherSide(side: Side): Side {
  return side === Side.WHITE ? Side.BLACK : Side.WHITE;
}
