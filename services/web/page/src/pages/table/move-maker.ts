import { isPlaying } from '../../domain/game';
import type { Path } from '../../domain/path';
import { game as games } from '../../rpc/clients';
import { explainMove } from '../../rpc/failure';
import type { Seat } from '../../state/seat';
import { Store } from '../../state/store';
import type { TableStore } from '../../state/table';
import { t } from '../../texts';
import { CornersBoard } from '../../ui/board/board';
import { confirm } from '../../ui/confirm';
import { told } from '../../ui/told';

/** Why a move that the player wanted is not offered. */
export interface Refusal {
  readonly text: string;
  readonly squares: readonly string[];
}

/** Plays the moves that the player makes on the board, and explains those that are not offered. */
export class MoveMaker {
  /** Why the last wish was not offered; undefined once something else happens. */
  readonly refusal = new Store<Refusal | undefined>(undefined);
  /** When the turn was drawn, by the page's clock; undefined where that is not known, as after a reload. */
  private turnDrawn: number | undefined;

  constructor(
    private readonly store: TableStore,
    private readonly seat: Seat,
  ) {}

  /** The board has been given what is true now; `isNewTurn` where a turn began before the player's eyes. */
  drawn(isNewTurn: boolean): void {
    if (!isNewTurn) return;
    this.turnDrawn = performance.now();
    this.refusal.set(undefined);
  }

  readonly move = (event: CustomEvent<{ path: Path; returnsHome: boolean }>): void => {
    const thinkTime = this.turnDrawn === undefined ? undefined : performance.now() - this.turnDrawn;
    const board = event.target instanceof CornersBoard ? event.target : undefined;
    this.refusal.set(undefined);
    void told(this.play(event.detail, thinkTime, () => board?.release()));
  };

  readonly refused = (event: CustomEvent<{ from: string; to: string | undefined }>): void => {
    const { from, to } = event.detail;
    if (to === undefined) this.refusal.set({ text: t('table-piece-cannot-move', { square: from }), squares: [from] });
    else void told(this.explain(from, to));
  };

  private async play(
    { path, returnsHome }: { path: Path; returnsHome: boolean },
    thinkTime: number | undefined,
    notPlayed: () => void,
  ) {
    const turn = this.store.game?.state.turn?.number;
    if (returnsHome && !(await this.confirmReturn(turn))) return notPlayed();
    // The clock may have decided while the question was open.
    if (this.store.game?.state.turn?.number !== turn) return;
    await this.seat.play(path, { confirmReturnHome: returnsHome, thinkTime });
  }

  private async explain(from: string, to: string): Promise<void> {
    const game = this.store.game;
    if (!game || !isPlaying(game)) return;
    const { position } = game.state;
    const variant = game.table.variant?.id ?? '';
    const { verdict } = await games.explainMove({ variant, position, path: [from, to] });
    if (verdict.case !== 'illegal' || this.store.game?.state.position !== position) return;
    this.refusal.set({ text: explainMove(verdict.value.reason), squares: verdict.value.squares });
  }

  /** Asks as long as the game is on and the turn lasts. */
  private async confirmReturn(turn: number | undefined): Promise<boolean> {
    const over = new AbortController();
    const stop = this.store.subscribe(() => {
      const { game } = this.store;
      if (!game || !isPlaying(game) || game.state.turn?.number !== turn) over.abort();
    });
    const isSure = await confirm({
      title: t('table-return-title'),
      text: t('table-return-text'),
      yes: t('table-return-yes'),
      no: t('table-return-no'),
      danger: true,
      until: over.signal,
    });
    stop();
    return isSure;
  }
}
