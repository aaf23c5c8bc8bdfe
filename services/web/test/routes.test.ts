import { expect, it } from 'vitest';
import { href, parse, type Route } from '../page/src/routes';

const at = (address: string) => parse(new URL(address, 'http://corners.test'));

it('finds every place again by its address', () => {
  const places: Route[] = [
    { page: 'home' },
    { page: 'home', challenge: '0192f3c4-aaaa-7bbb-8ccc-1234567890ab' },
    { page: 'table', table: 'tegaqee3gbwfpotz2h523fz7ta' },
    { page: 'game', table: 'tegaqee3gbwfpotz2h523fz7ta' },
    { page: 'game', table: 'tegaqee3gbwfpotz2h523fz7ta', ply: 12 },
    { page: 'challenge', challenge: '0192f3c4-aaaa-7bbb-8ccc-1234567890ab' },
    { page: 'player', account: '0192f3c4-aaaa-7bbb-8ccc-1234567890ab' },
    { page: 'leaders' },
    { page: 'leaders', variant: 'classic-3x3' },
    { page: 'rules' },
    { page: 'rules', variant: 'halma-16x16' },
    { page: 'practice' },
    { page: 'practice', table: 'tegaqee3gbwfpotz2h523fz7ta' },
    { page: 'account' },
  ];
  for (const place of places) expect(at(href(place))).toEqual(place);
});

it('is at home where the file of the page is asked for', () => {
  expect(at('/index.html')).toEqual({ page: 'home' });
});

it('takes what is no address for a missing page', () => {
  for (const address of [
    '/nowhere',
    '/table',
    '/table/A%20B',
    '/table/a/b',
    '/rules/../x/y/z',
    '/game',
    '/player/<script>',
  ]) {
    expect(at(address), address).toEqual({ page: 'missing' });
  }
});

it('leaves out a ply that is none', () => {
  for (const ply of ['x', '-1', '1.5', '99999', '']) {
    expect(at(`/game/abc?ply=${ply}`)).toEqual({ page: 'game', table: 'abc' });
  }
});

it('leaves out a player to challenge who cannot be one', () => {
  for (const account of ['', 'A B', '<script>']) {
    expect(at(`/?challenge=${encodeURIComponent(account)}`)).toEqual({ page: 'home' });
  }
});
