import type { Player, Tokens } from '../../gen/corners/accounts/v1/player_pb';
import { begin } from '../../rpc/session';
import { forgetPlayer } from '../../state/names';
import { ShownOnce } from './shown-once';

/** The recovery code that its player has not written down yet. */
export const unwrittenCode = new ShownOnce();

/** The secret of the access token that was just made. */
export const unwrittenToken = new ShownOnce();

/** Goes on as the account that the server has answered with. The code is told before the account is there to see. */
export function signedIn(answer: { player?: Player; tokens?: Tokens; recoveryCode?: string }): void {
  const { recoveryCode: text, tokens } = answer;
  if (text && tokens) unwrittenCode.set({ account: tokens.account, text });
  if (answer.player) forgetPlayer(answer.player.account);
  begin(answer.player, answer.tokens);
}
