import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Route } from '../routes';
import { t } from '../texts';
import './account-corner';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { logo } from './logo';
import './menu';
import './settings-menu';

/** The places that the header leads to. */
const PLACES = [
  { page: 'home', href: '/', text: 'nav-play' },
  { page: 'practice', href: '/practice', text: 'nav-practice' },
  { page: 'rules', href: '/rules', text: 'nav-rules' },
  { page: 'leaders', href: '/leaders', text: 'nav-leaders' },
] as const;

/** The head of the page: its name, where one can go, who plays, settings. On phones the places are in a menu. */
@customElement('corners-header')
export class CornersHeader extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }
      header {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        max-width: var(--width-page);
        height: 3.5rem;
        margin-inline: auto;
        padding-inline: var(--gutter);
      }
      .name {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        min-height: 2.75rem;
        margin-inline-end: var(--space-3);
        color: var(--text);
        font-size: 1.2rem;
        font-weight: 750;
        letter-spacing: -0.02em;
        text-decoration: none;
      }
      .name svg {
        flex: none;
      }
      nav ul {
        display: flex;
        gap: var(--space-1);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      nav a {
        display: flex;
        align-items: center;
        min-height: 2.5rem;
        padding-inline: var(--space-3);
        border-radius: var(--radius);
        color: var(--text);
        font-weight: 600;
        text-decoration: none;
      }
      nav a:hover {
        background: var(--surface-sunken);
      }
      nav a[aria-current='page'] {
        background: var(--accent-soft);
        color: var(--on-accent-soft);
      }
      .end {
        display: flex;
        align-items: center;
        gap: var(--space-1);
        min-width: 0;
        margin-inline-start: auto;
      }
      .small-nav {
        display: none;
      }
      .small-nav nav ul {
        display: grid;
      }
      .small-nav nav a {
        min-height: 2.75rem;
      }
      @media (max-width: 47.9rem) {
        .wide-nav {
          display: none;
        }
        .small-nav {
          display: block;
        }
        .name {
          margin-inline-end: 0;
        }
      }
      /* Large text on a phone: the logo is the name. */
      @media (max-width: 19.9rem) {
        .name span {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        header {
          gap: 0;
        }
      }
    `,
  ];

  /** The page that is shown. */
  @property({ attribute: false }) page: Route['page'] = 'home';

  override render() {
    return html`<header>
      <slot name="skip"></slot>
      <div class="small-nav">
        <corners-menu start icon="menu" label=${t('nav-label')}>${this.places()}</corners-menu>
      </div>
      <a class="name" href="/">${logo()}<span>${t('corners')}</span></a>
      <div class="wide-nav">${this.places()}</div>
      <div class="end">
        <corners-account-corner></corners-account-corner>
        <corners-settings-menu></corners-settings-menu>
      </div>
    </header>`;
  }

  private places() {
    return html`<nav aria-label=${t('nav-label')}>
      <ul>
        ${PLACES.map(
          ({ page, href, text }) =>
            html`<li><a href=${href} aria-current=${page === this.page ? 'page' : 'false'}>${t(text)}</a></li>`,
        )}
      </ul>
    </nav>`;
  }
}
