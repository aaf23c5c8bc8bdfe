import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { type IconName, icon } from '../../ui/icon';

/** How long each position is shown while the game plays by itself: a chain has to land before the next move starts. */
const PLAY_MS = 1_100;

/**
 * Goes through the positions of a game: to its ends, by a ply, by a slider, or by itself. Fires `corners-ply`. The arrow keys, Home
 * and End work in the whole page.
 */
@customElement('corners-replay-controls')
export class ReplayControls extends CornersElement {
  static override styles = [
    controls,
    css`
      .buttons {
        display: grid;
        grid-template-columns: repeat(5, 1fr);
        gap: var(--space-2);
      }
      .buttons button {
        width: 100%;
        padding-inline: 0;
      }
      .slider {
        display: flex;
        align-items: center;
        gap: var(--space-3);
        margin-top: var(--space-2);
      }
      output {
        flex: none;
        min-width: 6ch;
        color: var(--text-muted);
        font-size: var(--text-small);
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
    `,
  ];

  @property({ attribute: false }) ply = 0;
  @property({ attribute: false }) last = 0;
  @state() private isPlaying = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
    this.pause();
  }

  protected override render() {
    const { ply, last, isPlaying } = this;
    return html`
      <div class="buttons" role="group" aria-label=${t('game-replay')}>
        ${this.button('first', t('game-first'), ply > 0, () => this.go(0))}
        ${this.button('back', t('game-back'), ply > 0, () => this.go(ply - 1))}
        ${
          isPlaying
            ? this.button('pause', t('game-pause'), true, () => this.pause())
            : this.button('play', t('game-play'), last > 0, () => this.play())
        }
        ${this.button('forward', t('game-forward'), ply < last, () => this.go(ply + 1))}
        ${this.button('last', t('game-last'), ply < last, () => this.go(last))}
      </div>
      <div class="slider">
        <input
          type="range" min="0" max=${last} step="1" .value=${String(ply)} ?disabled=${last === 0}
          aria-label=${t('game-slider')} aria-valuetext=${t('game-ply', { ply, last })}
          @input=${(event: InputEvent) => this.go(Number((event.target as HTMLInputElement).value))}
        />
        <output aria-hidden="true">${number(ply)}/${number(last)}</output>
      </div>
    `;
  }

  /** A button stays focusable where it leads nowhere: focus must not get lost at the ends. */
  private button(picture: IconName, label: string, isOn: boolean, run: () => void) {
    return html`<button
      type="button" aria-label=${label} title=${label} aria-disabled=${isOn ? nothing : 'true'} @click=${() => isOn && run()}
    >
      ${icon(picture)}
    </button>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('ply') && this.isPlaying) this.waitForNext();
  }

  private play(): void {
    this.isPlaying = true;
    // From the end, all of it once more.
    if (this.ply >= this.last) this.tell(0);
    else this.tell(this.ply + 1);
  }

  private waitForNext(): void {
    clearTimeout(this.timer);
    if (this.ply >= this.last) return this.pause();
    this.timer = setTimeout(() => this.tell(this.ply + 1), PLAY_MS);
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
  }

  private go(ply: number): void {
    this.pause();
    this.tell(ply);
  }

  private tell(ply: number): void {
    const within = Math.min(Math.max(ply, 0), this.last);
    this.dispatchEvent(new CustomEvent('corners-ply', { detail: { ply: within }, bubbles: true, composed: true }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const [target] = event.composedPath();
    // Fields have their own use for these keys.
    if (target instanceof HTMLElement && target.closest('input, select, textarea, dialog, [role="menu"]')) return;
    const ply = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last }[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.go(ply);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-replay-controls': ReplayControls;
  }
}
