import { html, render } from 'lit';
import { route } from '../navigation';
import './answers';
import './dialog';

/** What is asked before something is done that cannot be undone. */
export interface Question {
  title: string;
  text: string;
  /** The words of the button that does it. */
  yes: string;
  /** The words of the button that does not. */
  no: string;
  /** Whether something is lost by it. */
  danger?: boolean;
  /** Aborted when there is nothing to be asked any more. */
  until?: AbortSignal;
}

/**
 * Asks before something is done: true when the player says yes. A question goes, unanswered, with the place where it was
 * asked, and when it is aborted: false then.
 *
 *     if (await confirm({ title: t('…'), text: t('…'), yes: t('…'), no: t('…'), danger: true })) …
 */
export function confirm({ title, text, yes, no, danger = false, until }: Question): Promise<boolean> {
  if (until?.aborted) return Promise.resolve(false);
  const place = document.createElement('div');
  document.body.append(place);
  return new Promise((resolve) => {
    const settle = (is: boolean) => {
      stop();
      until?.removeEventListener('abort', refuse);
      render(null, place);
      place.remove();
      resolve(is);
    };
    const agree = () => settle(true);
    const refuse = () => settle(false);
    const stop = route.subscribe(refuse);
    until?.addEventListener('abort', refuse);
    render(
      html`<corners-dialog open .heading=${title} @corners-close=${refuse}>
        <p>${text}</p>
        <corners-answers slot="actions" .yes=${yes} .no=${no} ?danger=${danger} @corners-yes=${agree}
          @corners-no=${refuse}></corners-answers>
      </corners-dialog>`,
      place,
    );
  });
}
