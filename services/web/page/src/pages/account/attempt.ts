import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { fieldOf } from '../../domain/credentials';
import { mayBeSentAgain, newRequestId, persist } from '../../rpc/calls';
import { explain, metadataOf, reasonOf } from '../../rpc/failure';
import { t } from '../../texts';

/** What the player attempts in a form: one call at a time, and why the last one was refused. */
export class Attempt implements ReactiveController {
  isUnderWay = false;
  private error: unknown;
  /** The id of a call whose answer is not known: the same attempt again is the same call. */
  private openRequest: string | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forgive();
  }

  /** Makes the call, again with the same request id as long as its answer is not known. Undefined when it was refused. */
  async make<T>(call: (requestId: string) => Promise<T>): Promise<T | undefined> {
    if (this.isUnderWay) return undefined;
    const requestId = this.openRequest ?? newRequestId();
    this.forgive();
    this.isUnderWay = true;
    try {
      return await persist(() => call(requestId));
    } catch (error) {
      this.error = error;
      if (mayBeSentAgain(error)) this.openRequest = requestId;
      return undefined;
    } finally {
      this.isUnderWay = false;
      this.host.requestUpdate();
    }
  }

  /** The player changes what is asked for: what was refused is said no longer, and the next call is another one. */
  readonly forgive = (): void => {
    this.error = undefined;
    this.openRequest = undefined;
    this.host.requestUpdate();
  };

  /** What was refused about a field; `form` for what is about none. Empty for nothing. */
  problem(field: ReturnType<typeof fieldOf>): string {
    if (this.error === undefined || fieldOf(reasonOf(this.error)) !== field) return '';
    const { again_at_ms: again } = metadataOf(this.error);
    if (reasonOf(this.error) === 'TOO_SOON' && again)
      return t('account-name-too-soon', { date: new Date(Number(again)) });
    return explain(this.error);
  }
}
