import { css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { controls } from './controls.css';
import { CornersElement } from './element';

/** The two answers to a question: events `corners-yes` and `corners-no`. */
@customElement('corners-answers')
export class CornersAnswers extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-2) var(--space-3);
      }
    `,
  ];

  @property() yes = '';
  @property() no = '';
  @property({ type: Boolean }) danger = false;

  @query('button') private readonly harmless!: HTMLButtonElement;

  /** The answer that changes nothing has the focus, so that Enter alone loses nothing. */
  override firstUpdated(): void {
    this.harmless.focus();
  }

  override render() {
    return html`<button type="button" @click=${() => this.say('corners-no')}>${this.no}</button>
      <button type="button" class=${this.danger ? 'danger' : 'primary'} @click=${() => this.say('corners-yes')}>
        ${this.yes}
      </button>`;
  }

  private say(answer: 'corners-yes' | 'corners-no'): void {
    this.dispatchEvent(new CustomEvent(answer, { bubbles: true, composed: true }));
  }
}
