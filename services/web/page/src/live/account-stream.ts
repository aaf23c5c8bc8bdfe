import { toBinary } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { type WatchAccountResponse, WatchAccountResponseSchema } from '../gen/corners/matchmaking/v1/account_pb';
import type { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import type { ToTab } from './messages';
import { LiveStream } from './stream';

/** What concerns the account: challenges, offers, games that start. */
export class AccountStream {
  readonly stream: LiveStream<WatchAccountResponse>;
  private mark = '';

  constructor(client: Client<typeof MatchmakingService>, say: (message: ToTab) => void, changed: () => void) {
    this.stream = new LiveStream({
      open: (signal, opened) =>
        client.watchAccount({ resumeAfter: this.mark }, { signal, timeoutMs: 0, onHeader: opened }),
      take: (message) => {
        if (message.mark !== '') this.mark = message.mark;
        say({ kind: 'account', message: toBinary(WatchAccountResponseSchema, message) });
      },
      refused: (reason) => {
        if (reason === 'INVALID_CURSOR') this.mark = '';
        return 'again';
      },
      changed,
    });
  }

  /** Begins with what there is, for a tab that has just come. */
  start(): void {
    this.mark = '';
    this.stream.start();
  }

  stop(): void {
    this.stream.stop();
  }
}
