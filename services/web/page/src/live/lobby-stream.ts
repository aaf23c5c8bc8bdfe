import { toBinary } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import { type WatchLobbyResponse, WatchLobbyResponseSchema } from '../gen/corners/matchmaking/v1/seek_pb';
import { MarkedStream } from './marked-stream';
import type { ToTab } from './messages';
import type { LiveStream } from './stream';

/** The seeks of everybody, while a tab shows them. */
export class LobbyStream {
  private readonly marked: MarkedStream<WatchLobbyResponse>;
  private wanted = false;

  constructor(client: Client<typeof MatchmakingService>, say: (message: ToTab) => void, changed: () => void) {
    this.marked = new MarkedStream(
      (resumeAfter, options) => client.watchLobby({ resumeAfter }, options),
      (message) => say({ kind: 'lobby', message: toBinary(WatchLobbyResponseSchema, message) }),
      changed,
    );
  }

  get stream(): LiveStream<WatchLobbyResponse> {
    return this.marked.stream;
  }

  /** Follows the lobby while it is wanted; for a tab that has `joined` from the beginning. */
  want(wanted: boolean, joined: boolean): void {
    if (!wanted) {
      if (this.wanted) this.marked.stop();
    } else if (joined || !this.wanted) {
      this.marked.start();
    }
    this.wanted = wanted;
  }

  /** Begins anew, as another account. */
  restart(): void {
    if (this.wanted) this.want(true, true);
  }
}
