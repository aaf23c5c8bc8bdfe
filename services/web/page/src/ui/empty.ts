import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { type IconName, icon } from './icon';

/**
 * Says that there is nothing, and what can be done about it.
 *
 *     html`<corners-empty icon="users" .heading=${t('…')} .text=${t('…')}><a class="button" href="/">…</a></corners-empty>`
 */
@customElement('corners-empty')
export class CornersEmpty extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        justify-items: center;
        align-content: center;
        gap: var(--space-2);
        min-height: 9rem;
        padding: var(--space-4);
        text-align: center;
      }
      .picture {
        display: grid;
        place-items: center;
        width: 3rem;
        height: 3rem;
        border-radius: 50%;
        background: var(--surface-sunken);
        color: var(--text-muted);
      }
      .heading {
        font-weight: 600;
      }
      p {
        max-width: 30rem;
      }
    `,
  ];

  @property() icon: IconName | '' = '';
  @property() heading = '';
  @property() text = '';

  override render() {
    return html`${this.icon ? html`<div class="picture">${icon(this.icon)}</div>` : nothing}
      <p class="heading">${this.heading}</p>
      ${this.text ? html`<p class="muted">${this.text}</p>` : nothing}
      <slot></slot>`;
  }
}
