import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from '../gen/google/rpc/error_details_pb';
import { hasText, t } from '../texts';
import { isLostConnection } from './calls';

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

/** After how long the server would like to be asked again, in milliseconds. */
export function retryAfter(error: unknown): number | undefined {
  const delay = ConnectError.from(error).findDetails(RetryInfoSchema)[0]?.retryDelay;
  return delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6;
}

/** A sentence for the player: what went wrong and what to do. */
export function explain(error: unknown): string {
  if (isLostConnection(error)) return t('error-offline');
  const reason = reasonOf(error);
  const { why } = metadataOf(error);
  const ids = [
    why && `${textOf(reason)}-${kebab(why)}`,
    reason && textOf(reason),
    byCode(ConnectError.from(error).code),
  ];
  const id = ids.find((candidate) => candidate && hasText(candidate));
  return t(id || 'error-other');
}

/** A sentence for why a move is illegal: the reason as ExplainMove gives it. */
export function explainMove(reason: string): string {
  const id = `error-illegal-move-${kebab(reason)}`;
  return t(hasText(id) ? id : 'error-illegal-move');
}

function infoOf(error: unknown) {
  return ConnectError.from(error).findDetails(ErrorInfoSchema)[0];
}

function textOf(reason: string): string {
  return `error-${kebab(reason)}`;
}

function kebab(reason: string): string {
  return reason.toLowerCase().replaceAll('_', '-');
}

function byCode(code: Code): string {
  switch (code) {
    case Code.Unavailable:
    case Code.DeadlineExceeded:
      return 'error-unavailable';
    case Code.ResourceExhausted:
      return 'error-busy';
    case Code.Unauthenticated:
      return 'error-signed-out';
    default:
      return 'error-other';
  }
}
