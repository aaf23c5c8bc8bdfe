// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { ShownOnce } from '../../../page/src/pages/account/shown-once';
import { type KeptSession, keep } from '../../../page/src/rpc/kept';

const session = (account: string): KeptSession => ({
  account,
  access: 'a',
  accessExpires: 0,
  renewFrom: 0,
  refresh: 'r',
  guest: false,
});

/** Whether a page that is closed now asks first. */
const asksFirst = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => keep(session('anna')));

it('a secret that is shown once holds the page back until it is written down', () => {
  const code = new ShownOnce();
  expect(asksFirst()).toBe(false);
  code.set({ account: 'anna', text: 'k7m2' });
  expect([code.text, asksFirst()]).toEqual(['k7m2', true]);
  code.written();
  expect([code.text, asksFirst()]).toEqual(['', false]);
});

it('a secret is not shown to another account, and is there again for its own', () => {
  const code = new ShownOnce();
  code.set({ account: 'anna', text: 'k7m2' });
  keep(session('boris'));
  expect(code.text).toBe('');
  keep(session('anna'));
  expect(code.text).toBe('k7m2');
  code.written();
});
