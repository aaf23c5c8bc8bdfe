import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountsService } from '../../page/src/gen/corners/accounts/v1/accounts_service_pb';
import { ErrorInfoSchema } from '../../page/src/gen/google/rpc/error_details_pb';
import { withToken } from '../../page/src/rpc/with-token';

const unauthenticated = (reason: string) =>
  new ConnectError('no', Code.Unauthenticated, undefined, [
    { desc: ErrorInfoSchema, value: { reason, domain: 'corners' } },
  ]);

/** A token as accounts makes them, as far as the page reads it. */
const tokenOf = (sub: string, number: number) => `head.${btoa(JSON.stringify({ sub, number }))}.sign`;
const OLD = tokenOf('ann', 1);
const RENEWED = tokenOf('ann', 2);
const OF_ANOTHER = tokenOf('guest', 1);

let next: string;
let tokens: (string | null)[];
let refusals: ConnectError[];

function answer(header: Headers) {
  tokens.push(header.get('authorization'));
  const refusal = refusals.shift();
  if (refusal) throw refusal;
  return {};
}

/** Accounts that refuse the first calls. */
const client = () => {
  const transport = createRouterTransport(
    ({ service }) =>
      service(AccountsService, {
        signIn: (_, { requestHeader }) => answer(requestHeader),
        batchGetPlayers: (_, { requestHeader }) => answer(requestHeader),
      }),
    {
      transport: {
        interceptors: [withToken({ current: async () => OLD, insteadOf: async () => next })],
      },
    },
  );
  return createClient(AccountsService, transport);
};

describe('a call with a token', () => {
  beforeEach(() => {
    next = RENEWED;
    tokens = [];
    refusals = [];
  });

  it('is made once where the token is taken', async () => {
    await client().signIn({});
    expect(tokens).toEqual([`Bearer ${OLD}`]);
  });

  it('is made again with another token where the first is refused', async () => {
    refusals = [unauthenticated('TOKEN_EXPIRED')];
    await client().signIn({});
    expect(tokens).toEqual([`Bearer ${OLD}`, `Bearer ${RENEWED}`]);
  });

  it('is not made a third time', async () => {
    refusals = [unauthenticated('TOKEN_EXPIRED'), unauthenticated('TOKEN_EXPIRED')];
    await expect(client().signIn({})).rejects.toThrow(ConnectError);
    expect(tokens).toHaveLength(2);
  });

  it('that changes something is not made in the name of another account', async () => {
    next = OF_ANOTHER;
    refusals = [unauthenticated('TOKEN_REVOKED')];
    await expect(client().signIn({})).rejects.toThrow(ConnectError);
    expect(tokens).toEqual([`Bearer ${OLD}`]);
  });

  it('that only reads goes on as whoever is there now', async () => {
    next = OF_ANOTHER;
    refusals = [unauthenticated('TOKEN_REVOKED')];
    await client().batchGetPlayers({});
    expect(tokens).toEqual([`Bearer ${OLD}`, `Bearer ${OF_ANOTHER}`]);
  });

  it('with a wrong password is made once: attempts are counted', async () => {
    refusals = [unauthenticated('WRONG_CREDENTIALS')];
    await expect(client().signIn({})).rejects.toThrow(ConnectError);
    expect(tokens).toHaveLength(1);
  });
});
