import type { Interceptor, Transport } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { CALL_TIMEOUT_MS } from './calls';
import { type TokenSource, withToken } from './with-token';

/** Calls to the platform, at the page's own address, without a token. */
export function bareTransport(): Transport {
  return transport([]);
}

/** Calls with a token, which is renewed once when the server does not take it. */
export function transportWith(tokens: TokenSource): Transport {
  return transport([withToken(tokens)]);
}

function transport(interceptors: Interceptor[]): Transport {
  return createGrpcWebTransport({ baseUrl: self.location.origin, defaultTimeoutMs: CALL_TIMEOUT_MS, interceptors });
}
