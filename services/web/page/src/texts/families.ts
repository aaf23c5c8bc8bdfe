/**
 * Keys that are put together: what they begin with, and all that can follow. Tests hold every language to have them all,
 * so that no key that the page may come upon is missing.
 *
 * A key may be put together only from a family: `t(`variant-${id}`)` belongs to `variant-`.
 */

/** The ways to play, in the order of the rules. */
export const VARIANTS = [
  'classic-3x3',
  'classic-3x4',
  'diagonal-3x3',
  'diagonal-3x4',
  'triangle',
  'square-4x4',
  'halma-16x16',
] as const;

const SIDES = ['white', 'black'] as const;

/** Why a move can be illegal: the rules' own words. */
const ILLEGAL = [
  'game-over',
  'too-few-squares',
  'out-of-board',
  'no-piece',
  'not-your-piece',
  'returns-to-origin',
  'lands-twice',
  'occupied',
  'blocked-path',
  'nothing-to-jump',
  'wrong-direction',
  'not-a-step-or-jump',
  'mixed-step-and-jump',
  'encloses',
] as const;

/** Beginnings of keys, each with all its ends. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'variant-': VARIANTS.flatMap((id) => [id, `${id}-text`]),
  'side-': SIDES,
  'settings-theme-': ['auto', 'light', 'dark'],
  'error-illegal-move-': ILLEGAL,
  'error-invalid-set-up-': ['no-pieces', 'too-many-pieces', 'move-number', 'goal-filled', 'no-legal-move'],
  'error-name-not-allowed-': ['length', 'characters', 'mixed-scripts', 'reserved'],
  'error-password-not-allowed-': ['length', 'common', 'name'],
  'error-queue-delayed-': ['aborts', 'no-shows', 'walked-away'],
  'error-ticket-ended-': ['cancelled', 'replaced', 'game-started', 'too-many'],
};
