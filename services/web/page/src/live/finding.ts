import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import {
  type FindMatchRequest,
  FindMatchRequestSchema,
  type FindMatchResponse,
  FindMatchResponseSchema,
} from '../gen/corners/matchmaking/v1/pool_pb';
import { newRequestId, persist } from '../rpc/calls';
import { metadataOf } from '../rpc/reasons';
import type { ToTab } from './messages';
import { LiveStream } from './stream';

/** Refusals after which the same wait goes on. */
const GOES_ON = new Set([
  'DRAINING',
  'TOKEN_EXPIRED',
  'TOKEN_REVOKED',
  'OVERLOADED',
  'RATE_LIMITED',
  'STORE_UNAVAILABLE',
]);

interface Wait {
  request: FindMatchRequest;
  by: string;
  last?: Uint8Array;
}

/** The account's wait in a pool. It ends when an opponent is found, when a tab says so, and with the last tab. */
export class Finding {
  readonly stream: LiveStream<FindMatchResponse>;
  private wait: Wait | undefined;

  constructor(
    private readonly client: Client<typeof MatchmakingService>,
    private readonly say: (message: ToTab) => void,
    changed: () => void,
  ) {
    this.stream = new LiveStream({
      open: (signal, opened) => this.open(signal, opened),
      take: (message) => this.take(message),
      refused: (reason, error) => {
        if (GOES_ON.has(reason)) return 'again';
        this.end({ kind: 'not-finding', reason, why: metadataOf(error) });
        return 'stop';
      },
      changed,
    });
  }

  /** Waits, instead of any wait before. */
  start(request: Uint8Array, by: string): void {
    this.stop();
    this.wait = { request: { ...fromBinary(FindMatchRequestSchema, request), requestId: newRequestId() }, by };
    this.tell(this.say);
    this.stream.start();
  }

  /** Waits no longer. */
  stop(): void {
    const wait = this.wait;
    if (wait === undefined) return;
    this.end({ kind: 'not-finding' });
    this.stream.stop();
    // The end of the stream says it too, if the server notices it.
    persist(() => this.client.cancelTicket({ requestId: wait.request.requestId })).catch(() => undefined);
  }

  /** Says how the wait stands. */
  tell(say: (message: ToTab) => void): void {
    if (this.wait === undefined) return;
    const { request, by, last } = this.wait;
    say({ kind: 'finding', request: toBinary(FindMatchRequestSchema, request), by, ...(last && { message: last }) });
  }

  private open(signal: AbortSignal, opened: () => void): AsyncIterable<FindMatchResponse> {
    return this.client.findMatch(this.wait?.request ?? {}, { signal, timeoutMs: 0, onHeader: opened });
  }

  private take(message: FindMatchResponse): void {
    if (this.wait === undefined || message.message.case === 'ending') return;
    this.wait.last = toBinary(FindMatchResponseSchema, message);
    this.tell(this.say);
    if (message.message.case !== 'found') return;
    this.end({ kind: 'not-finding' });
    this.stream.stop();
  }

  private end(message: ToTab): void {
    this.wait = undefined;
    this.say(message);
  }
}
