// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../page/src/texts/languages';

const loads = vi.hoisted(() => new Map<string, (texts: string | Error) => void>());

vi.mock('../../page/src/texts/languages', async (original) => ({
  ...(await original<typeof import('../../page/src/texts/languages')>()),
  textsOf: (language: Language) =>
    new Promise<string>((resolve, reject) => {
      loads.set(language, (texts) => (typeof texts === 'string' ? resolve(texts) : reject(texts)));
    }),
}));

const arrives = async (language: Language, texts: string | Error = `hello = ${language}`) => {
  await vi.waitUntil(() => loads.has(language));
  loads.get(language)?.(texts);
  // What waits for them has its turn.
  await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  loads.clear();
  localStorage.clear();
  vi.resetModules();
});

describe('the language that is spoken', () => {
  it('is the one that was asked for last, also where the one before arrives later', async () => {
    const { language, speak, t } = await import('../../page/src/texts');
    const spoken = [speak('ru'), speak('de')];
    await arrives('de');
    await arrives('ru');
    await Promise.all(spoken);
    expect([t('hello'), language.value, document.documentElement.lang]).toEqual(['de', 'de', 'de']);
  });

  it('is English where the texts of the chosen one do not arrive', async () => {
    localStorage.setItem('corners-settings', JSON.stringify({ language: 'de' }));
    const { followSettings } = await import('../../page/src/state/appearance');
    const { t } = await import('../../page/src/texts');
    const started = followSettings();
    await arrives('de', new Error('404'));
    await arrives('en');
    await started;
    expect(t('hello')).toBe('en');
  });

  it('is none where English does not arrive either, which is told', async () => {
    localStorage.setItem('corners-settings', JSON.stringify({ language: 'de' }));
    const { followSettings } = await import('../../page/src/state/appearance');
    const told = expect(followSettings()).rejects.toThrow('404');
    await arrives('de', new Error('404'));
    await arrives('en', new Error('404'));
    await told;
  });

  it('stays when another one is chosen and the choice is taken back before it arrives', async () => {
    localStorage.setItem('corners-settings', JSON.stringify({ language: 'en' }));
    const { followSettings } = await import('../../page/src/state/appearance');
    const { choose } = await import('../../page/src/state/settings');
    const { t } = await import('../../page/src/texts');
    const started = followSettings();
    await arrives('en');
    await started;
    loads.clear();
    choose({ language: 'ru' });
    choose({ language: 'en' });
    await arrives('en');
    await arrives('ru');
    expect(t('hello')).toBe('en');
  });
});
