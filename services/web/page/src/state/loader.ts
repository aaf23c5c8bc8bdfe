import { persist } from '../rpc/calls';
import { Store } from './store';

/** What becomes of something that is loaded. */
export type Loaded<T> = { kind: 'loading' } | { kind: 'ready'; value: T } | { kind: 'failed'; error: unknown };

/** Something that is loaded by a call that changes nothing, and loaded again when it may have changed. */
export class Loader<T> extends Store<Loaded<T>> {
  private loads = 0;

  constructor(private readonly ask: () => Promise<T>) {
    super({ kind: 'loading' });
  }

  /** Loads; what is there stays until the answer has come. The answer to the last load counts. */
  async load(): Promise<void> {
    this.loads += 1;
    const load = this.loads;
    if (this.value.kind === 'failed') this.set({ kind: 'loading' });
    try {
      const value = await persist(this.ask);
      if (load === this.loads) this.set({ kind: 'ready', value });
    } catch (error) {
      if (load === this.loads) this.set({ kind: 'failed', error });
    }
  }
}
