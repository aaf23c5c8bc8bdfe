import { afterEvent, fromSnapshot, type Game, isOld } from '../domain/game';
import { askForSnapshots, type TableNews, tableNews, watchTable } from '../live/link';
import { Store } from './store';

/** What is known of a table. */
export type TableView = { kind: 'loading' } | { kind: 'game'; game: Game } | { kind: 'gone'; reason: string };

/** A table that is followed. */
export class TableStore extends Store<TableView> {
  constructor(readonly table: string) {
    super({ kind: 'loading' });
  }

  /** Follows the table until the returned function is called. */
  open(): () => void {
    const stops = [
      tableNews.listen(({ table, news }) => {
        if (table === this.table) this.hear(news);
      }),
      watchTable(this.table),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  get game(): Game | undefined {
    return this.value.kind === 'game' ? this.value.game : undefined;
  }

  private hear(news: TableNews): void {
    switch (news.case) {
      case 'snapshot':
        return this.show(fromSnapshot(news.value));
      case 'event': {
        const game = this.game;
        // What another tab's snapshot has told already.
        if (game === undefined || isOld(game, news.value)) return;
        const next = afterEvent(game, news.value);
        if (next === undefined) askForSnapshots();
        else this.show(next);
        return;
      }
      case 'presence': {
        const game = this.game;
        if (game) this.show({ ...game, presence: news.value });
        return;
      }
      case 'gone':
        this.set({ kind: 'gone', reason: news.reason });
    }
  }

  private show(game: Game | undefined): void {
    if (game) this.set({ kind: 'game', game });
  }
}
