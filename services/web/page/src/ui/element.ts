import { LitElement, type ReactiveController } from 'lit';
import type { Store } from '../state/store';
import { language } from '../texts';

/** Draws its element again when a store changes, as long as the element is in the page. */
class Following implements ReactiveController {
  private stop: (() => void) | undefined;

  constructor(
    private readonly host: CornersElement,
    private readonly store: Store<unknown>,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = this.store.subscribe(() => this.host.requestUpdate());
    // What changed before.
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop?.();
    this.stop = undefined;
  }
}

/** What all elements of the page are: drawn anew when the language changes, or a store that they follow. */
export abstract class CornersElement extends LitElement {
  constructor() {
    super();
    this.follow(language);
  }

  /** Draws the element anew when `store` changes. Called in the constructor. */
  protected follow<T>(store: Store<T>): Store<T> {
    new Following(this, store as Store<unknown>);
    return store;
  }
}
