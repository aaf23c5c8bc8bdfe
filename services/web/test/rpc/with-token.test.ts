import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountsService } from '../../page/src/gen/corners/accounts/v1/accounts_service_pb';
import { ErrorInfoSchema } from '../../page/src/gen/google/rpc/error_details_pb';
import { withToken } from '../../page/src/rpc/with-token';

const unauthenticated = (reason: string) =>
  new ConnectError('no', Code.Unauthenticated, undefined, [
    { desc: ErrorInfoSchema, value: { reason, domain: 'corners' } },
  ]);

let tokens: (string | null)[];
let refusals: ConnectError[];

/** Accounts that refuse the first calls. */
const client = () => {
  const transport = createRouterTransport(
    ({ service }) =>
      service(AccountsService, {
        signIn: (_, { requestHeader }) => {
          tokens.push(requestHeader.get('authorization'));
          const refusal = refusals.shift();
          if (refusal) throw refusal;
          return {};
        },
      }),
    {
      transport: {
        interceptors: [
          withToken({ current: async () => 'old', insteadOf: async (refused) => `instead of ${refused}` }),
        ],
      },
    },
  );
  return createClient(AccountsService, transport);
};

describe('a call with a token', () => {
  beforeEach(() => {
    tokens = [];
    refusals = [];
  });

  it('is made once where the token is taken', async () => {
    await client().signIn({});
    expect(tokens).toEqual(['Bearer old']);
  });

  it('is made again with another token where the first is refused', async () => {
    refusals = [unauthenticated('TOKEN_EXPIRED')];
    await client().signIn({});
    expect(tokens).toEqual(['Bearer old', 'Bearer instead of old']);
  });

  it('is not made a third time', async () => {
    refusals = [unauthenticated('TOKEN_EXPIRED'), unauthenticated('TOKEN_EXPIRED')];
    await expect(client().signIn({})).rejects.toThrow(ConnectError);
    expect(tokens).toHaveLength(2);
  });

  it('with a wrong password is made once: attempts are counted', async () => {
    refusals = [unauthenticated('WRONG_CREDENTIALS')];
    await expect(client().signIn({})).rejects.toThrow(ConnectError);
    expect(tokens).toHaveLength(1);
  });
});
