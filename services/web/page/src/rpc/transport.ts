import { Code, ConnectError, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { CALL_TIMEOUT_MS } from './calls';
import { reasonOf } from './reasons';

/** Calls to the platform, at the page's own address, without a token. */
export function bareTransport(): Transport {
  return transport([]);
}

/** Calls with a token, which is renewed once when the server does not take it. */
export function transportWith(tokens: {
  current: () => Promise<string>;
  insteadOf: (refused: string) => Promise<string>;
}): Transport {
  return transport([
    (next) => async (request) => {
      const token = await tokens.current();
      request.header.set('authorization', `Bearer ${token}`);
      try {
        return await next(request);
      } catch (error) {
        if (!isOfToken(error)) throw error;
        request.header.set('authorization', `Bearer ${await tokens.insteadOf(token)}`);
        return await next(request);
      }
    },
  ]);
}

/** Whether the token was refused. A wrong password is unauthenticated, too: another token makes it no better. */
function isOfToken(error: unknown): boolean {
  return ConnectError.from(error).code === Code.Unauthenticated && reasonOf(error) !== 'WRONG_CREDENTIALS';
}

function transport(interceptors: Interceptor[]): Transport {
  return createGrpcWebTransport({ baseUrl: self.location.origin, defaultTimeoutMs: CALL_TIMEOUT_MS, interceptors });
}
