import { bestLanguage, language, speak } from '../texts';
import { settings } from './settings';

/** Shows and speaks as the settings say, from now on. Resolves when the first language is there. */
export async function followSettings(): Promise<void> {
  applyTheme();
  settings.subscribe(() => {
    applyTheme();
    void applyLanguage();
  });
  await speak(wished());
}

function applyTheme(): void {
  const { theme } = settings.value;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function applyLanguage(): Promise<void> {
  if (wished() === language.value) return;
  try {
    await speak(wished());
  } catch {
    // Texts that cannot be loaded now: the page goes on in the language it speaks.
  }
}

function wished() {
  return settings.value.language ?? bestLanguage(navigator.languages);
}
