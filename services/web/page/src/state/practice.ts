import { create } from '@bufbuild/protobuf';
import { CreatorSeats, type TableSummary } from '../gen/corners/game/v1/game_service_pb';
import { TableStatus, TakebackPolicy, TimeControlSchema } from '../gen/corners/game/v1/table_pb';
import { newRequestId, persist } from '../rpc/calls';
import { game } from '../rpc/clients';
import { reasonOf } from '../rpc/failure';
import { kept } from '../rpc/kept';
import { Store } from './store';

/** What is to be practised. */
export interface Practice {
  readonly variant: string;
  /** The text of the position to start from; empty for the variant's start. */
  readonly position: string;
}

/** What was chosen last in the practice room, as long as the page is open. */
export const chosen = new Store<Practice>({ variant: 'classic-3x3', position: '' });

/** How many tables are asked for, to find those that are the player's alone. */
const ASKED = 50;

/** Makes a table for both sides, without a clock; answers its id. */
export async function beginPractice({ variant, position }: Practice): Promise<string> {
  const request = {
    requestId: newRequestId(),
    variant,
    startPosition: position,
    timeControl: create(TimeControlSchema, { kind: { case: 'untimed', value: {} } }),
    seats: CreatorSeats.BOTH,
    takebacks: TakebackPolicy.FREE,
  };
  const { table } = await persist(() => game.createTable(request));
  return table?.id ?? '';
}

/** The tables that the player practises at and has not finished, the newest first. */
export async function openPractices(): Promise<TableSummary[]> {
  const { tables } = await game.listMyTables({ pageSize: ASKED, status: TableStatus.PLAYING });
  const own = kept.value?.account;
  return tables.filter(({ seats }) => seats.length === 2 && seats.every((seat) => seat.account === own));
}

/** Ends a practice that is not gone on with: without a result, or, where both sides have moved, the side to move resigns. */
export async function endPractice({ id: table, sideToMove: side }: TableSummary): Promise<void> {
  const abort = { table, requestId: newRequestId() };
  const resign = { table, requestId: newRequestId(), side };
  try {
    await persist(() => game.abortTable(abort));
  } catch (error) {
    if (reasonOf(error) !== 'TOO_LATE_TO_ABORT') throw error;
    await persist(() => game.resign(resign));
  }
}
