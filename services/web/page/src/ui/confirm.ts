import { html, render } from 'lit';
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
}

/**
 * Asks before something is done: true when the player says yes.
 *
 *     if (await confirm({ title: t('…'), text: t('…'), yes: t('…'), no: t('…'), danger: true })) …
 */
export function confirm({ title, text, yes, no, danger = false }: Question): Promise<boolean> {
  const place = document.createElement('div');
  document.body.append(place);
  return new Promise((resolve) => {
    const answer = (is: boolean) => () => {
      render(null, place);
      place.remove();
      resolve(is);
    };
    render(
      html`<corners-dialog open .heading=${title} @corners-close=${answer(false)}>
        <p>${text}</p>
        <corners-answers slot="actions" .yes=${yes} .no=${no} ?danger=${danger} @corners-yes=${answer(true)}
          @corners-no=${answer(false)}></corners-answers>
      </corners-dialog>`,
      place,
    );
  });
}
