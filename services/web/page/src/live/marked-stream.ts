import type { CallOptions } from '@connectrpc/connect';
import { LiveStream } from './stream';

/** A stream whose messages have marks: it goes on behind the last one, or begins with what there is. */
export class MarkedStream<M extends { mark: string }> {
  readonly stream: LiveStream<M>;
  private mark = '';

  /**
   * @param open opens the stream behind a mark; the empty one begins with what there is
   * @param take takes a message
   * @param changed hears of another state of the stream
   */
  constructor(
    open: (resumeAfter: string, options: CallOptions) => AsyncIterable<M>,
    take: (message: M) => void,
    changed: () => void,
  ) {
    this.stream = new LiveStream({
      open: (signal, opened) => open(this.mark, { signal, timeoutMs: 0, onHeader: opened }),
      take: (message) => {
        if (message.mark !== '') this.mark = message.mark;
        take(message);
      },
      refused: (reason) => {
        if (reason === 'INVALID_CURSOR') this.mark = '';
        return 'again';
      },
      changed,
    });
  }

  /** Begins with what there is, as for a tab that has just come. */
  start(): void {
    this.mark = '';
    this.stream.start();
  }

  stop(): void {
    this.stream.stop();
  }
}
