import { create, toBinary } from '@bufbuild/protobuf';
import { type Client, Code, type ConnectError } from '@connectrpc/connect';
import type { GameService } from '../gen/corners/game/v1/game_service_pb';
import type { Version } from '../gen/corners/game/v1/table_pb';
import {
  type Heartbeat,
  WatchedTableSchema,
  type WatchTablesResponse,
  WatchTablesResponseSchema,
} from '../gen/corners/game/v1/watch_pb';
import { fieldsOf, metadataOf } from '../rpc/reasons';
import type { ToTab } from './messages';
import { LiveStream } from './stream';

/** The most tables that one stream follows. */
const MOST_TABLES = 64;

/** The tables that tabs show, over one stream. Its set is fixed, so that it is opened anew when the set changes. */
export class TablesStream {
  readonly stream: LiveStream<WatchTablesResponse>;
  /** The tables, and the last version seen of each. */
  private seen = new Map<string, Version | undefined>();

  constructor(
    private readonly client: Client<typeof GameService>,
    private readonly say: (message: ToTab) => void,
    changed: () => void,
  ) {
    this.stream = new LiveStream({
      open: (signal, opened) => client.watchTables(this.request(), { signal, timeoutMs: 0, onHeader: opened }),
      take: (message) => this.take(message),
      refused: (reason, error) => this.refused(reason, error),
      changed,
    });
  }

  /** Follows these tables; of those that somebody has `joined`, a snapshot comes. */
  watch(tables: ReadonlySet<string>, joined: ReadonlySet<string>): void {
    const wanted = [...tables].slice(0, MOST_TABLES);
    const isAsBefore = joined.size === 0 && wanted.length === this.seen.size && wanted.every((id) => this.seen.has(id));
    if (isAsBefore) return;
    this.seen = new Map(wanted.map((table) => [table, joined.has(table) ? undefined : this.seen.get(table)]));
    this.open();
  }

  /** Begins anew, as another account: who may move is told to it alone. */
  restart(): void {
    this.watch(new Set(this.seen.keys()), new Set(this.seen.keys()));
  }

  private open(): void {
    if (this.seen.size > 0) this.stream.start();
    else this.stream.stop();
  }

  private request() {
    const tables = [...this.seen].map(([table, resumeAfter]) =>
      create(WatchedTableSchema, { table, ...(resumeAfter && { resumeAfter }) }),
    );
    return { tables };
  }

  private take({ message }: WatchTablesResponse): void {
    switch (message.case) {
      case 'snapshot':
        this.see(message.value.id, message.value.state?.version);
        break;
      case 'event':
        this.see(message.value.table, message.value.state?.version);
        break;
      case 'heartbeat':
        this.answer(message.value);
        break;
      case 'failure':
        return this.lose(message.value.table, message.value.reason);
    }
    this.say({ kind: 'tables', message: toBinary(WatchTablesResponseSchema, response(message)) });
  }

  private see(table: string, version: Version | undefined): void {
    if (this.seen.has(table)) this.seen.set(table, version);
  }

  /** The round trip is measured by the server, for time that a move is on its way to be given back. */
  private answer({ nonce, table }: Heartbeat): void {
    if (nonce === 0n) return;
    // An answer that is lost measures nothing; the next one does.
    this.client.answerHeartbeat({ nonce, table }).catch(() => undefined);
  }

  private refused(reason: string, error: ConnectError): 'again' | 'stop' {
    if (reason !== 'TABLE_NOT_LIVE' && error.code !== Code.InvalidArgument) return 'again';
    const asked = [...this.seen.keys()];
    const named = reason === 'TABLE_NOT_LIVE' ? [metadataOf(error).table] : placesOf(error).map((at) => asked[at]);
    const gone = named.filter((table) => table !== undefined);
    // Without a name none of them can be told from the others.
    for (const table of gone.length > 0 ? gone : asked) this.lose(table, 'TABLE_NOT_LIVE');
    return this.seen.size > 0 ? 'again' : 'stop';
  }

  private lose(table: string, reason: string): void {
    this.seen.delete(table);
    this.say({ kind: 'table-gone', table, reason });
  }
}

/** Which tables of the request are malformed: `tables[2].table`. */
function placesOf(error: ConnectError): number[] {
  const places = fieldsOf(error).map((field) => /^tables\[(\d+)\]/.exec(field)?.[1]);
  return places.filter((place) => place !== undefined).map(Number);
}

function response(message: WatchTablesResponse['message']): WatchTablesResponse {
  return create(WatchTablesResponseSchema, { message });
}
