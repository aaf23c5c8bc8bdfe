import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type WatchTablesResponse, WatchTablesResponseSchema } from '../gen/corners/game/v1/watch_pb';
import { type WatchAccountResponse, WatchAccountResponseSchema } from '../gen/corners/matchmaking/v1/account_pb';
import {
  type FindMatchRequest,
  FindMatchRequestSchema,
  type FindMatchResponse,
  FindMatchResponseSchema,
} from '../gen/corners/matchmaking/v1/pool_pb';
import { type WatchLobbyResponse, WatchLobbyResponseSchema } from '../gen/corners/matchmaking/v1/seek_pb';
import { kept } from '../rpc/kept';
import { accessToken, accessTokenInsteadOf } from '../rpc/session';
import { connection } from '../state/connection';
import { Store } from '../state/store';
import { Line } from './line';
import type { FromTab, ToTab } from './messages';
import { Topic } from './topic';

/** A message for a table: from its stream, or that it cannot be watched. */
export type TableNews = WatchTablesResponse['message'] | { case: 'gone'; reason: string };

/** The wait in a pool that all tabs of the account share. */
export interface Finding {
  request: FindMatchRequest;
  /** Whether it was begun here. */
  isOurs: boolean;
  message: FindMatchResponse['message'] | undefined;
}

export const accountNews = new Topic<WatchAccountResponse['message']>();
export const lobbyNews = new Topic<WatchLobbyResponse['message']>();
/** Everything of tables, with the table that it is of; heartbeats are of none. */
export const tableNews = new Topic<{ table: string | undefined; news: TableNews }>();
/** The wait in a pool; undefined while nobody waits. */
export const finding = new Store<Finding | undefined>(undefined);
/** Why the platform has ended the last wait. */
export const findingEnded = new Topic<{ reason: string; why: Record<string, string> }>();

const tab = `corners-tab-${crypto.randomUUID()}`;
const watched = new Map<string, number>();
let lobbies = 0;
const line = new Line(hear, introduce);

/** Connects this tab with the hub. */
export async function connect(): Promise<void> {
  // The hub sees by this lock that the tab is here.
  await new Promise<void>((isHeld) => {
    void navigator.locks.request(tab, () => {
      isHeld();
      return new Promise(() => undefined);
    });
  });
  kept.subscribe(giveToken);
  await line.open();
}

/** Tells a hub that was just reached what this tab shows. A wait in a pool has ended with the hub before. */
function introduce(): void {
  finding.set(undefined);
  say({ kind: 'hello', tab });
  giveToken();
  if (watched.size > 0) sayWatched();
  if (lobbies > 0) say({ kind: 'lobby', wanted: true });
}

/** Follows a table until the returned function is called. A snapshot comes first. */
export function watchTable(table: string): () => void {
  watched.set(table, (watched.get(table) ?? 0) + 1);
  sayWatched();
  return () => {
    const left = (watched.get(table) ?? 1) - 1;
    if (left > 0) {
      watched.set(table, left);
      return;
    }
    watched.delete(table);
    sayWatched();
  };
}

/** Asks for snapshots of the tables of this tab. */
export function askForSnapshots(): void {
  sayWatched();
}

/** Follows the lobby until the returned function is called. */
export function watchLobby(): () => void {
  lobbies += 1;
  say({ kind: 'lobby', wanted: true });
  return () => {
    lobbies -= 1;
    if (lobbies === 0) say({ kind: 'lobby', wanted: false });
  };
}

/** Waits in a pool, instead of any wait before. */
export function find(request: FindMatchRequest): void {
  say({ kind: 'find', request: toBinary(FindMatchRequestSchema, request) });
}

/** Waits no longer. */
export function stopFinding(): void {
  say({ kind: 'stop-finding' });
}

function say(message: FromTab): void {
  line.say(message);
}

function sayWatched(): void {
  say({ kind: 'watch', tables: [...watched.keys()] });
}

function giveToken(): void {
  const session = kept.value;
  if (session && session.accessExpires > Date.now()) {
    say({ kind: 'token', account: session.account, token: session.access });
  }
}

async function getToken(refused: string | undefined): Promise<void> {
  try {
    const token = await (refused === undefined ? accessToken() : accessTokenInsteadOf(refused));
    say({ kind: 'token', account: kept.value?.account ?? '', token });
  } catch {
    say({ kind: 'no-token' });
  }
}

function hear(message: ToTab): void {
  switch (message.kind) {
    case 'token-wanted':
      void getToken(message.refused);
      break;
    case 'connection':
      connection.set(message.connection);
      break;
    case 'tables':
      hearTables(fromBinary(WatchTablesResponseSchema, message.message).message);
      break;
    case 'table-gone':
      tableNews.tell({ table: message.table, news: { case: 'gone', reason: message.reason } });
      break;
    case 'account':
      accountNews.tell(fromBinary(WatchAccountResponseSchema, message.message).message);
      break;
    case 'lobby':
      lobbyNews.tell(fromBinary(WatchLobbyResponseSchema, message.message).message);
      break;
    case 'finding':
      finding.set(findingOf(message));
      break;
    case 'not-finding':
      finding.set(undefined);
      if (message.reason !== undefined) findingEnded.tell({ reason: message.reason, why: message.why ?? {} });
      break;
  }
}

function hearTables(message: WatchTablesResponse['message']): void {
  tableNews.tell({ table: tableOf(message), news: message });
}

function tableOf(message: WatchTablesResponse['message']): string | undefined {
  switch (message.case) {
    case 'snapshot':
      return message.value.id;
    case 'event':
    case 'presence':
      return message.value.table;
    default:
      return undefined;
  }
}

function findingOf({ request, by, message }: Extract<ToTab, { kind: 'finding' }>): Finding {
  return {
    request: fromBinary(FindMatchRequestSchema, request),
    isOurs: by === tab,
    message: message && fromBinary(FindMatchResponseSchema, message).message,
  };
}
