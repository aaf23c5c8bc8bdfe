// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import '../../page/src/pages/account/register';
import { speak } from '../../page/src/texts';
import { isTyping } from '../../page/src/ui/dirty';

beforeAll(() => speak('en'));

it('a form holds what was written until it is emptied or leaves the page', async () => {
  const form = document.createElement('corners-account-register');
  document.body.append(form);
  const { updateComplete } = form as unknown as { updateComplete: Promise<boolean> };
  await updateComplete;
  const write = async (text: string) => {
    const name = form.shadowRoot?.querySelector<HTMLInputElement>('#name');
    if (!name) throw new Error('there is no field for the name');
    name.value = text;
    name.dispatchEvent(new InputEvent('input'));
    await (form as unknown as { updateComplete: Promise<boolean> }).updateComplete;
  };
  expect(isTyping.value).toBe(false);
  await write('A');
  expect(isTyping.value).toBe(true);
  await write('');
  expect(isTyping.value).toBe(false);
  await write('A');
  form.remove();
  expect(isTyping.value).toBe(false);
});
