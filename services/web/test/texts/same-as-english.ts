import type { Language } from '../../page/src/texts/languages';

/** Texts that are rightly the same as in English: names, and words that the languages share. */
export const SAME_AS_ENGLISH: Partial<Record<Language, readonly string[]>> = {
  es: [
    'corners',
    'bot',
    'title-of',
    'settings-theme-auto',
    'clock-days',
    'variant-diagonal-3x3',
    'variant-diagonal-3x4',
    'variant-halma-16x16',
  ],
  fr: [
    'corners',
    'bot',
    'title-of',
    'title-table',
    'settings-theme-auto',
    'table-heading',
    'game-pause',
    'variant-triangle',
    'variant-halma-16x16',
  ],
  nl: [
    'corners',
    'bot',
    'title-of',
    'title-account',
    'account-corner-label',
    'player-ratings',
    'player-chart-rating',
    'settings-theme-auto',
    'variant-halma-16x16',
  ],
  de: [
    'account-name',
    'corners',
    'bot',
    'title-of',
    'settings-theme-auto',
    'variant-diagonal-3x3',
    'variant-diagonal-3x4',
    'variant-halma-16x16',
  ],
  ru: [],
};
