import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountsService } from '../../page/src/gen/corners/accounts/v1/accounts_service_pb';
import { AccountKind } from '../../page/src/gen/corners/game/v1/table_pb';

const HOUR = 3600;

/** What a browser has, shared by its tabs. */
class Browser {
  readonly kept = new Map<string, string>();
  private queue: Promise<unknown> = Promise.resolve();

  install(): void {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, value: string) => this.kept.set(key, value),
      removeItem: (key: string) => this.kept.delete(key),
    });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<unknown>) => this.alone(work) } });
  }

  private alone(work: () => Promise<unknown>): Promise<unknown> {
    const next = this.queue.then(work);
    this.queue = next.catch(() => undefined);
    return next;
  }
}

/** The accounts of a platform, whose refresh tokens are good once. */
class Accounts {
  readonly refreshes: string[] = [];
  guests = 0;
  lifetime = HOUR;
  readonly good = new Set<string>();
  fails: (() => ConnectError) | undefined;
  private issued = 0;

  transport() {
    return createRouterTransport(({ service }) =>
      service(AccountsService, {
        createGuest: () => {
          this.guests += 1;
          const account = `guest${this.guests}`;
          return { player: { account, kind: AccountKind.GUEST }, tokens: this.tokens(account) };
        },
        refreshToken: ({ requestId, refreshToken }) => {
          this.refreshes.push(requestId);
          if (this.fails) throw this.fails();
          if (!this.good.delete(refreshToken)) throw new ConnectError('used', Code.Unauthenticated);
          return { tokens: this.tokens('guest1') };
        },
      }),
    );
  }

  private tokens(account: string) {
    this.issued += 1;
    this.good.add(`refresh${this.issued}`);
    const claims = btoa(JSON.stringify({ iat: 1_000, exp: 1_000 + this.lifetime, n: this.issued }));
    return { account, accessToken: `head.${claims}.sign`, refreshToken: `refresh${this.issued}` };
  }
}

let accounts: Accounts;
let browser: Browser;

vi.mock('../../page/src/rpc/transport', () => ({ bareTransport: () => accounts.transport() }));

/** A tab: modules of its own over what the browser keeps. */
async function tab() {
  vi.resetModules();
  return await import('../../page/src/rpc/session');
}

beforeEach(() => {
  accounts = new Accounts();
  browser = new Browser();
  browser.install();
});

describe('a session', () => {
  it('begins with a guest, once for all tabs', async () => {
    const [one, other] = [await tab(), await tab()];
    const tokens = await Promise.all([one.accessToken(), other.accessToken(), one.accessToken()]);
    expect(new Set(tokens).size).toBe(1);
    expect(accounts.guests).toBe(1);
  });

  it('is renewed by one tab, and the other takes what it got', async () => {
    const [one, other] = [await tab(), await tab()];
    const old = await one.accessToken();
    await other.accessToken();
    const [first, second] = await Promise.all([one.accessTokenInsteadOf(old), other.accessTokenInsteadOf(old)]);
    expect(first).not.toBe(old);
    expect(second).toBe(first);
    expect(accounts.refreshes).toHaveLength(1);
  });

  it('repeats a renewal that was cut off with the same request id', async () => {
    const old = await (await tab()).accessToken();
    accounts.fails = () => new ConnectError('the page was closed', Code.Internal);
    await expect((await tab()).accessTokenInsteadOf(old)).rejects.toThrow();
    accounts.fails = undefined;
    await (await tab()).accessTokenInsteadOf(old);
    expect(accounts.refreshes).toHaveLength(2);
    expect(new Set(accounts.refreshes).size).toBe(1);
  });

  it("is a new guest's when it has ended, which a player is told", async () => {
    const one = await tab();
    const ended: string[] = [];
    one.sessionEnded.listen((account) => ended.push(account));
    one.begin(undefined, { ...tokensOf('ann'), $typeName: 'corners.accounts.v1.Tokens' });
    await one.accessTokenInsteadOf(tokensOf('ann').accessToken);
    expect(accounts.guests).toBe(1);
    expect(ended).toEqual(['ann']);
    accounts.good.clear();
    await one.accessTokenInsteadOf(await one.accessToken());
    expect(accounts.guests).toBe(2);
    expect(ended).toEqual(['ann']);
  });

  it('is renewed before its token ends, counted from when it came', async () => {
    accounts.lifetime = 0;
    const one = await tab();
    const first = await one.accessToken();
    accounts.lifetime = HOUR;
    const second = await one.accessToken();
    expect(second).not.toBe(first);
    expect(await one.accessToken()).toBe(second);
  });

  it('is not renewed with every call where tokens are good for a minute only', async () => {
    accounts.lifetime = 60;
    const one = await tab();
    expect(await one.accessToken()).toBe(await one.accessToken());
    expect(accounts.refreshes).toEqual([]);
  });

  it('stays in the tab where the browser keeps nothing', async () => {
    const full = () => {
      throw new Error('the storage is full');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full });
    const one = await tab();
    expect(await one.accessToken()).toBe(await one.accessToken());
    expect(accounts.guests).toBe(1);
  });

  it('is a new one where what was kept is damaged or the platform does not know it for a session', async () => {
    await (await tab()).accessToken();
    const whole = JSON.parse(browser.kept.get('corners-session') ?? '{}');
    const damages = [
      { refreshing: 7 },
      { access: 'a\nb' },
      { refresh: 'x'.repeat(100_000) },
      { guest: 'yes' },
      { renewFrom: null },
    ];
    for (const [index, damage] of damages.entries()) {
      browser.kept.set('corners-session', JSON.stringify({ ...whole, ...damage }));
      await (await tab()).accessToken();
      expect(accounts.guests, JSON.stringify(damage)).toBe(index + 2);
    }
    accounts.fails = () => new ConnectError('no refresh token', Code.InvalidArgument);
    const one = await tab();
    await one.accessTokenInsteadOf(await one.accessToken());
    expect(accounts.guests).toBe(damages.length + 2);
  });

  it('is a new one where what was kept cannot be read', async () => {
    browser.kept.set('corners-session', '{"account": 7');
    await (await tab()).accessToken();
    expect(accounts.guests).toBe(1);
  });
});

function tokensOf(account: string) {
  const claims = btoa(JSON.stringify({ iat: 0, exp: HOUR }));
  return { account, accessToken: `head.${claims}.sign`, refreshToken: 'never-issued' };
}
