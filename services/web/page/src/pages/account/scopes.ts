import { Scope } from '../../gen/corners/access/v1/access_pb';
import { t } from '../../texts';

/** What tokens for a person, and for a bot, can permit. Operators make tokens with `admin` by the command line. */
export const SCOPES = {
  person: [Scope.PLAY, Scope.WATCH, Scope.FEED],
  bot: [Scope.BOT, Scope.WATCH, Scope.FEED],
} as const;

/** What a scope permits, in words. */
export function scopeText(scope: Scope): string {
  switch (scope) {
    case Scope.PLAY:
      return t('account-scope-play');
    case Scope.BOT:
      return t('account-scope-bot');
    case Scope.WATCH:
      return t('account-scope-watch');
    case Scope.FEED:
      return t('account-scope-feed');
    default:
      return t('account-scope-admin');
  }
}
