import { css, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { type IconName, icon } from './icon';

/**
 * A button that opens a small panel below it: choices, further actions.
 *
 *     html`<corners-menu icon="settings" label=${t('settings')}> … anything … </corners-menu>`
 *
 * Closes by Escape, a press elsewhere, when the focus leaves it, and by `close()`; a click on a link or on
 * anything with the attribute `data-close` inside closes it, too.
 */
@customElement('corners-menu')
export class CornersMenu extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: inline-block;
        position: relative;
      }
      .panel {
        position: absolute;
        z-index: 30;
        inset-block-start: calc(100% + 0.4rem);
        inset-inline-end: 0;
        min-width: 12rem;
        width: max-content;
        max-width: calc(100vw - 2 * var(--space-3));
        max-height: calc(100dvh - 5rem);
        overflow: auto;
        padding: var(--space-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius-large);
        background: var(--surface-raised);
        box-shadow: var(--shadow-high);
      }
      :host([start]) .panel {
        inset-inline: 0 auto;
      }
    `,
  ];

  /** What the button is called; shown as its text where there is no icon. */
  @property() label = '';

  /** The picture of the button. */
  @property() icon: IconName | '' = '';

  @state() private isOpen = false;

  @query('.toggle') private readonly toggle!: HTMLButtonElement;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.pressedElsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.pressedElsewhere);
  }

  override render() {
    return html`<button
        type="button"
        class="toggle quiet ${this.icon ? 'icon' : ''}"
        aria-expanded=${this.isOpen ? 'true' : 'false'}
        aria-controls="panel"
        aria-label=${this.label}
        title=${this.label}
        @click=${() => (this.isOpen = !this.isOpen)}
      >
        ${this.icon ? icon(this.icon) : this.label}
      </button>
      <div id="panel" class="panel" ?hidden=${!this.isOpen} @keydown=${this.keyed} @focusout=${this.left} @click=${this.clicked}>
        <slot></slot>
      </div>`;
  }

  /** Closes the panel; the focus goes back to the button. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.toggle.focus();
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.close();
  }

  private left({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !this.holds(relatedTarget)) this.isOpen = false;
  }

  private clicked(event: Event): void {
    const isEnd = event
      .composedPath()
      .some((node) => node instanceof Element && (node.matches('a[href]') || node.hasAttribute('data-close')));
    if (isEnd) this.isOpen = false;
  }

  private readonly pressedElsewhere = (event: Event) => {
    if (!event.composedPath().includes(this)) this.isOpen = false;
  };

  private holds(node: Node): boolean {
    return this.contains(node) || this.renderRoot.contains(node) || node === this;
  }
}
