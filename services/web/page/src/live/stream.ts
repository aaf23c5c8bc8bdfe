import { Code, ConnectError } from '@connectrpc/connect';
import { backOff, pause } from '../rpc/calls';
import { reasonOf } from '../rpc/reasons';

/** How long a stream may be silent. The platform gives a sign of life every 10 s. */
const SILENCE_MS = 14_000;

/** How long opening a stream may take. */
const OPENING_MS = 5_000;

/** A stream that was followed for so long was no failure: the next attempt does not wait. */
const STEADY_MS = 5_000;

const LONGEST_PAUSE_MS = 5_000;

/** Why a stream ended that gave no sign of life. */
const SILENCE = new ConnectError('the stream was silent for too long', Code.Unavailable);

/** Where a stream is. */
export type StreamState = 'off' | 'opening' | 'open' | 'broken';

/** A stream as its owner describes it. */
export interface StreamPlan<M> {
  /** Opens it, from where it was left. `opened` is called when the server has accepted it. */
  open(signal: AbortSignal, opened: () => void): AsyncIterable<M>;
  /** Takes a message. */
  take(message: M): void;
  /** What a refusal means: `again` to open it anew, `stop` to leave it. */
  refused(reason: string, error: ConnectError): 'again' | 'stop';
  /** Another state. */
  changed(): void;
}

/** A stream that is opened again whenever it ends, until it is stopped. */
export class LiveStream<M> {
  state: StreamState = 'off';
  private running: AbortController | undefined;
  private hurry: (() => void) | undefined;

  constructor(private readonly plan: StreamPlan<M>) {}

  /** Opens the stream; one that is open is opened anew. */
  start(): void {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    void this.run(running.signal);
  }

  stop(): void {
    this.running?.abort();
    this.running = undefined;
    this.become('off');
  }

  /** Tries at once what would have waited. */
  tryNow(): void {
    this.hurry?.();
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    this.become('opening');
    while (!signal.aborted) {
      const begun = performance.now();
      const error = await this.follow(signal);
      if (signal.aborted) return;
      if (this.state === 'open' && performance.now() - begun >= STEADY_MS) failures = 0;
      const reason = reasonOf(error);
      if (reason !== '' && this.plan.refused(reason, ConnectError.from(error)) === 'stop') return this.stop();
      failures += 1;
      // One attempt is free, as a server that drains ends its streams, and the next one answers. Silence is none of that.
      this.become(failures > 1 || error === SILENCE ? 'broken' : 'opening');
      await this.rest(backOff(failures, LONGEST_PAUSE_MS), signal);
    }
  }

  /** Follows the stream to its end, and answers why it ended. */
  private async follow(signal: AbortSignal): Promise<unknown> {
    const attempt = new AbortController();
    const giveUp = () => attempt.abort();
    signal.addEventListener('abort', giveUp, { once: true });
    let silence = setTimeout(giveUp, OPENING_MS);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      if (!signal.aborted) this.become('open');
    };
    try {
      for await (const message of this.plan.open(attempt.signal, heard)) {
        heard();
        if (signal.aborted) return undefined;
        this.plan.take(message);
      }
      return new ConnectError('the stream has ended', Code.Unavailable);
    } catch (error) {
      return attempt.signal.aborted ? SILENCE : error;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', giveUp);
      attempt.abort();
    }
  }

  private async rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    const early = new Promise<void>((resolve) => {
      this.hurry = resolve;
    });
    await Promise.race([pause(milliseconds, signal).catch(() => undefined), early]);
    this.hurry = undefined;
  }

  private become(state: StreamState): void {
    if (state === this.state) return;
    this.state = state;
    this.plan.changed();
  }
}
