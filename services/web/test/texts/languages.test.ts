import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../page/src/texts';
import { localeOf, textsOf } from '../../page/src/texts/languages';
import { filesOf, languages, type Text, textsIn } from './catalogue';
import { SAME_AS_ENGLISH } from './same-as-english';

const english = textsIn('en');
const others = languages.filter((language) => language !== 'en');
const byKey = (texts: readonly Text[]) => new Map(texts.map((text) => [text.key, text]));

describe.each(languages)('texts in %s', (language) => {
  const texts = textsIn(language);

  it('can be read by Fluent, each key once', async () => {
    const keys = texts.map(({ key }) => key);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(() => bundleOf(language, '')).not.toThrow();
    const bundle = bundleOf(language, await textsOf(language));
    expect(keys.filter((key) => !bundle.hasMessage(key))).toEqual([]);
  });

  it('say something, and leave nothing that was to be filled in', () => {
    const leftovers = /[{}$]|%[sd]|TODO|FIXME|XXX|\?\?\?|\bundefined\b|\bnull\b/;
    expect(texts.filter(({ words, takes }) => words === '' && takes.length === 0).map(({ key }) => key)).toEqual([]);
    expect(texts.filter(({ words }) => leftovers.test(words)).map(({ key }) => key)).toEqual([]);
  });

  it('show no keys', () => {
    const keys = english.map(({ key }) => key).filter((key) => key.split('-').length > 2);
    expect(texts.filter(({ words }) => keys.some((key) => words.split(/\s/).includes(key)))).toEqual([]);
  });

  it('have a form for every number', () => {
    const rules = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
    const isPlural = (forms: readonly string[]) => forms.includes('one') || forms.includes('other');
    const plural = texts.flatMap(({ key, choices }) => choices.filter(isPlural).map((forms) => ({ key, forms })));
    // The default form may be called anything: it takes what no other form does.
    const lacking = plural.filter(
      ({ forms }) => forms.filter((form) => /^(zero|one|two|few|many|other)$/.test(form)).length < categories.size,
    );
    expect(lacking).toEqual([]);
  });
});

describe.each(others)('texts in %s, next to English', (language) => {
  const texts = byKey(textsIn(language));

  it('are in the same files', () => {
    expect(filesOf(language)).toEqual(filesOf('en'));
    expect(english.filter(({ key, file }) => texts.has(key) && texts.get(key)?.file !== file)).toEqual([]);
  });

  it('have the same keys', () => {
    expect([...texts.keys()].sort()).toEqual([...byKey(english).keys()].sort());
  });

  it('are made with the same arguments', () => {
    const differ = english.filter(({ key, takes }) => takes.join() !== texts.get(key)?.takes.join());
    expect(differ.map(({ key }) => key)).toEqual([]);
  });

  it('are translated', () => {
    const allowed = new Set(SAME_AS_ENGLISH[language]);
    const same = english.filter(({ key, words }) => /\p{L}/u.test(words) && words === texts.get(key)?.words);
    expect(same.map(({ key }) => key).filter((key) => !allowed.has(key))).toEqual([]);
    // What has been translated since is not excused any more.
    expect([...allowed].filter((key) => !same.some((text) => text.key === key))).toEqual([]);
  });
});

describe('the way dates and numbers are written', () => {
  it('is that of the first wished region where the language is spoken', () => {
    expect(localeOf('en', ['fr-CA', 'en-GB', 'en-US'])).toBe('en-GB');
  });

  it('is the usual one of a language that the browser does not name', () => {
    expect(localeOf('de', ['en-GB'])).toBe('de');
  });
});
