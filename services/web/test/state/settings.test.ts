// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { choose, settings, settingsOf } from '../../page/src/state/settings';

const AT_FIRST = { language: undefined, theme: 'auto', sounds: true };

beforeEach(() => {
  localStorage.clear();
  settings.set(settingsOf(null));
});

describe('settings', () => {
  it('are kept for the next time', () => {
    choose({ language: 'ru', theme: 'dark' });
    choose({ sounds: false });
    const kept = JSON.parse(localStorage.getItem('corners-settings') ?? '');
    expect(settingsOf(kept)).toEqual({ language: 'ru', theme: 'dark', sounds: false });
  });

  it.each([null, 7, 'dark', [], { language: 'xx', theme: 'pink', sounds: 'no' }])(
    'are as at first where what was kept is none: %j',
    (kept) => {
      expect(settingsOf(kept)).toEqual(AT_FIRST);
    },
  );

  it('follow another tab', () => {
    localStorage.setItem('corners-settings', JSON.stringify({ theme: 'light' }));
    dispatchEvent(new StorageEvent('storage', { key: 'corners-settings' }));
    expect(settings.value.theme).toBe('light');
  });

  it('are as at first when what was kept cannot be read', () => {
    choose({ theme: 'dark' });
    localStorage.setItem('corners-settings', '{');
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(settings.value).toEqual(AT_FIRST);
  });
});
