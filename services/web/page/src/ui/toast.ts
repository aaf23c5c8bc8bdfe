import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { Store } from '../state/store';
import { t } from '../texts';
import { announce } from './announce';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';

/**
 * Short news at the edge of the page, which goes by itself and is read out.
 *
 *     toast(t('account-saved'), { kind: 'success' });
 *     toast(explain(error), { kind: 'error' });
 *     toast(t('challenge-from', { name }), { action: { text: t('challenge-see'), run: () => navigate(...) } });
 */
export function toast(text: string, { kind = 'info', action }: ToastOptions = {}): void {
  announce(text);
  const { id } = nextId();
  toasts.update((shown) => {
    const others = shown.filter((one) => one.text !== text);
    return [...others.slice(1 - MOST), { id, text, kind, action }];
  });
}

/** How a toast is shown: what kind of news it is, and what can be done about it. */
export interface ToastOptions {
  kind?: 'info' | 'success' | 'warning' | 'error';
  action?: { text: string; run: () => void };
}

interface Toast {
  id: number;
  text: string;
  kind: NonNullable<ToastOptions['kind']>;
  action: ToastOptions['action'];
}

/** How many are shown at once; older ones make room. */
const MOST = 3;

/** How long one stays: what can be acted on, and what went wrong, longer. */
const STAYS_MS = 6_000;
const STAYS_LONGER_MS = 12_000;

const toasts = new Store<readonly Toast[]>([]);

let lastId = 0;

function nextId(): { id: number } {
  lastId += 1;
  return { id: lastId };
}

/** The toasts; the shell has the only one. */
@customElement('corners-toasts')
export class CornersToasts extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        position: fixed;
        inset: auto 0 0 0;
        width: auto;
        height: auto;
        margin: 0;
        padding: var(--space-3) var(--gutter) calc(var(--space-3) + env(safe-area-inset-bottom));
        border: 0;
        background: none;
        pointer-events: none;
        overflow: visible;
        color: inherit;
      }
      :host(:not(:popover-open)) {
        display: none;
      }
      ul {
        display: grid;
        gap: var(--space-2);
        justify-items: center;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        width: min(100%, 30rem);
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border: 1px solid var(--line-strong);
        border-inline-start: 5px solid var(--accent);
        border-radius: var(--radius);
        background: var(--surface-raised);
        color: var(--text);
        box-shadow: var(--shadow-high);
        pointer-events: auto;
        animation: come 160ms ease-out;
      }
      li.error {
        border-inline-start-color: var(--danger);
      }
      li.warning {
        border-inline-start-color: var(--warning);
      }
      p {
        flex: 1;
        overflow-wrap: anywhere;
      }
      @keyframes come {
        from {
          opacity: 0;
          translate: 0 0.5rem;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        li {
          animation: none;
        }
      }
    `,
  ];

  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private isHeld = false;

  constructor() {
    super();
    this.follow(toasts);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'manual';
    this.role = 'region';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopTimers();
  }

  override render() {
    return html`<ul
      @pointerenter=${this.hold}
      @pointerleave=${this.release}
      @focusin=${this.hold}
      @focusout=${this.release}
    >
      ${repeat(
        toasts.value,
        ({ id }) => id,
        (shown) => this.one(shown),
      )}
    </ul>`;
  }

  override updated(): void {
    this.ariaLabel = t('toasts-label');
    const isAny = toasts.value.length > 0;
    // Shown anew each time, so that it lies over a dialog that was opened since.
    if (this.matches(':popover-open')) this.hidePopover();
    if (isAny) this.showPopover();
    if (!this.isHeld) this.startTimers();
  }

  private one({ id, text, kind, action }: Toast) {
    const act = () => {
      this.dismiss(id);
      action?.run();
    };
    return html`<li class=${kind}>
      <p>${text}</p>
      ${action && html`<button class="button small" @click=${act}>${action.text}</button>`}
      <button class="button quiet small icon" aria-label=${t('close')} @click=${() => this.dismiss(id)}>
        ${icon('close')}
      </button>
    </li>`;
  }

  private readonly hold = () => {
    this.isHeld = true;
    this.stopTimers();
  };

  private readonly release = () => {
    this.isHeld = false;
    this.startTimers();
  };

  private startTimers(): void {
    for (const { id, kind, action } of toasts.value) {
      if (this.timers.has(id)) continue;
      const stays = action || kind === 'error' ? STAYS_LONGER_MS : STAYS_MS;
      this.timers.set(
        id,
        setTimeout(() => this.dismiss(id), stays),
      );
    }
  }

  private stopTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private dismiss(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    if (toasts.value.length === 1) this.isHeld = false;
    toasts.update((shown) => shown.filter((one) => one.id !== id));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-toasts': CornersToasts;
  }
}
