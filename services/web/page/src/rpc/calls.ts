import { Code, ConnectError } from '@connectrpc/connect';

/** The longest that a call may take. */
export const CALL_TIMEOUT_MS = 10_000;

const TRIES = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** A new id for a call that changes something; the same call sent again has the same. */
export function newRequestId(): string {
  return crypto.randomUUID();
}

/** Whether a call that failed so may be sent again as it was, with the same request id. */
export function mayBeSentAgain(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  // What a browser tells of a lost connection is not more than that the call failed.
  return code === Code.Unavailable || code === Code.DeadlineExceeded || isLostConnection(error);
}

/** Whether the call did not reach the server, or its answer was lost. */
export function isLostConnection(error: unknown): boolean {
  const { code, cause } = ConnectError.from(error);
  return code === Code.Unknown && cause instanceof TypeError;
}

/** Waits; a wait that is given up rejects. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal?.removeEventListener('abort', givenUp);
      resolve();
    }
    function givenUp(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', givenUp, { once: true });
  });
}

/** How long to wait before the try with this number, from 1: doubled each time, with jitter, at most `most`. */
export function backOff(tries: number, most: number): number {
  return Math.min(most, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/** Makes a call until the server's answer is known: again, with the same request id, while it cannot be reached. */
export async function persist<T>(call: () => Promise<T>, mostTries = TRIES): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === mostTries || !mayBeSentAgain(error)) throw error;
      await pause(backOff(tries, LONGEST_PAUSE_MS));
    }
  }
}
