import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { counterTo, inOrder, isForRegistered, received, roleIn } from '../../page/src/domain/challenge';
import { ChallengeSchema, ChallengeStatus } from '../../page/src/gen/corners/matchmaking/v1/challenge_pb';
import { SeekSchema } from '../../page/src/gen/corners/matchmaking/v1/seek_pb';

const challenge = (id: string, challenger: string, challenged: string, status = ChallengeStatus.OPEN) =>
  create(ChallengeSchema, { id, challenger: { account: challenger }, challenged, status });

test('a challenge has a challenger, maybe a challenged player, and visitors', () => {
  const named = challenge('a', 'ann', 'bob');
  expect(roleIn(named, 'ann')).toBe('challenger');
  expect(roleIn(named, 'bob')).toBe('challenged');
  expect(roleIn(named, 'eve')).toBe('visitor');
});

test('who has no account yet is a visitor, also of a link, which names nobody', () => {
  expect(roleIn(challenge('a', 'ann', ''), undefined)).toBe('visitor');
  expect(roleIn(challenge('a', 'ann', ''), '')).toBe('visitor');
});

test('open challenges of others come in, the newest first', () => {
  const all = [
    challenge('first', 'ann', 'bob'),
    challenge('own', 'bob', 'ann'),
    challenge('over', 'eve', 'bob', ChallengeStatus.EXPIRED),
    challenge('last', 'eve', 'bob'),
  ];
  expect(received(all, 'bob').map(({ id }) => id)).toEqual(['last', 'first']);
});

test('a counter-offer is found by what it answers', () => {
  const counter = create(ChallengeSchema, { id: 'b', countered: 'a' });
  expect(counterTo([challenge('a', 'ann', 'bob'), counter], 'a')).toBe(counter);
  expect(counterTo([counter], 'b')).toBeUndefined();
});

test('own seeks stand before the others, which keep their order', () => {
  const seek = (id: string, account: string) => create(SeekSchema, { id, owner: { account } });
  const seeks = [seek('1', 'ann'), seek('2', 'bob'), seek('3', 'eve'), seek('4', 'bob')];
  expect(inOrder(seeks, 'bob').map(({ id }) => id)).toEqual(['2', '4', '1', '3']);
});

test('only rated terms are closed, and only to guests', () => {
  expect(isForRegistered(create(SeekSchema, { terms: { rated: true } }), true)).toBe(true);
  expect(isForRegistered(create(SeekSchema, { terms: { rated: true } }), false)).toBe(false);
  expect(isForRegistered(create(SeekSchema, { terms: { rated: false } }), true)).toBe(false);
});
