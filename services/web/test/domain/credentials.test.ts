import { describe, expect, it } from 'vitest';
import { fieldOf, nameProblem, passwordProblem } from '../../page/src/domain/credentials';

describe('what can be said of a name before the server is asked', () => {
  it('is nothing of one that can be had', () => {
    for (const name of ['Tess', 'tess_9', 'Анна-2', 'abcdefghijklmnopqrst']) expect(nameProblem(name)).toBeUndefined();
  });

  it('is nothing of an empty one', () => expect(nameProblem('')).toBeUndefined());

  it('is that it is too short or too long, counted in characters', () => {
    expect(nameProblem('ab')).toBe('LENGTH');
    expect(nameProblem('abcdefghijklmnopqrstu')).toBe('LENGTH');
    expect(nameProblem('𝐚𝐛𝐜')).toBeUndefined();
  });

  it('is that it has other characters than letters, digits, _ and -', () => {
    for (const name of ['Tess T', 'tess!', '@tess']) expect(nameProblem(name)).toBe('CHARACTERS');
  });
});

describe('what can be said of a password before the server is asked', () => {
  it('is its length', () => {
    expect(passwordProblem('1234567', '')).toBe('LENGTH');
    expect(passwordProblem('12345678', '')).toBeUndefined();
    expect(passwordProblem('x'.repeat(129), '')).toBe('LENGTH');
  });

  it('is that it is the name', () => {
    expect(passwordProblem('Tess-the-Great', 'tess-THE-great')).toBe('NAME');
    expect(passwordProblem('Tess-the-Great-9', 'tess-the-great')).toBeUndefined();
  });

  it('is nothing of an empty one', () => expect(passwordProblem('', 'Tess')).toBeUndefined());
});

describe('a refusal is told', () => {
  it('next to the name, next to the password, or under the form', () => {
    expect(['NAME_TAKEN', 'NAME_NOT_ALLOWED', 'TOO_SOON'].map(fieldOf)).toEqual(['name', 'name', 'name']);
    expect(fieldOf('PASSWORD_NOT_ALLOWED')).toBe('password');
    expect(fieldOf('WRONG_CREDENTIALS')).toBe('form');
    expect(fieldOf('')).toBe('form');
  });
});
