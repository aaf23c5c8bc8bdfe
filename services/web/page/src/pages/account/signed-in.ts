import type { Player, Tokens } from '../../gen/corners/accounts/v1/player_pb';
import { begin } from '../../rpc/session';
import { forgetPlayer } from '../../state/names';
import { Store } from '../../state/store';

/** The recovery code of this account that its player has not written down yet. It is in no store but here. */
export const unwrittenCode = new Store('');

/** Goes on as the account that the server has answered with. The code is told before the account is there to see. */
export function signedIn(answer: { player?: Player; tokens?: Tokens; recoveryCode?: string }): void {
  if (answer.recoveryCode) unwrittenCode.set(answer.recoveryCode);
  if (answer.player) forgetPlayer(answer.player.account);
  begin(answer.player, answer.tokens);
}
