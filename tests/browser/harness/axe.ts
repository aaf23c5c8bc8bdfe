import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What of a page does not meet WCAG 2.2 AA, as far as a program can tell: the rule, and where. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (rules) =>
      (window as unknown as { axe: { run(what: object): Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values: rules },
      }),
    RULES,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.flat().join(' > ')}: ${failureSummary}`),
  );
}
