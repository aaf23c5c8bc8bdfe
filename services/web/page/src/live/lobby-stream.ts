import { toBinary } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import { type WatchLobbyResponse, WatchLobbyResponseSchema } from '../gen/corners/matchmaking/v1/seek_pb';
import type { ToTab } from './messages';
import { LiveStream } from './stream';

/** The seeks of everybody, while a tab shows them. */
export class LobbyStream {
  readonly stream: LiveStream<WatchLobbyResponse>;
  private mark = '';
  private wanted = false;

  constructor(client: Client<typeof MatchmakingService>, say: (message: ToTab) => void, changed: () => void) {
    this.stream = new LiveStream({
      open: (signal, opened) =>
        client.watchLobby({ resumeAfter: this.mark }, { signal, timeoutMs: 0, onHeader: opened }),
      take: (message) => {
        if (message.mark !== '') this.mark = message.mark;
        say({ kind: 'lobby', message: toBinary(WatchLobbyResponseSchema, message) });
      },
      refused: (reason) => {
        if (reason === 'INVALID_CURSOR') this.mark = '';
        return 'again';
      },
      changed,
    });
  }

  /** Follows the lobby while it is wanted; for a tab that has `joined` from the beginning. */
  want(wanted: boolean, joined: boolean): void {
    if (!wanted) {
      if (this.wanted) this.stream.stop();
    } else if (joined || !this.wanted) {
      this.mark = '';
      this.stream.start();
    }
    this.wanted = wanted;
  }

  /** Begins anew, as another account. */
  restart(): void {
    if (this.wanted) this.want(true, true);
  }
}
