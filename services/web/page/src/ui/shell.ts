import { css, html } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { route } from '../navigation';
import type { Route } from '../routes';
import { language, t } from '../texts';
import { announce, prepareAnnouncements } from './announce';
import { controls } from './controls.css';
import { CornersElement } from './element';
import './header';
import './incoming';
import './offline';
import './outlet';
import { keyOf } from './outlet';
import './toast';

/** The frame of the page: header, the place that is shown, footer. The page's only element in index.html. */
@customElement('corners-shell')
export class CornersShell extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template: auto auto 1fr auto / minmax(0, 1fr);
        min-height: 100dvh;
      }
      .skip {
        position: absolute;
        z-index: 20;
        inset-block-start: var(--space-2);
        inset-inline-start: var(--space-2);
        translate: 0 -200%;
      }
      .skip:focus {
        translate: none;
      }
      main {
        /* What is loading is as high as the window, so that the footer does not jump. */
        min-height: calc(100dvh - 3.5rem);
      }
      main:focus {
        outline: none;
      }
      footer {
        padding: var(--space-4) var(--gutter);
        border-top: 1px solid var(--line);
        color: var(--text-muted);
        font-size: var(--text-small);
      }
      footer nav {
        max-width: var(--width-page);
        margin-inline: auto;
      }
      footer a {
        color: inherit;
        padding-block: 0.25rem;
      }
    `,
  ];

  @query('main') private readonly main!: HTMLElement;

  private key = keyOf(route.value);
  private isMoving = false;

  constructor() {
    super();
    this.follow(route);
    route.subscribe(() => this.gone());
    language.subscribe(() => this.entitle());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    prepareAnnouncements();
    this.entitle();
  }

  override render() {
    return html`<corners-header .page=${route.value.page}>
        <a slot="skip" class="button primary skip" href="#main" @click=${this.skip}>${t('shell-skip')}</a>
      </corners-header>
      <corners-offline></corners-offline>
      <main id="main" tabindex="-1">
        <corners-outlet .route=${route.value} @corners-page=${this.arrived}></corners-outlet>
      </main>
      ${this.footer()}
      <corners-incoming></corners-incoming>
      <corners-toasts></corners-toasts>`;
  }

  private footer() {
    return html`<footer>
      <nav class="spread" aria-label=${t('shell-footer-label')}>
        <span>${t('shell-footer-about')}</span>
        <span class="cluster">
          <a href="/rules">${t('nav-rules')}</a>
          <a href="/practice">${t('nav-practice')}</a>
        </span>
      </nav>
    </footer>`;
  }

  /** Another page starts at its top, with its own title, and is told of. The same page in another state is left alone. */
  private gone(): void {
    const key = keyOf(route.value);
    if (key === this.key) return;
    this.key = key;
    this.isMoving = true;
    this.entitle();
  }

  private arrived(): void {
    if (!this.isMoving) return;
    this.isMoving = false;
    this.main.focus({ preventScroll: true });
    announce(document.title);
  }

  private entitle(): void {
    document.title = t('title-of', { text: t(TITLES[route.value.page]) });
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.main.focus();
  }
}

/** What the pages are called in the tab; pages that know more say so by setTitle. */
const TITLES: Record<Route['page'], string> = {
  home: 'title-home',
  table: 'title-table',
  game: 'title-game',
  challenge: 'title-challenge',
  player: 'title-player',
  leaders: 'title-leaders',
  rules: 'title-rules',
  practice: 'title-practice',
  account: 'title-account',
  missing: 'title-missing',
};
