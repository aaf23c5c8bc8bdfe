import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Game as ArchivedGame } from '../gen/corners/archive/v1/game_pb';
import type { Ending, PlayedMove, Seat, Table, TimeControl } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { type ClockReadings, clocksAt } from './replay';

/** A finished game, from the archive or, just after its end, from its table. */
export interface ReviewedGame {
  readonly table: string;
  readonly variant: string;
  readonly timeControl: TimeControl | undefined;
  readonly rated: boolean;
  readonly seats: readonly Seat[];
  readonly finished: Date | undefined;
  readonly startPosition: string;
  readonly moves: readonly PlayedMove[];
  readonly ending: Ending | undefined;
  /** What the clocks showed when it ended. */
  readonly clocksAtEnd: ClockReadings;
  /** Why an operator has annulled it; undefined where none has. */
  readonly annulled: string | undefined;
}

const DAY_MS = 86_400_000;

/** The game that the archive tells. */
export function fromArchive(game: ArchivedGame): ReviewedGame {
  const { table, variant, timeControl, rated, seats, startPosition, moves, ending } = game;
  return {
    ...{ table, variant, timeControl, rated, seats, startPosition, moves, ending },
    finished: game.finishTime && timestampDate(game.finishTime),
    clocksAtEnd: { white: maybeNumber(game.whiteMs), black: maybeNumber(game.blackMs) },
    annulled: game.annulment?.note,
  };
}

/** The game of a table that has ended, and is not in the archive yet. */
export function fromTable(table: Table): ReviewedGame {
  const { timeControl, rated, startPosition, moves, state } = table;
  return {
    ...{ table: table.id, variant: table.variant?.id ?? '', timeControl, rated, startPosition, moves },
    seats: state?.seats ?? [],
    ending: state?.ending,
    finished: table.finishTime && timestampDate(table.finishTime),
    clocksAtEnd: { white: maybeNumber(state?.clocks?.whiteMs), black: maybeNumber(state?.clocks?.blackMs) },
    annulled: undefined,
  };
}

/** What the clocks showed after so many plies. */
export function clocksOf(game: ReviewedGame, ply: number): ClockReadings {
  if (ply >= game.moves.length) return game.clocksAtEnd;
  const atStart = timeAtStart(game.timeControl);
  return clocksAt(game.moves, ply, { white: atStart, black: atStart });
}

function timeAtStart(control: TimeControl | undefined): number | undefined {
  switch (control?.kind.case) {
    case 'realTime': {
      const { reserve } = control.kind.value;
      return reserve && Number(reserve.seconds) * 1000 + reserve.nanos / 1e6;
    }
    case 'correspondence':
      return control.kind.value.daysPerMove * DAY_MS;
    default:
      return undefined;
  }
}

/** Who had a side's seat. */
export function seatIn(game: ReviewedGame, side: Side): Seat | undefined {
  return game.seats.find((seat) => seat.side === side);
}

/** The side that an account played; White for who did not, or played both. */
export function sideSeenBy(game: ReviewedGame, account: string | undefined): Side {
  const own = game.seats.filter((seat) => seat.account === account);
  return own.length === 1 && own[0]?.side === Side.BLACK ? Side.BLACK : Side.WHITE;
}

function maybeNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
