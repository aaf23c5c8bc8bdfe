import type { FromTab, Port, ToTab } from './messages';

/** How often the hub is asked for a sign of life; one that has given none by the next time is gone. */
const ASK_EVERY_MS = 5_000;

/** How many workers may be lost before the hub is run in the page itself. */
const MOST_LOST = 2;

/** The tab's line to the hub: to the one in the SharedWorker, or to one of its own where that cannot be had or does not live. */
export class Line {
  private port: Port<FromTab, ToTab> | undefined;
  private isAlive = true;
  private lost = 0;

  /**
   * @param hear takes what the hub says
   * @param introduce tells a hub that was just reached all that it has to know
   */
  constructor(
    private readonly hear: (message: ToTab) => void,
    private readonly introduce: () => void,
  ) {}

  /** Reaches a hub, and another one whenever it is gone. */
  async open(): Promise<void> {
    await this.dial();
    setInterval(() => this.check(), ASK_EVERY_MS);
  }

  say(message: FromTab): void {
    this.port?.postMessage(message);
  }

  private check(): void {
    if (!this.isAlive) {
      this.lose();
      return;
    }
    this.isAlive = false;
    this.say({ kind: 'ping' });
  }

  private lose(): void {
    this.lost += 1;
    void this.dial();
  }

  private async dial(): Promise<void> {
    this.isAlive = true;
    if (this.port) this.port.onmessage = null;
    const port = (this.lost < MOST_LOST && this.portToWorker()) || (await portToOwnHub());
    port.onmessage = ({ data }) => {
      this.isAlive = true;
      if (data.kind !== 'pong') this.hear(data);
    };
    this.port = port;
    this.introduce();
  }

  private portToWorker(): Port<FromTab, ToTab> | undefined {
    try {
      // Written in one piece, as the bundler looks for it.
      const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), {
        type: 'module',
        name: 'corners-live',
      });
      worker.onerror = () => {
        if (this.port === worker.port) this.lose();
      };
      return worker.port;
    } catch {
      return undefined;
    }
  }
}

async function portToOwnHub(): Promise<Port<FromTab, ToTab>> {
  const { Hub } = await import('./hub');
  const { port1, port2 } = new MessageChannel();
  new Hub().connect(port2);
  return port1;
}
