// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import { speak } from '../../page/src/texts';
import '../../page/src/ui/outlet';

const chunk = vi.hoisted(() => {
  let fail: (error: Error) => void = () => undefined;
  const arrives = new Promise<never>((_, reject) => {
    fail = reject;
  });
  return { arrives, fail };
});

vi.mock('../../page/src/pages/rules/index.ts', () => chunk.arrives);

beforeAll(() => speak('en'));

it('a page that fails to load after another one was gone to does not take its place', async () => {
  const outlet = document.createElement('corners-outlet');
  document.body.append(outlet);
  Object.assign(outlet, { route: { page: 'rules' } });
  await outlet.updateComplete;
  Object.assign(outlet, { route: { page: 'missing' } });
  const shown = () => outlet.shadowRoot?.firstElementChild?.localName;
  await vi.waitUntil(() => shown() === 'corners-missing-page');
  chunk.fail(new Error('404'));
  await new Promise((resolve) => setTimeout(resolve));
  await outlet.updateComplete;
  expect(shown()).toBe('corners-missing-page');
});
