// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { navigate } from '../../page/src/navigation';
import { speak } from '../../page/src/texts';
import { announce, prepareAnnouncements } from '../../page/src/ui/announce';
import type { CornersAnswers } from '../../page/src/ui/answers';
import { confirm } from '../../page/src/ui/dialog';
import { type CornersToasts, toast } from '../../page/src/ui/toast';

beforeAll(() => speak('en'));

const politeTexts = () => [...document.querySelectorAll('[aria-live=polite] p')].map((line) => line.textContent);

describe('what a screen reader hears', () => {
  it('is in a region that was there before, the same text twice', () => {
    prepareAnnouncements();
    const region = document.querySelector('[aria-live=polite]');
    expect(region?.children.length).toBe(0);
    announce('Your move');
    announce('Your move');
    expect(politeTexts()).toEqual(['Your move', 'Your move']);
    expect(document.querySelectorAll('[aria-live=polite]').length).toBe(1);
  });
});

describe('a toast', () => {
  it('is read out, and only the newest three are shown, each once', async () => {
    const toasts: CornersToasts = document.createElement('corners-toasts');
    // The tests' document has no popovers.
    toasts.showPopover = () => undefined;
    document.body.append(toasts);
    for (const text of ['one', 'two', 'three', 'four', 'four']) toast(text);
    await toasts.updateComplete;
    const shown = [...(toasts.shadowRoot?.querySelectorAll('li p') ?? [])].map((line) => line.textContent);
    expect(shown).toEqual(['two', 'three', 'four']);
    expect(politeTexts()).toContain('four');
    toasts.remove();
  });
});

describe('a question', () => {
  it.each([
    [0, false],
    [1, true],
  ])('is answered by its buttons, the harmless one first: %d', async (button, answer) => {
    const answered = confirm({
      title: 'Resign?',
      text: 'It is over then.',
      yes: 'Resign',
      no: 'Play on',
      danger: true,
    });
    const answers = document.querySelector<CornersAnswers>('corners-answers');
    await answers?.updateComplete;
    answers?.shadowRoot?.querySelectorAll('button')[button]?.click();
    expect(await answered).toBe(answer);
    expect(document.querySelector('corners-dialog')).toBeNull();
  });

  it('that is closed is answered with no', async () => {
    const answered = confirm({ title: 'Resign?', text: 'It is over then.', yes: 'Resign', no: 'Play on' });
    document.querySelector('corners-dialog')?.dispatchEvent(new CustomEvent('corners-close'));
    expect(await answered).toBe(false);
  });

  it('goes, unanswered, with the place where it was asked', async () => {
    const answered = confirm({ title: 'Resign?', text: 'It is over then.', yes: 'Resign', no: 'Play on' });
    navigate({ page: 'rules' });
    expect(await answered).toBe(false);
    expect(document.querySelector('corners-dialog')).toBeNull();
  });

  it('goes, unanswered, when there is nothing to be asked any more', async () => {
    const over = new AbortController();
    const question = { title: 'Resign?', text: 'It is over then.', yes: 'Resign', no: 'Play on', until: over.signal };
    const answered = confirm(question);
    over.abort();
    expect(await answered).toBe(false);
    expect(document.querySelector('corners-dialog')).toBeNull();
    expect(await confirm(question)).toBe(false);
  });
});
