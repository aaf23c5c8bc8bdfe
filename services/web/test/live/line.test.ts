import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line } from '../../page/src/live/line';
import type { FromTab, Port, ToTab } from '../../page/src/live/messages';

/** What is at the other end: a worker, or the hub in the page. */
class End {
  readonly heard: FromTab[] = [];
  answers = true;
  readonly port: Port<FromTab, ToTab> = {
    onmessage: null,
    postMessage: (message) => {
      this.heard.push(message);
      if (message.kind === 'ping' && this.answers) this.say({ kind: 'pong' });
    },
  };

  say(data: ToTab): void {
    this.port.onmessage?.({ data } as MessageEvent<ToTab>);
  }
}

let workers: (End & { onerror?: () => void })[];
let ownHubs: number;

vi.mock('../../page/src/live/hub', () => ({
  Hub: class {
    connect(port: MessagePort) {
      ownHubs += 1;
      port.onmessage = ({ data }) => data.kind === 'ping' && port.postMessage({ kind: 'pong' });
    }
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  ownHubs = 0;
  vi.stubGlobal(
    'SharedWorker',
    class extends End {
      constructor() {
        super();
        workers.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const heard: ToTab[] = [];
  let introductions = 0;
  const line = new Line(
    (message) => heard.push(message),
    () => {
      introductions += 1;
    },
  );
  await line.open();
  return { line, heard, introductions: () => introductions };
}

describe("a tab's line to the hub", () => {
  it('is one worker as long as it answers', async () => {
    const { line, heard, introductions } = await open();
    line.say({ kind: 'stop-finding' });
    workers[0]?.say({ kind: 'not-finding' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.heard[0]).toEqual({ kind: 'stop-finding' });
    expect(heard).toEqual([{ kind: 'not-finding' }]);
    expect(introductions()).toBe(1);
  });

  it('is another worker when the first is dead, and the page itself when that is, too', async () => {
    const { introductions } = await open();
    for (const worker of workers) worker.answers = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([workers.length, ownHubs, introductions()]).toEqual([2, 0, 2]);
    for (const worker of workers) worker.answers = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect([workers.length, ownHubs, introductions()]).toEqual([2, 1, 3]));
  });

  it('is another worker at once when one cannot be loaded', async () => {
    const { introductions } = await open();
    workers[0]?.onerror?.();
    await vi.waitFor(() => expect(introductions()).toBe(2));
    expect(workers).toHaveLength(2);
  });

  it('is the page itself where there are no such workers', async () => {
    vi.stubGlobal(
      'SharedWorker',
      class {
        constructor() {
          throw new Error('not here');
        }
      },
    );
    const { introductions } = await open();
    expect([ownHubs, introductions()]).toEqual([1, 1]);
  });
});
