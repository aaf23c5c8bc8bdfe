import { ConnectError } from '@connectrpc/connect';
import { BadRequestSchema, ErrorInfoSchema } from '../gen/google/rpc/error_details_pb';

/** Why a call was refused: docs/errors.md has the reasons. Empty where the server gave none. */
export function reasonOf(error: unknown): string {
  return infoOf(error)?.reason ?? '';
}

/** What the reason is about. */
export function metadataOf(error: unknown): Record<string, string> {
  return infoOf(error)?.metadata ?? {};
}

/** The fields of the request that are malformed. */
export function fieldsOf(error: unknown): string[] {
  const details = ConnectError.from(error).findDetails(BadRequestSchema);
  return details.flatMap((detail) => detail.fieldViolations.map((violation) => violation.field));
}

function infoOf(error: unknown) {
  return ConnectError.from(error).findDetails(ErrorInfoSchema)[0];
}
