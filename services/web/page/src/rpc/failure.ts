import { Code, ConnectError } from '@connectrpc/connect';
import { hasText, t } from '../texts';
import { isLostConnection } from './calls';
import { metadataOf, reasonOf } from './reasons';

export { metadataOf, reasonOf };

/** A sentence for the player: what went wrong and what to do. */
export function explain(error: unknown): string {
  if (isLostConnection(error)) return t('error-offline');
  const reason = reasonOf(error);
  return textFor(reason, metadataOf(error).why) ?? t(byCode(ConnectError.from(error).code));
}

/** A sentence for a refusal that the server would give. */
export function explainReason(reason: string, why?: string): string {
  return textFor(reason, why) ?? t('error-other');
}

function textFor(reason: string, why: string | undefined): string | undefined {
  const ids = [why && `${textOf(reason)}-${kebab(why)}`, reason && textOf(reason)];
  const id = ids.find((candidate) => candidate && hasText(candidate));
  return id ? t(id) : undefined;
}

/** A sentence for why a move is illegal: the reason as ExplainMove gives it. */
export function explainMove(reason: string): string {
  const id = `error-illegal-move-${kebab(reason)}`;
  return t(hasText(id) ? id : 'error-illegal-move');
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
