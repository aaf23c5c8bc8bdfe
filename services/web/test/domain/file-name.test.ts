import { describe, expect, it } from 'vitest';
import { gameFileName } from '../../page/src/domain/file-name';

const game = {
  variant: 'classic-3x3',
  finished: new Date('2026-03-01T23:30:00Z'),
  players: ['Ann', 'Ben_2'],
  table: 'giydpv647nbzvfrlwx3uemxdu4',
};

describe("the name of a game's file", () => {
  it('says what was played, when and by whom', () => {
    expect(gameFileName(game)).toBe('corners-classic-3x3-2026-03-01-ann-ben-2-3uemxdu4.txt');
  });

  it('keeps letters of every script, and nothing that a file system minds', () => {
    const players = ['Борис', '../<x>|"?"'];
    expect(gameFileName({ ...game, players })).toBe('corners-classic-3x3-2026-03-01-борис-x-3uemxdu4.txt');
  });

  it('leaves out what is not known', () => {
    expect(gameFileName({ ...game, finished: undefined, players: ['', ''] })).toBe('corners-classic-3x3-3uemxdu4.txt');
  });
});
