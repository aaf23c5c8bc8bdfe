import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { areOfOneAccount } from './claims';
import { reasonOf } from './reasons';

/** Where the tokens of calls come from. */
export interface TokenSource {
  current: () => Promise<string>;
  insteadOf: (refused: string) => Promise<string>;
}

/** The methods that only read, by the contract's rules for names. */
const CHANGES_NOTHING = /^(Get|List|BatchGet|Watch|Explain)/;

/** Gives calls a token, which is renewed once when the server does not take it. */
export function withToken(tokens: TokenSource): Interceptor {
  return (next) => async (request) => {
    const token = await tokens.current();
    request.header.set('authorization', `Bearer ${token}`);
    try {
      return await next(request);
    } catch (error) {
      if (!isOfToken(error)) throw error;
      const other = await tokens.insteadOf(token);
      // What an account has asked for is not done in the name of another one.
      if (!CHANGES_NOTHING.test(request.method.name) && !areOfOneAccount(token, other)) throw error;
      request.header.set('authorization', `Bearer ${other}`);
      return await next(request);
    }
  };
}

/** Whether the token was refused. A wrong password is unauthenticated, too: another token makes it no better. */
function isOfToken(error: unknown): boolean {
  return ConnectError.from(error).code === Code.Unauthenticated && reasonOf(error) !== 'WRONG_CREDENTIALS';
}
