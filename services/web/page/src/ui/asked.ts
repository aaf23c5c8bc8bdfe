import { explainOffer } from '../texts/waits';
import type { CornersElement } from './element';
import { toast } from './toast';

/** What the player has asked for and is not answered yet, by name: a button is closed meanwhile, and a double click asks once. */
export class Asked {
  private readonly names = new Set<string>();

  constructor(private readonly host: CornersElement) {}

  /** Whether the answer to something is still to come. */
  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Asks for something, once at a time, and tells the player when it is refused. */
  async ask(name: string, call: () => Promise<unknown>): Promise<void> {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.host.requestUpdate();
    try {
      await call();
    } catch (error) {
      toast(explainOffer(error), { kind: 'error' });
    } finally {
      this.names.delete(name);
      this.host.requestUpdate();
    }
  }
}
