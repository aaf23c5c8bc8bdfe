import { css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { t } from '../texts';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';

import './answers';

export { confirm, type Question } from './confirm';

/**
 * A dialog over the page, with the browser's own focus and Escape.
 *
 *     html`<corners-dialog .heading=${t('…')} ?open=${this.isAsking} @corners-close=${() => (this.isAsking = false)}>
 *       …
 *       <button slot="actions" class="primary">…</button>
 *     </corners-dialog>`
 *
 * `corners-close` tells that the player closed it, by Escape, the cross, or a press beside it.
 */
@customElement('corners-dialog')
export class CornersDialog extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: contents;
      }
      dialog {
        width: min(32rem, calc(100vw - 2 * var(--space-3)));
        max-height: calc(100dvh - 2 * var(--space-3));
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius-large);
        background: var(--surface-raised);
        color: var(--text);
        box-shadow: var(--shadow-high);
      }
      dialog::backdrop {
        background: var(--veil);
      }
      .inside {
        display: grid;
        gap: var(--space-4);
        padding: var(--space-5);
      }
      .head {
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: var(--space-3);
      }
      .head button {
        margin: -0.4rem -0.6rem 0 0;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-2) var(--space-3);
      }
      @media (prefers-reduced-motion: no-preference) {
        dialog[open] {
          animation: come 150ms ease-out;
        }
        @keyframes come {
          from {
            opacity: 0;
            translate: 0 0.5rem;
          }
        }
      }
    `,
  ];

  /** Whether it is shown. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** What it is about. */
  @property() heading = '';

  @query('dialog') private readonly dialog!: HTMLDialogElement;

  override render() {
    return html`<dialog aria-labelledby="heading" @cancel=${this.cancelled} @click=${this.pressed}>
      <div class="inside">
        <div class="head">
          <h2 id="heading">${this.heading}</h2>
          <button type="button" class="quiet icon" aria-label=${t('close')} @click=${this.close}>${icon('close')}</button>
        </div>
        <slot></slot>
        <div class="actions"><slot name="actions"></slot></div>
      </div>
    </dialog>`;
  }

  override updated(): void {
    if (this.open && !this.dialog.open) this.dialog.showModal();
    if (!this.open && this.dialog.open) this.dialog.close();
  }

  private cancelled(event: Event): void {
    event.preventDefault();
    this.close();
  }

  private pressed(event: MouseEvent): void {
    // Only a press on the dialog itself is one beside its inside.
    if (event.target !== this.dialog) return;
    const { left, right, top, bottom } = this.dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) this.close();
  }

  private close(): void {
    this.open = false;
    this.dispatchEvent(new CustomEvent('corners-close', { bubbles: true, composed: true }));
  }
}
