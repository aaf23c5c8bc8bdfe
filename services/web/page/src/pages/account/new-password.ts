import { passwordProblem } from '../../domain/credentials';
import { explainReason } from '../../rpc/failure';

/** Why a password cannot be that of somebody with the name, before the server is asked; empty where nothing speaks against it. */
export function newPasswordProblem(password: string, name: string): string {
  const why = passwordProblem(password, name);
  return why ? explainReason('PASSWORD_NOT_ALLOWED', why) : '';
}
