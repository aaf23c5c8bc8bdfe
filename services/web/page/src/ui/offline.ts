import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { connection } from '../state/connection';
import { t } from '../texts';
import { announce } from './announce';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';

/** Says that the platform cannot be reached, over the foot of the page so that nothing moves, and when it can be again. */
@customElement('corners-offline')
export class CornersOffline extends CornersElement {
  static override styles = [
    controls,
    css`
      aside {
        position: fixed;
        z-index: 15;
        inset: auto 0 0 0;
        display: flex;
        align-items: center;
        justify-content: center;
        gap: var(--space-3);
        padding: var(--space-2) var(--gutter) calc(var(--space-2) + env(safe-area-inset-bottom));
        background: var(--warning-soft);
        color: var(--on-warning-soft);
        border-top: 1px solid var(--warning);
        font-weight: 600;
      }
      svg {
        flex: none;
      }
    `,
  ];

  private wasOffline = false;

  constructor() {
    super();
    this.follow(connection);
  }

  override willUpdate(): void {
    const isOffline = connection.value === 'offline';
    if (isOffline && !this.wasOffline) announce(t('shell-offline'));
    if (connection.value === 'online' && this.wasOffline) announce(t('shell-online-again'));
    // Between the two it is being tried: neither is news.
    if (connection.value !== 'connecting') this.wasOffline = isOffline;
  }

  override render() {
    if (connection.value === 'online' || !this.wasOffline) return nothing;
    return html`<aside aria-label=${t('shell-connection')}>${icon('offline')}<span>${t('shell-offline')}</span></aside>`;
  }
}
