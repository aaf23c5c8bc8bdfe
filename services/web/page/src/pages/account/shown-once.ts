import { kept } from '../../rpc/kept';
import { Store } from '../../state/store';

/** A secret, and the account that it belongs to. */
interface Secret {
  readonly account: string;
  readonly text: string;
}

/**
 * A secret that the server tells once. It is kept in no store but here until the player says that it is written down:
 * until then whoever closes the page is asked first, wherever in it.
 */
export class ShownOnce extends Store<Secret | undefined> {
  constructor() {
    super(undefined);
    this.subscribe(() => {
      if (this.value) addEventListener('beforeunload', this.holdBack);
      else removeEventListener('beforeunload', this.holdBack);
    });
  }

  /** The secret, for the account that it belongs to; empty where there is none, or where another account goes on. */
  get text(): string {
    return this.value && this.value.account === kept.value?.account ? this.value.text : '';
  }

  /** The player has it. */
  readonly written = (): void => this.set(undefined);

  private readonly holdBack = (event: BeforeUnloadEvent): void => event.preventDefault();
}
