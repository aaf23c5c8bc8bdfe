import { Code, ConnectError } from '@connectrpc/connect';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveStream, type StreamPlan } from '../../page/src/live/stream';

/** A server that answers each opening by what the test has prepared. */
class Openings {
  readonly signals: AbortSignal[] = [];
  readonly taken: string[] = [];
  readonly states: string[] = [];
  private readonly prepared: ((signal: AbortSignal, opened: () => void) => AsyncIterable<string>)[] = [];
  readonly stream: LiveStream<string>;

  constructor(refused: StreamPlan<string>['refused'] = () => 'again') {
    this.stream = new LiveStream<string>({
      open: (signal, opened) => {
        this.signals.push(signal);
        return (this.prepared.shift() ?? silent)(signal, opened);
      },
      take: (message) => this.taken.push(message),
      refused,
      changed: () => this.states.push(this.stream.state),
    });
  }

  next(open: (signal: AbortSignal, opened: () => void) => AsyncIterable<string>): this {
    this.prepared.push(open);
    return this;
  }
}

async function* silent(signal: AbortSignal): AsyncIterable<string> {
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  yield 'never';
}

async function* says(messages: string[], error?: ConnectError): AsyncIterable<string> {
  yield* messages;
  if (error) throw error;
}

const lost = new ConnectError('connection lost', Code.Unavailable);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a live stream', () => {
  it('is opened again when it ends, and tells how it stands', async () => {
    const server = new Openings()
      .next(() => says(['a', 'b'], lost))
      .next(async function* (signal, opened) {
        opened();
        yield* silent(signal);
      });
    server.stream.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.taken).toEqual(['a', 'b']);
    expect(server.states).toEqual(['opening', 'open', 'opening', 'open']);
  });

  it('is broken when it cannot be opened twice in a row, and keeps trying', async () => {
    const server = new Openings().next(() => says([], lost)).next(() => says([], lost));
    server.next(() => says(['back'], lost));
    server.stream.start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.states.slice(0, 3)).toEqual(['opening', 'broken', 'open']);
    expect(server.taken).toEqual(['back']);
  });

  it('is given up and told broken after a silence, and opened again', async () => {
    const opensAndIsSilent = async function* (signal: AbortSignal, opened: () => void) {
      opened();
      yield* silent(signal);
    };
    const server = new Openings().next(opensAndIsSilent).next(() => says(['after the silence'], lost));
    server.stream.start();
    await vi.advanceTimersByTimeAsync(13_900);
    expect(server.signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.signals[0]?.aborted).toBe(true);
    expect(server.states.slice(0, 3)).toEqual(['opening', 'open', 'broken']);
    expect(server.taken).toEqual(['after the silence']);
  });

  it('is given up sooner where it is not even opened', async () => {
    const server = new Openings().next(silent).next(() => says(['at last'], lost));
    server.stream.start();
    await vi.advanceTimersByTimeAsync(5_500);
    expect(server.taken).toEqual(['at last']);
  });

  it('waits longer each time where it is opened and cut at once', async () => {
    const server = new Openings();
    for (let cut = 0; cut < 100; cut += 1) server.next(() => says(['hello'], lost));
    server.stream.start();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.signals.length).toBeLessThan(15);
  });

  it('takes nothing more once it was started anew', async () => {
    let late: (() => void) | undefined;
    const server = new Openings()
      .next(async function* () {
        await new Promise<void>((resolve) => {
          late = resolve;
        });
        yield 'old';
      })
      .next(() => says(['new'], lost));
    server.stream.start();
    server.stream.start();
    late?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(server.taken).toEqual(['new']);
  });

  it('tries at once when it is hurried', async () => {
    const server = new Openings();
    for (let tries = 0; tries < 6; tries += 1) server.next(() => says([], lost));
    server.next(() => says(['back'], lost));
    server.stream.start();
    await vi.advanceTimersByTimeAsync(0);
    for (let tries = 0; tries < 6; tries += 1) {
      server.stream.tryNow();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(server.taken).toEqual(['back']);
  });

  it('is silent after it was stopped', async () => {
    const server = new Openings().next(silent);
    server.stream.start();
    server.stream.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.signals).toHaveLength(1);
    expect(server.signals[0]?.aborted).toBe(true);
    expect(server.stream.state).toBe('off');
  });
});
