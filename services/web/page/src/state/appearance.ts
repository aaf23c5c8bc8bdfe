import { bestLanguage, type Language, speak } from '../texts';
import { settings } from './settings';

/**
 * Shows and speaks as the settings say, from now on. Resolves when the first language is there: the one that is wished,
 * else English. Rejects where neither can be loaded.
 */
export async function followSettings(): Promise<void> {
  applyTheme();
  settings.subscribe(applyTheme);
  let asked = wished();
  try {
    await speak(asked);
  } catch {
    await speak('en');
  }
  const follow = () => {
    if (wished() === asked) return;
    asked = wished();
    void applyLanguage(asked);
  };
  settings.subscribe(follow);
  // What was chosen in another tab meanwhile.
  follow();
}

function applyTheme(): void {
  const { theme } = settings.value;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function applyLanguage(next: Language): Promise<void> {
  try {
    await speak(next);
  } catch {
    // Texts that cannot be loaded now: the page goes on in the language it speaks.
  }
}

function wished(): Language {
  return settings.value.language ?? bestLanguage(navigator.languages);
}
