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

/** Why the platform refuses what players do: the reasons of docs/errors.md, as keys have them. */
const REFUSALS = [
  'account-banned',
  'account-not-found',
  'already-offered',
  'already-registered',
  'already-seated',
  'backlog-full',
  'challenge-not-found',
  'challenge-over',
  'challenge-pending',
  'confirm-return-home',
  'corrupt-log',
  'flag-fallen',
  'game-not-found',
  'game-not-over',
  'game-over',
  'game-starting',
  'guest-not-allowed',
  'illegal-move',
  'invalid-argument',
  'invalid-page-token',
  'invalid-position',
  'invalid-set-up',
  'invalid-time-control',
  'name-not-allowed',
  'name-taken',
  'no-offer',
  'no-opponent',
  'no-such-pool',
  'not-claimable',
  'not-seated',
  'not-your-turn',
  'nothing-to-take-back',
  'offer-pending',
  'own-offer',
  'password-not-allowed',
  'player-not-available',
  'queue-delayed',
  'rate-limited',
  'rating-out-of-range',
  'rematch-over',
  'seat-taken',
  'seek-not-found',
  'session-not-found',
  'stale-turn',
  'table-not-live',
  'takeback-limit',
  'takebacks-off',
  'ticket-ended',
  'token-not-found',
  'too-late-to-abort',
  'too-many',
  'too-soon',
  'unknown-variant',
  'waiting-for-players',
  'wrong-credentials',
] as const;

/** Beginnings of keys, each with all its ends. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'variant-': VARIANTS.flatMap((id) => [id, `${id}-text`]),
  'side-': SIDES,
  'settings-theme-': ['auto', 'light', 'dark'],
  'error-': REFUSALS,
  'error-illegal-move-': ILLEGAL,
  'error-invalid-set-up-': ['no-pieces', 'too-many-pieces', 'move-number', 'goal-filled', 'no-legal-move'],
  'error-name-not-allowed-': ['length', 'characters', 'mixed-scripts', 'reserved'],
  'error-password-not-allowed-': ['length', 'common', 'name'],
  'error-queue-delayed-': ['aborts', 'no-shows', 'walked-away'],
  'error-ticket-ended-': ['cancelled', 'replaced', 'game-started', 'too-many'],
};
