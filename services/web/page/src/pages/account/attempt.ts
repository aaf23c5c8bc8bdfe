import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { fieldOf } from '../../domain/credentials';
import { newRequestId, persist } from '../../rpc/calls';
import { explain, metadataOf, reasonOf } from '../../rpc/failure';
import { t } from '../../texts';

/** What the player attempts in a form: one call at a time, and why the last one was refused. */
export class Attempt implements ReactiveController {
  isUnderWay = false;
  private error: unknown;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.error = undefined;
  }

  /** Makes the call, again with the same request id as long as its answer is not known. Undefined when it was refused. */
  async make<T>(call: (requestId: string) => Promise<T>): Promise<T | undefined> {
    if (this.isUnderWay) return undefined;
    this.isUnderWay = true;
    this.forgive();
    const requestId = newRequestId();
    try {
      return await persist(() => call(requestId));
    } catch (error) {
      this.error = error;
      return undefined;
    } finally {
      this.isUnderWay = false;
      this.host.requestUpdate();
    }
  }

  /** The player corrects something: what was refused is said no longer. */
  forgive(): void {
    this.error = undefined;
    this.host.requestUpdate();
  }

  /** What was refused about a field; `form` for what is about none. Empty for nothing. */
  problem(field: ReturnType<typeof fieldOf>): string {
    if (this.error === undefined || fieldOf(reasonOf(this.error)) !== field) return '';
    const { again_at_ms: again } = metadataOf(this.error);
    if (reasonOf(this.error) === 'TOO_SOON' && again)
      return t('account-name-too-soon', { date: new Date(Number(again)) });
    return explain(this.error);
  }
}
