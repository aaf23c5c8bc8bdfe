import type { TableSummary } from '../gen/corners/game/v1/game_service_pb';
import { Result, type Seat } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';

/** Whether somebody plays both sides. */
export function isPractice({ seats: [first, second] }: TableSummary): boolean {
  return first !== undefined && first.account === second?.account;
}

/** Whom an account plays with; undefined while the seat is free, and in practice. */
export function rivalOf({ seats }: TableSummary, account: string | undefined): Seat | undefined {
  return seats.find((seat) => seat.account !== account);
}

/** Whether it is an account's turn. */
export function isTurnOf({ seats, sideToMove }: TableSummary, account: string | undefined): boolean {
  return seats.some((seat) => seat.account === account && seat.side === sideToMove);
}

/** The games that are worth watching for an account: those of two players, and not its own. */
export function worthWatching(tables: readonly TableSummary[], account: string | undefined): readonly TableSummary[] {
  return tables.filter(
    (table) => table.seats.length === 2 && !isPractice(table) && table.seats.every((seat) => seat.account !== account),
  );
}

/** The games that go on, where it is the account's turn first; otherwise as they were. */
export function turnsFirst(tables: readonly TableSummary[], account: string | undefined): readonly TableSummary[] {
  const isTurn = (table: TableSummary) => isTurnOf(table, account);
  return [...tables.filter(isTurn), ...tables.filter((table) => !isTurn(table))];
}

/** What a finished game has come to for a player. */
export type Outcome = 'won' | 'lost' | 'draw' | 'none';

export function outcomeFor({ seats, ending }: TableSummary, account: string | undefined): Outcome {
  if (ending?.result === Result.DRAW) return 'draw';
  if (ending?.result !== Result.WHITE_WINS && ending?.result !== Result.BLACK_WINS) return 'none';
  const winner = ending.result === Result.WHITE_WINS ? Side.WHITE : Side.BLACK;
  return seats.some((seat) => seat.account === account && seat.side === winner) ? 'won' : 'lost';
}
