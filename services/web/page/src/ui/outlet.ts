import { css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Route } from '../routes';
import { t } from '../texts';
import { controls } from './controls.css';
import { CornersElement } from './element';

/** A page's element: all of them have its place. */
type PageElement = HTMLElement & { route: Route };

/** The chunks of the pages: pages/<name>/index.ts defines <corners-<name>-page>. */
const chunks = import.meta.glob('../pages/*/index.ts');

/**
 * Shows the page of a place, which is loaded when it is first gone to. Until then, and where that fails, it says so.
 * `corners-page` tells that another page is there.
 */
@customElement('corners-outlet')
export class CornersOutlet extends CornersElement {
  static override styles = [
    controls,
    css`
      .failed {
        place-items: start;
      }
    `,
  ];

  /** The place that is shown. */
  @property({ attribute: false }) route: Route = { page: 'home' };

  @state() private shown: PageElement | undefined;
  @state() private hasFailed = false;

  private shownKey = '';

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('route')) void this.show(this.route);
  }

  override render() {
    if (this.hasFailed) return this.failure();
    return this.shown;
  }

  private failure() {
    return html`<div class="page narrow failed" role="alert">
      <h1>${t('page-failed-title')}</h1>
      <p>${t('page-failed-text')}</p>
      <button type="button" class="primary" @click=${() => location.reload()}>${t('page-failed-reload')}</button>
    </div>`;
  }

  private async show(route: Route): Promise<void> {
    const key = keyOf(route);
    if (key === this.shownKey && this.shown) {
      this.shown.route = route;
      return;
    }
    try {
      await load(route.page);
      // Gone on meanwhile.
      if (this.route !== route) return;
      const element = document.createElement(`corners-${route.page}-page`) as PageElement;
      element.route = route;
      this.shownKey = key;
      this.shown = element;
      this.hasFailed = false;
    } catch {
      if (this.route !== route) return;
      this.hasFailed = true;
      this.shown = undefined;
    }
    await this.updateComplete;
    this.dispatchEvent(new CustomEvent('corners-page'));
  }
}

async function load(page: Route['page']): Promise<void> {
  const chunk = chunks[`../pages/${page}/index.ts`];
  if (!chunk) throw new Error(`there is no page ${page}`);
  await chunk();
}

/** Places with the same key are one page that changes what it shows: its element stays. */
export function keyOf(route: Route): string {
  switch (route.page) {
    case 'table':
    case 'game':
      return `${route.page} ${route.table}`;
    case 'challenge':
      return `${route.page} ${route.challenge}`;
    case 'player':
      return `${route.page} ${route.account}`;
    default:
      return route.page;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-outlet': CornersOutlet;
  }
}
