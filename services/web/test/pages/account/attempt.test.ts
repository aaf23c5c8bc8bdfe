import { Code, ConnectError } from '@connectrpc/connect';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Attempt } from '../../../page/src/pages/account/attempt';

const host = () => ({
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
});

/** Makes the attempt, and lets all pauses pass. */
async function made<T>(attempt: Attempt, call: (requestId: string) => Promise<T>): Promise<T | undefined> {
  const answer = attempt.make(call);
  await vi.runAllTimersAsync();
  return answer;
}

const unreachable = () => Promise.reject(new ConnectError('gone', Code.Unavailable));

describe('an attempt', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is one call at a time', async () => {
    const attempt = new Attempt(host());
    const calls: string[] = [];
    const first = attempt.make(async (id) => calls.push(id));
    const second = attempt.make(async (id) => calls.push(id));
    await Promise.all([first, second]);
    expect(calls).toHaveLength(1);
  });

  it('is sent with the same id until its answer is known, also when the player tries again', async () => {
    const attempt = new Attempt(host());
    const ids: string[] = [];
    await made(attempt, (id) => {
      ids.push(id);
      return unreachable();
    });
    await made(attempt, async (id) => ids.push(id));
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is another call when the player changed what is asked for, or was refused', async () => {
    const attempt = new Attempt(host());
    const ids: string[] = [];
    const note = (outcome: () => Promise<unknown>) => (id: string) => {
      if (!ids.includes(id)) ids.push(id);
      return outcome();
    };
    await made(attempt, note(unreachable));
    attempt.forgive();
    await made(
      attempt,
      note(() => Promise.reject(new ConnectError('taken', Code.AlreadyExists))),
    );
    await made(
      attempt,
      note(async () => undefined),
    );
    expect(ids).toHaveLength(3);
  });
});
