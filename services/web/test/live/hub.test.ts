import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameService } from '../../page/src/gen/corners/game/v1/game_service_pb';
import {
  type WatchTablesRequest,
  type WatchTablesResponse,
  WatchTablesResponseSchema,
} from '../../page/src/gen/corners/game/v1/watch_pb';
import { MatchmakingService } from '../../page/src/gen/corners/matchmaking/v1/matchmaking_service_pb';
import { FindMatchRequestSchema, FindMatchResponseSchema } from '../../page/src/gen/corners/matchmaking/v1/pool_pb';
import { BadRequestSchema, ErrorInfoSchema } from '../../page/src/gen/google/rpc/error_details_pb';
import { Hub } from '../../page/src/live/hub';
import type { FromTab, Port, ToTab } from '../../page/src/live/messages';

/** A tab as the hub sees it; `close` lets go of its lock. */
class Tab {
  readonly heard: ToTab[] = [];
  readonly port: Port<ToTab, FromTab>;

  constructor(
    hub: Hub,
    readonly name: string,
    private readonly locks: Map<string, () => void>,
  ) {
    this.port = { postMessage: (message) => this.heard.push(message), onmessage: null };
    hub.connect(this.port);
    this.say({ kind: 'hello', tab: name });
    this.say({ kind: 'token', account: 'ann', token: 'token' });
  }

  say(message: FromTab): void {
    this.port.onmessage?.({ data: message } as MessageEvent<FromTab>);
  }

  close(): void {
    this.locks.get(this.name)?.();
  }

  of<K extends ToTab['kind']>(kind: K): Extract<ToTab, { kind: K }>[] {
    return this.heard.filter((message) => message.kind === kind) as Extract<ToTab, { kind: K }>[];
  }

  tables(): string[] {
    return this.of('tables').map(({ message }) => {
      const { message: news } = fromBinary(WatchTablesResponseSchema, message);
      return `${news.case} ${news.case === 'event' || news.case === 'snapshot' ? news.value.state?.version?.number : ''}`;
    });
  }
}

const locks = new Map<string, () => void>();
const watches: WatchTablesRequest[] = [];
const accountWatches: string[] = [];
const cancelled: string[] = [];
let answered: bigint[];
let tableMessages: (request: WatchTablesRequest) => WatchTablesResponse[];
let findFails: ConnectError | undefined;

const snapshot = (id: string, number: number) =>
  create(WatchTablesResponseSchema, {
    message: { case: 'snapshot', value: { id, state: { version: { number: BigInt(number), eventId: `e${number}` } } } },
  });
const event = (table: string, number: number) =>
  create(WatchTablesResponseSchema, {
    message: { case: 'event', value: { table, state: { version: { number: BigInt(number), eventId: `e${number}` } } } },
  });

const notLive = (table: string) => {
  const error = new ConnectError('gone', Code.NotFound);
  error.details.push({
    desc: ErrorInfoSchema,
    value: { reason: 'TABLE_NOT_LIVE', domain: 'corners', metadata: { table } },
  });
  return error;
};

const malformed = (field: string) => {
  const error = new ConnectError('malformed', Code.InvalidArgument);
  error.details.push({ desc: ErrorInfoSchema, value: { reason: 'INVALID_ARGUMENT', domain: 'corners' } });
  error.details.push({ desc: BadRequestSchema, value: { fieldViolations: [{ field }] } });
  return error;
};

const untilAborted = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const platform = () =>
  createRouterTransport(({ service }) => {
    service(GameService, {
      async *watchTables(request, { signal }) {
        watches.push(request);
        yield* tableMessages(request);
        await untilAborted(signal);
      },
      answerHeartbeat({ nonce }) {
        answered.push(nonce);
        return {};
      },
    });
    service(MatchmakingService, {
      async *watchAccount(request, { signal }) {
        accountWatches.push(request.resumeAfter);
        yield { mark: `m${accountWatches.length}`, message: { case: 'snapshot', value: {} } };
        await untilAborted(signal);
      },
      async *findMatch(request, { signal }) {
        yield { message: { case: 'waiting', value: { ticket: request.requestId } } };
        if (findFails) throw findFails;
        await untilAborted(signal);
      },
      cancelTicket({ requestId }) {
        cancelled.push(requestId);
        return {};
      },
    });
  });

beforeEach(() => {
  vi.stubGlobal('self', { addEventListener: () => undefined, location: { origin: 'http://corners.test' } });
  vi.stubGlobal('navigator', {
    locks: { request: (name: string, work: () => void) => locks.set(name, work) },
  });
  locks.clear();
  watches.length = 0;
  accountWatches.length = 0;
  cancelled.length = 0;
  answered = [];
  tableMessages = ({ tables }) => tables.map(({ table }) => snapshot(table, 1));
  findFails = undefined;
});
afterEach(() => vi.unstubAllGlobals());

const begin = () => new Hub(platform);
const open = (hub: Hub, name: string) => new Tab(hub, name, locks);
const watchedIn = (request: WatchTablesRequest | undefined) =>
  request?.tables.map(({ table, resumeAfter }) => `${table}@${resumeAfter?.number ?? 'new'}`);

describe('the hub', () => {
  it('holds one stream for the tables of all tabs, and resumes those that nobody has joined', async () => {
    const hub = begin();
    const first = open(hub, 'first');
    first.say({ kind: 'watch', tables: ['a'] });
    await vi.waitFor(() => expect(first.tables()).toEqual(['snapshot 1']));
    const second = open(hub, 'second');
    tableMessages = () => [event('a', 2), snapshot('b', 7)];
    second.say({ kind: 'watch', tables: ['b'] });
    await vi.waitFor(() => expect(second.tables()).toEqual(['event 2', 'snapshot 7']));
    expect(watchedIn(watches[1])).toEqual(['a@1', 'b@new']);
    second.close();
    await vi.waitFor(() => expect(watchedIn(watches[2])).toEqual(['a@2']));
  });

  it('leaves a table alone that is gone, and goes on with the others', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    tableMessages = ({ tables }) => {
      if (tables.some(({ table }) => table === 'gone')) throw notLive('gone');
      return tables.map(({ table }) => snapshot(table, 3));
    };
    tab.say({ kind: 'watch', tables: ['a', 'gone'] });
    await vi.waitFor(() => expect(tab.tables()).toEqual(['snapshot 3']));
    expect(tab.of('table-gone')).toEqual([{ kind: 'table-gone', table: 'gone', reason: 'TABLE_NOT_LIVE' }]);
  });

  it('leaves a table alone that can be none, whoever has followed a link to it', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    tableMessages = ({ tables }) => {
      const place = tables.findIndex(({ table }) => table === 'abc');
      if (place >= 0) throw malformed(`tables[${place}].table`);
      return tables.map(({ table }) => snapshot(table, 3));
    };
    tab.say({ kind: 'watch', tables: ['a', 'abc', 'b'] });
    await vi.waitFor(() => expect(tab.tables()).toEqual(['snapshot 3', 'snapshot 3']));
    expect(tab.of('table-gone')).toEqual([{ kind: 'table-gone', table: 'abc', reason: 'TABLE_NOT_LIVE' }]);
    expect(tab.of('connection').some(({ connection }) => connection === 'offline')).toBe(false);
  });

  it('gives a sign of life, and takes a tab that comes again for one', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    tab.say({ kind: 'ping' });
    expect(tab.of('pong')).toHaveLength(1);
    const again = open(hub, 'tab');
    again.say({ kind: 'watch', tables: ['a'] });
    await vi.waitFor(() => expect(again.tables()).toEqual(['snapshot 1']));
    expect(tab.tables()).toEqual([]);
  });

  it('answers heartbeats that measure the round trip', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    const heartbeat = { case: 'heartbeat' as const, value: { nonce: 7n, table: 'a' } };
    tableMessages = () => [create(WatchTablesResponseSchema, { message: heartbeat })];
    tab.say({ kind: 'watch', tables: ['a'] });
    await vi.waitFor(() => expect(answered).toEqual([7n]));
  });

  it('begins anew for another account', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    tab.say({ kind: 'watch', tables: ['a'] });
    await vi.waitFor(() => expect(tab.tables()).toHaveLength(1));
    tab.say({ kind: 'token', account: 'bob', token: 'other' });
    await vi.waitFor(() => expect(watchedIn(watches[1])).toEqual(['a@new']));
    expect(accountWatches).toEqual(['', '']);
  });

  it('waits in a pool for all tabs, tells who joins, and calls the wait off with the last tab', async () => {
    const hub = begin();
    const first = open(hub, 'first');
    first.say({ kind: 'find', request: toBinary(FindMatchRequestSchema, create(FindMatchRequestSchema)) });
    await vi.waitFor(() => expect(first.of('finding').at(-1)?.message).toBeDefined());
    const second = open(hub, 'second');
    const told = second.of('finding').at(-1);
    expect(told?.by).toBe('first');
    const ticket = fromBinary(FindMatchRequestSchema, told?.request ?? new Uint8Array()).requestId;
    const last = fromBinary(FindMatchResponseSchema, told?.message ?? new Uint8Array()).message;
    expect(last.case === 'waiting' && last.value.ticket).toBe(ticket);
    first.close();
    expect(second.of('not-finding')).toEqual([]);
    second.close();
    await vi.waitFor(() => expect(cancelled).toEqual([ticket]));
  });

  it('tells why the platform has ended a wait', async () => {
    const hub = begin();
    const tab = open(hub, 'tab');
    findFails = new ConnectError('later', Code.FailedPrecondition);
    findFails.details.push({ desc: ErrorInfoSchema, value: { reason: 'QUEUE_DELAYED', metadata: { until_ms: '5' } } });
    tab.say({ kind: 'find', request: new Uint8Array() });
    const ended = { kind: 'not-finding', reason: 'QUEUE_DELAYED', why: { until_ms: '5' } };
    await vi.waitFor(() => expect(tab.of('not-finding')).toEqual([ended]));
  });
});
