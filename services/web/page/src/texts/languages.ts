/** The languages that the page speaks, each with its own name for itself. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  nl: 'Nederlands',
  de: 'Deutsch',
  ru: 'Русский',
} as const;

/** A language of the page. */
export type Language = keyof typeof LANGUAGES;

/** Whether the page speaks a language. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** The first of the wished languages that the page speaks, English where it speaks none. */
export function bestLanguage(wished: readonly string[]): Language {
  const spoken = wished.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return spoken.find(isLanguage) ?? 'en';
}

/** How numbers and dates of a language are written: as in the first wished region where it is spoken, else as in its usual one. */
export function localeOf(language: Language, wished: readonly string[]): string {
  return wished.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}

const texts: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('./languages/en'),
  es: () => import('./languages/es'),
  fr: () => import('./languages/fr'),
  nl: () => import('./languages/nl'),
  de: () => import('./languages/de'),
  ru: () => import('./languages/ru'),
};

/** All texts of a language, in Fluent's syntax. */
export async function textsOf(language: Language): Promise<string> {
  return (await texts[language]()).default;
}
