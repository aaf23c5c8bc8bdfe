import { isLanguage, type Language } from '../texts/languages';
import { Store } from './store';

/** How the page looks: as the system does, or always light or dark. */
export type Theme = 'auto' | 'light' | 'dark';

/** What a player has chosen for this browser. */
export interface Settings {
  /** Undefined: the first of the browser's languages that the page speaks. */
  readonly language: Language | undefined;
  readonly theme: Theme;
  readonly sounds: boolean;
}

const KEY = 'corners-settings';

/** The settings of this browser, shared by its tabs. Changed by `choose`. */
export const settings = new Store<Settings>(read());

/** Changes some settings, for all tabs. */
export function choose(some: Partial<Settings>): void {
  settings.update((now) => ({ ...now, ...some }));
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Nothing can be kept in this browser: chosen as long as the page is open.
  }
}

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) settings.set(read());
});

function read(): Settings {
  try {
    return settingsOf(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return settingsOf(null);
  }
}

/** The settings that a kept value stands for: what is missing or is no setting is as at first. */
export function settingsOf(kept: unknown): Settings {
  const { language, theme, sounds }: Record<string, unknown> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  return {
    language: typeof language === 'string' && isLanguage(language) ? language : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    sounds: typeof sounds === 'boolean' ? sounds : true,
  };
}
