import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { AccountsService } from '../../../services/web/page/src/gen/corners/accounts/v1/accounts_service_pb';
import { ArchiveService } from '../../../services/web/page/src/gen/corners/archive/v1/archive_service_pb';
import {
  type CreateTableRequest,
  CreatorSeats,
  GameService,
} from '../../../services/web/page/src/gen/corners/game/v1/game_service_pb';
import { type Table, TakebackPolicy } from '../../../services/web/page/src/gen/corners/game/v1/table_pb';
import { Side } from '../../../services/web/page/src/gen/corners/game/v1/variant_pb';
import { MatchmakingService } from '../../../services/web/page/src/gen/corners/matchmaking/v1/matchmaking_service_pb';
import { RatingService } from '../../../services/web/page/src/gen/corners/rating/v1/rating_service_pb';

export { CreatorSeats, Side, TakebackPolicy };

/** What a table is to be like, where it matters. */
export type WantedTable = Partial<Pick<CreateTableRequest, 'variant' | 'seats' | 'takebacks' | 'startPosition'>> & {
  timeControl?: ReturnType<typeof clock>;
};

/** An account that needs no browser: it plays the other side, and reads what is true. */
export class Guest {
  readonly accounts: Client<typeof AccountsService>;
  readonly archive: Client<typeof ArchiveService>;
  readonly game: Client<typeof GameService>;
  readonly matchmaking: Client<typeof MatchmakingService>;
  readonly rating: Client<typeof RatingService>;

  /** With the token of an account. */
  constructor(
    url: string,
    readonly account: string,
    token: string,
  ) {
    const transport = transportTo(url, token);
    this.accounts = createClient(AccountsService, transport);
    this.archive = createClient(ArchiveService, transport);
    this.game = createClient(GameService, transport);
    this.matchmaking = createClient(MatchmakingService, transport);
    this.rating = createClient(RatingService, transport);
  }

  /** A new guest account. */
  static async at(url: string): Promise<Guest> {
    const { account, token } = await createClient(AccountsService, transportTo(url)).createGuest({ requestId: id() });
    return new Guest(url, account, token);
  }

  /** What is true of a table. */
  async table(table: string): Promise<Table> {
    return given((await this.game.getTable({ table })).table);
  }

  /** Makes a table: by default a classic game without a clock, with this account as White. */
  async makes(wanted: WantedTable = {}): Promise<Table> {
    const { table } = await this.game.createTable({
      requestId: id(),
      variant: 'classic-3x3',
      timeControl: { kind: { case: 'untimed', value: {} } },
      seats: CreatorSeats.WHITE,
      takebacks: TakebackPolicy.AGREED,
      ...wanted,
    });
    return given(table);
  }

  /** Takes the free seat. */
  async joins(table: string): Promise<void> {
    await this.game.joinTable({ table, requestId: id() });
  }

  /** Offers a game in the lobby. */
  async offers(variant: string, minutes: number, seconds: number): Promise<void> {
    const terms = { variant, timeControl: clock(minutes * 60, seconds), rated: false };
    await this.matchmaking.createSeek({ requestId: id(), terms });
  }

  /** Makes a challenge for whoever has its link, and gives its id. */
  async linkForChallenge(): Promise<string> {
    const terms = { variant: 'classic-3x3', timeControl: clock(300, 3), rated: false };
    const { challenge } = await this.matchmaking.createChallenge({ requestId: id(), terms });
    return given(challenge).id;
  }

  /** Plays a move, such as `c3-c5-e5`. */
  async plays(table: string, path: string, confirmReturnHome = false): Promise<void> {
    await this.game.playMove({ table, requestId: id(), path: path.split('-'), confirmReturnHome });
  }
}

/** A new request id. */
export function id(): string {
  return crypto.randomUUID();
}

/** A clock: a reserve and an increment, in seconds. */
export function clock(reserve: number, increment: number) {
  const value = { reserve: duration(reserve), increment: duration(increment) };
  return { kind: { case: 'realTime' as const, value } };
}

function duration(seconds: number) {
  return { seconds: BigInt(seconds), nanos: 0 };
}

/** What an answer has to have. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the answer lacks what was asked for');
  return value;
}

function transportTo(url: string, token?: string) {
  return createGrpcWebTransport({
    baseUrl: url,
    interceptors: [
      (next) => (request) => {
        if (token !== undefined) request.header.set('authorization', `Bearer ${token}`);
        return next(request);
      },
    ],
  });
}
