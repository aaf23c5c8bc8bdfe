import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { clockFace } from '../domain/clock-face';
import { type ListedMove, type ListedPly, type MovePair, pairsOf, plyAfterKey } from '../domain/move-pairs';
import { language, t } from '../texts';
import { clockText } from '../texts/clock';
import { sideName } from '../texts/terms';
import { CornersElement } from './element';

/**
 * The moves of a game in pairs; the one that is shown is marked. Fires `corners-ply` with how many plies to show, when a move is
 * pressed or reached by the keyboard: arrows, Home and End. Its height is given from outside; it scrolls inside.
 */
@customElement('corners-moves')
export class CornersMoves extends CornersElement {
  static override styles = css`
    *,
    *::before {
      box-sizing: border-box;
    }
    :host {
      display: block;
      min-height: 0;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
      overflow: hidden;
    }
    .box {
      position: relative;
      height: 100%;
      padding: var(--space-1);
      overflow-y: auto;
      overscroll-behavior: contain;
      scrollbar-width: thin;
    }
    ol {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: grid;
      grid-template-columns: 2.5rem minmax(0, 1fr) minmax(0, 1fr);
      column-gap: 2px;
    }
    .number {
      padding: 0.35rem 0.5rem 0 0;
      color: var(--text-muted);
      font-size: var(--text-small);
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    .none {
      padding: 0.25rem 0.5rem;
      color: var(--text-muted);
    }
    button {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      column-gap: 0.4rem;
      width: 100%;
      min-height: 2rem;
      margin: 0;
      padding: 0.2rem 0.5rem;
      border: 2px solid transparent;
      border-radius: var(--radius-small);
      background: none;
      color: var(--text);
      font: inherit;
      font-size: 0.9375rem;
      text-align: start;
      overflow-wrap: anywhere;
      cursor: pointer;
    }
    button.start {
      width: auto;
      color: var(--text-muted);
    }
    button:hover {
      background: var(--surface-sunken);
    }
    button[aria-current] {
      background: var(--accent-soft);
      border-color: var(--accent);
      color: var(--on-accent-soft);
    }
    button:focus-visible {
      outline: 3px solid var(--focus);
      outline-offset: -3px;
    }
    small {
      color: var(--text-muted);
      font-size: 0.8125rem;
      font-variant-numeric: tabular-nums;
    }
    [aria-current] small {
      color: inherit;
    }
  `;

  @property({ attribute: false }) moves: readonly ListedMove[] = [];
  /** How many plies are shown on the board. */
  @property({ attribute: false }) ply = 0;
  @query('.box') private readonly box!: HTMLElement;

  protected override render() {
    return html`<div class="box" role="group" aria-label=${t('moves-label')} @keydown=${this.onKey}>
      ${this.button(0, t('moves-start'), html`${t('moves-start')}`, 'start')}
      ${guard([this.moves, this.ply, language.value], () => this.list())}
    </div>`;
  }

  private list() {
    if (this.moves.length === 0) return html`<div class="none">${t('moves-none')}</div>`;
    return html`<ol>
      ${pairsOf(this.moves).map((pair) => this.row(pair))}
    </ol>`;
  }

  private row({ number, white, black }: MovePair) {
    return html`<li>
      <span class="number" aria-hidden="true">${number}.</span>
      ${white ? this.move(white) : html`<span class="none" aria-hidden="true">…</span>`} ${black ? this.move(black) : ''}
    </li>`;
  }

  private move({ ply, move }: ListedPly) {
    const { path, side, moveNumber: number, remainingMs } = move;
    const time = remainingMs === undefined ? '' : clockText(clockFace(Number(remainingMs)));
    // What is seen is said as it stands, so that who speaks to the page can name it.
    const label = `${t('moves-move', { number, side: sideName(side), path })} ${time}`;
    return this.button(ply, label.trim(), html`<span>${path}</span> <small>${time}</small>`);
  }

  private button(ply: number, label: string, content: unknown, kind = '') {
    const isShown = ply === this.ply;
    return html`<button
      type="button"
      class=${kind}
      data-ply=${ply}
      tabindex=${isShown ? 0 : -1}
      aria-label=${label}
      aria-current=${isShown ? 'step' : nothing}
      @click=${() => this.choose(ply)}
    >
      ${content}
    </button>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('ply') && !changed.has('moves')) return;
    const shown = this.shownButton();
    if (!shown) return;
    const hasFocus = this.shadowRoot?.activeElement instanceof HTMLButtonElement;
    if (hasFocus) shown.focus({ preventScroll: true });
    this.bringIntoView(shown);
  }

  /** Scrolls the list, and nothing around it. */
  private bringIntoView(button: HTMLElement): void {
    const { box } = this;
    const row = button.closest('li') ?? button;
    // The box is what its content is placed by.
    const above = row.offsetTop;
    const margin = row.offsetHeight;
    if (above - margin < box.scrollTop) box.scrollTop = above - margin;
    else if (above + 2 * margin > box.scrollTop + box.clientHeight)
      box.scrollTop = above + 2 * margin - box.clientHeight;
  }

  private shownButton(): HTMLButtonElement | null {
    return this.box.querySelector<HTMLButtonElement>('[aria-current]');
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const ply = plyAfterKey(event.key, this.ply, this.moves.length);
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(ply);
  }

  private choose(ply: number): void {
    this.dispatchEvent(new CustomEvent('corners-ply', { detail: { ply }, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-moves': CornersMoves;
  }
  interface HTMLElementEventMap {
    'corners-ply': CustomEvent<{ ply: number }>;
  }
}
