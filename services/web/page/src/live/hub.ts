import { toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { GameService } from '../gen/corners/game/v1/game_service_pb';
import { type WatchAccountResponse, WatchAccountResponseSchema } from '../gen/corners/matchmaking/v1/account_pb';
import { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import { transportWith } from '../rpc/transport';
import { Finding } from './finding';
import { LobbyStream } from './lobby-stream';
import { MarkedStream } from './marked-stream';
import type { Connection, FromTab, Port, ToTab } from './messages';
import type { StreamState } from './stream';
import { TablesStream } from './tables-stream';
import { HubTokens } from './tokens';

interface Tab {
  name: string;
  port: Port<ToTab, FromTab>;
  tables: ReadonlySet<string>;
  lobby: boolean;
}

/** Holds the streams of an account for all its tabs. A browser has few connections to a host: three streams, and the rest is for calls. */
export class Hub {
  private readonly tabs = new Set<Tab>();
  private readonly tokens = new HubTokens((refused) => this.askForToken(refused));
  private readonly tables: TablesStream;
  /** What concerns the account: challenges, offers, games that start. */
  private readonly account: MarkedStream<WatchAccountResponse>;
  private readonly lobby: LobbyStream;
  private readonly finding: Finding;
  private accountId: string | undefined;
  private connection: Connection = 'connecting';

  /** @param dial makes the transport of all calls, from where tokens come from */
  constructor(dial: typeof transportWith = transportWith) {
    const transport = dial({
      current: () => this.tokens.current(),
      insteadOf: (refused) => this.tokens.insteadOf(refused),
    });
    const matchmaking = createClient(MatchmakingService, transport);
    const say = (message: ToTab) => this.say(message);
    const changed = () => this.tellConnection();
    this.tables = new TablesStream(createClient(GameService, transport), say, changed);
    this.account = new MarkedStream(
      (resumeAfter, options) => matchmaking.watchAccount({ resumeAfter }, options),
      (message) => say({ kind: 'account', message: toBinary(WatchAccountResponseSchema, message) }),
      changed,
    );
    this.lobby = new LobbyStream(matchmaking, say, changed);
    this.finding = new Finding(matchmaking, say, changed);
    self.addEventListener('online', () => this.tryNow());
  }

  /** A tab has come. */
  connect(port: Port<ToTab, FromTab>): void {
    const tab: Tab = { name: '', port, tables: new Set(), lobby: false };
    port.onmessage = ({ data }) => this.hear(tab, data);
  }

  private hear(tab: Tab, message: FromTab): void {
    switch (message.kind) {
      case 'ping':
        return tab.port.postMessage({ kind: 'pong' });
      case 'hello':
        return this.welcome(tab, message.tab);
      case 'token':
        return this.takeToken(message.account, message.token);
      case 'no-token':
        return this.tokens.fail();
      case 'watch': {
        tab.tables = new Set(message.tables);
        return this.tables.watch(this.watched(), tab.tables);
      }
      case 'lobby': {
        tab.lobby = message.wanted;
        return this.lobby.want(this.lobbyWanted(), message.wanted);
      }
      case 'find':
        return this.finding.start(message.request, tab.name);
      case 'stop-finding':
        return this.finding.stop();
    }
  }

  private welcome(tab: Tab, name: string): void {
    tab.name = name;
    // A tab that thought the hub gone comes again over another port.
    for (const other of this.tabs) if (other.name === name) this.tabs.delete(other);
    this.tabs.add(tab);
    tab.port.postMessage({ kind: 'connection', connection: this.connection });
    this.account.start();
    this.finding.tell((message) => tab.port.postMessage(message));
    // Granted once the tab is gone, however it went.
    void navigator.locks.request(name, () => this.leave(tab));
  }

  private leave(tab: Tab): void {
    this.tabs.delete(tab);
    this.tables.watch(this.watched(), new Set());
    this.lobby.want(this.lobbyWanted(), false);
    this.tokens.askAgain();
    if (this.tabs.size > 0) return;
    this.finding.stop();
    this.account.stop();
  }

  private takeToken(account: string, token: string): void {
    const isAnother = this.accountId !== undefined && this.accountId !== account;
    this.accountId = account;
    this.tokens.give(token);
    if (!isAnother) return;
    this.finding.stop();
    this.account.start();
    this.tables.restart();
    this.lobby.restart();
  }

  private watched(): Set<string> {
    return new Set([...this.tabs].flatMap((tab) => [...tab.tables]));
  }

  private lobbyWanted(): boolean {
    return [...this.tabs].some((tab) => tab.lobby);
  }

  private askForToken(refused: string | undefined): boolean {
    const [tab] = this.tabs;
    tab?.port.postMessage({ kind: 'token-wanted', ...(refused === undefined ? {} : { refused }) });
    return tab !== undefined;
  }

  private say(message: ToTab): void {
    for (const tab of this.tabs) tab.port.postMessage(message);
  }

  private tryNow(): void {
    for (const stream of this.streams()) stream.tryNow();
  }

  private tellConnection(): void {
    const connection = connectionOf(this.streams().map((stream) => stream.state));
    if (connection === this.connection) return;
    this.connection = connection;
    this.say({ kind: 'connection', connection });
  }

  private streams() {
    return [this.tables.stream, this.account.stream, this.lobby.stream, this.finding.stream];
  }
}

function connectionOf(states: StreamState[]): Connection {
  if (states.includes('broken')) return 'offline';
  return states.includes('opening') ? 'connecting' : 'online';
}
