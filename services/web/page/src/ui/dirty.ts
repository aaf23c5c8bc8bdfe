import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Store } from '../state/store';

/** Whether the player has written something in this tab that is not sent yet: whatever leads elsewhere would lose it. */
export const isTyping = new Store(false);

const holders = new Set<object>();

/** Tells `isTyping` whether a form holds what is not sent yet, as it was last drawn, as long as it is in the page. */
export class Unsent implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly holds: () => boolean,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    this.note(this.holds());
  }

  hostDisconnected(): void {
    this.note(false);
  }

  private note(isHeld: boolean): void {
    if (isHeld) holders.add(this);
    else holders.delete(this);
    isTyping.set(holders.size > 0);
  }
}
