/** What a tab says to the hub that holds the streams. Protobuf messages travel as bytes. */
export type FromTab =
  /** Asks for a sign of life. */
  | { kind: 'ping' }
  /** The tab is here; `tab` is also the name of a lock that it holds as long as it lives. */
  | { kind: 'hello'; tab: string }
  /** The token that was wanted, or the next one. */
  | { kind: 'token'; account: string; token: string }
  /** No token can be had for now. */
  | { kind: 'no-token' }
  /** The tables that the tab shows, instead of those before; a snapshot of each comes. */
  | { kind: 'watch'; tables: readonly string[] }
  /** Whether the tab shows the lobby. */
  | { kind: 'lobby'; wanted: boolean }
  /** Wait in a pool, for all tabs: a FindMatchRequest. */
  | { kind: 'find'; request: Uint8Array }
  /** Wait no longer. */
  | { kind: 'stop-finding' };

/** How the platform can be reached. */
export type Connection = 'online' | 'connecting' | 'offline';

/** What the hub says to tabs. */
export type ToTab =
  /** A sign of life. */
  | { kind: 'pong' }
  /** A token is wanted, other than the one that was refused. */
  | { kind: 'token-wanted'; refused?: string }
  | { kind: 'connection'; connection: Connection }
  /** A WatchTablesResponse. */
  | { kind: 'tables'; message: Uint8Array }
  /** A table that cannot be watched, and the reason. */
  | { kind: 'table-gone'; table: string; reason: string }
  /** A WatchAccountResponse. */
  | { kind: 'account'; message: Uint8Array }
  /** A WatchLobbyResponse. */
  | { kind: 'lobby'; message: Uint8Array }
  /** The wait in a pool: its FindMatchRequest, which tab began it, and the last FindMatchResponse. */
  | { kind: 'finding'; request: Uint8Array; by: string; message?: Uint8Array }
  /** Nobody waits any more; the reason where the platform ended it. */
  | { kind: 'not-finding'; reason?: string; why?: Record<string, string> };

/** One end of the line between a tab and the hub. */
export interface Port<Out, In> {
  postMessage(message: Out): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}
