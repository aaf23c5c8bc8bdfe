import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { t } from '../texts';
import { controls } from './controls.css';
import { CornersElement } from './element';

/**
 * Shows that something is being loaded, in the room that it will take.
 *
 *     html`<corners-spinner></corners-spinner>`                 a turning ring, in the middle of its room
 *     html`<corners-skeleton rows="5"></corners-skeleton>`      grey rows, each as high as a row of a list (3rem)
 *
 * Both say "Loading" to screen readers once.
 */
@customElement('corners-spinner')
export class CornersSpinner extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        place-items: center;
        min-height: 6rem;
      }
      div {
        width: 2.25rem;
        height: 2.25rem;
        border: 4px solid var(--line);
        border-top-color: var(--accent);
        border-radius: 50%;
        animation: turn 0.9s linear infinite;
      }
      @keyframes turn {
        to {
          rotate: 1turn;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        div {
          animation-duration: 6s;
        }
      }
    `,
  ];

  override render() {
    return html`<div></div>
      <span class="visually-hidden" role="status">${t('loading')}</span>`;
  }
}

/** Grey rows where a list will be. */
@customElement('corners-skeleton')
export class CornersSkeleton extends CornersElement {
  static override styles = [
    controls,
    css`
      div {
        height: 3rem;
        padding-block: 0.75rem;
      }
      i {
        display: block;
        height: 100%;
        border-radius: var(--radius-small);
        background: var(--surface-sunken);
        animation: breathe 1.6s ease-in-out infinite alternate;
      }
      div:nth-child(even) i {
        width: 82%;
      }
      @keyframes breathe {
        to {
          opacity: 0.45;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        i {
          animation: none;
        }
      }
    `,
  ];

  /** How many rows. */
  @property({ type: Number }) rows = 3;

  override render() {
    return html`${Array.from({ length: this.rows }, () => html`<div><i></i></div>`)}
      <span class="visually-hidden" role="status">${t('loading')}</span>`;
  }
}
