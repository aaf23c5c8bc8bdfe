import { durationFromMs } from '@bufbuild/protobuf/wkt';
import { destinationOf, originOf, type Path } from '../domain/path';
import type { Turn } from '../gen/corners/game/v1/table_pb';
import type { Side } from '../gen/corners/game/v1/variant_pb';
import { newRequestId, persist } from '../rpc/calls';
import { game } from '../rpc/clients';
import { Store } from './store';
import type { TableStore } from './table';

/** A move is sent again for about three quarters of a minute: longer than a restart of the platform takes. */
const MOVE_TRIES = 13;

/** A move that was sent and is not in the game yet. */
export interface PendingMove {
  readonly path: Path;
  readonly turn: number;
}

/** How a move is to be played. */
export interface Playing {
  /** Play it even if it returns home after the deadline, and so loses. */
  confirmReturnHome: boolean;
  /** How long the player thought, in milliseconds; undefined where it was not measured. */
  thinkTime: number | undefined;
}

/** What an account does for its seats at a table. Each call is made once at a time, and rejects when it is refused. */
export class Seat {
  /** The own move, to be shown before the server has said yes. */
  readonly pending = new Store<PendingMove | undefined>(undefined);
  /** The calls that are under way. */
  readonly underWay = new Store<ReadonlySet<string>>(new Set());

  constructor(private readonly store: TableStore) {}

  /** Follows the table until the returned function is called. */
  open(): () => void {
    const stop = this.store.subscribe(() => this.dropPending());
    const close = this.store.open();
    return () => {
      stop();
      close();
    };
  }

  /** Plays a move on the turn that is shown. A second one before the answer is not sent. */
  async play(path: Path, { confirmReturnHome, thinkTime }: Playing): Promise<void> {
    const turn = this.turn;
    if (turn === undefined || this.pending.value !== undefined) return;
    const move = { path, turn: turn.number };
    this.pending.set(move);
    const request = {
      table: this.store.table,
      requestId: newRequestId(),
      expectedTurn: turn,
      from: originOf(path),
      to: destinationOf(path),
      confirmReturnHome,
      ...(thinkTime !== undefined && { thinkTime: durationFromMs(Math.round(thinkTime)) }),
    };
    try {
      await persist(() => game.playMove(request), MOVE_TRIES);
    } catch (error) {
      if (this.pending.value === move) this.pending.set(undefined);
      throw error;
    }
  }

  resign(side: Side): Promise<void> {
    return this.once('resign', (requestId) => game.resign({ ...this.here(requestId), side }));
  }

  abort(): Promise<void> {
    return this.once('abort', (requestId) => game.abortTable(this.here(requestId)));
  }

  claim(side: Side): Promise<void> {
    return this.once('claim', (requestId) => game.claimGame({ ...this.here(requestId), side }));
  }

  offerDraw(side: Side): Promise<void> {
    return this.once('offer-draw', (requestId) => game.offerDraw({ ...this.now(requestId), side }));
  }

  acceptDraw(side: Side): Promise<void> {
    return this.once('draw', (requestId) => game.acceptDraw({ ...this.now(requestId), side }));
  }

  declineDraw(side: Side): Promise<void> {
    return this.once('draw', (requestId) => game.declineDraw({ ...this.now(requestId), side }));
  }

  /** Asks for the last move back; where takebacks are free, it is taken back at once. Without a side: the last ply. */
  offerTakeback(side?: Side): Promise<void> {
    return this.once('offer-takeback', (requestId) =>
      game.offerTakeback({ ...this.now(requestId), ...(side !== undefined && { side }) }),
    );
  }

  acceptTakeback(side: Side): Promise<void> {
    return this.once('takeback', (requestId) => game.acceptTakeback({ ...this.now(requestId), side }));
  }

  declineTakeback(side: Side): Promise<void> {
    return this.once('takeback', (requestId) => game.declineTakeback({ ...this.now(requestId), side }));
  }

  /** Takes the free seat. */
  join(): Promise<void> {
    return this.once('join', (requestId) => game.joinTable(this.here(requestId)));
  }

  private get turn(): Turn | undefined {
    return this.store.game?.state.turn;
  }

  private here(requestId: string) {
    return { table: this.store.table, requestId };
  }

  private now(requestId: string) {
    const expectedTurn = this.turn;
    return { ...this.here(requestId), ...(expectedTurn && { expectedTurn }) };
  }

  /** Makes a call, unless one of the name is under way: a double click acts once. */
  private async once(name: string, call: (requestId: string) => Promise<unknown>): Promise<void> {
    if (this.underWay.value.has(name)) return;
    this.underWay.update((names) => new Set([...names, name]));
    const requestId = newRequestId();
    try {
      await persist(() => call(requestId));
    } finally {
      this.underWay.update((names) => new Set([...names].filter((other) => other !== name)));
    }
  }

  private dropPending(): void {
    const pending = this.pending.value;
    if (pending !== undefined && (this.turn?.number ?? 0) !== pending.turn) this.pending.set(undefined);
  }
}
