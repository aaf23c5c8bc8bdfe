import { ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb';

/** Why a call was refused: docs/errors.md has the reasons. Empty where the server gave none. */
export function reasonOf(error: unknown): string {
  return infoOf(error)?.reason ?? '';
}

/** What the reason is about. */
export function metadataOf(error: unknown): Record<string, string> {
  return infoOf(error)?.metadata ?? {};
}

function infoOf(error: unknown) {
  return ConnectError.from(error).findDetails(ErrorInfoSchema)[0];
}
