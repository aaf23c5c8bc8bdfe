import { describe, expect, it, vi } from 'vitest';
import { HubTokens } from '../../page/src/live/tokens';

describe("the hub's token", () => {
  it('is asked of a tab once for all who wait', async () => {
    const ask = vi.fn(() => true);
    const tokens = new HubTokens(ask);
    const both = Promise.all([tokens.current(), tokens.current()]);
    expect(ask).toHaveBeenCalledTimes(1);
    tokens.give('first');
    expect(await both).toEqual(['first', 'first']);
    expect(await tokens.current()).toBe('first');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked anew when it was refused, and not taken for its own successor', async () => {
    const ask = vi.fn((_refused: string | undefined) => true);
    const tokens = new HubTokens(ask);
    tokens.give('old');
    const next = tokens.insteadOf('old');
    expect(ask).toHaveBeenLastCalledWith('old');
    tokens.give('old');
    tokens.give('new');
    expect(await next).toBe('new');
    expect(await tokens.insteadOf('old')).toBe('new');
  });

  it('fails without a tab, and is asked of the next tab when one is gone', async () => {
    const tokens = new HubTokens(() => false);
    await expect(tokens.current()).rejects.toThrow('no tab has a token');
    const ask = vi.fn(() => true);
    const others = new HubTokens(ask);
    const waiting = others.current();
    others.askAgain();
    expect(ask).toHaveBeenCalledTimes(2);
    others.give('from the second tab');
    expect(await waiting).toBe('from the second tab');
  });
});
