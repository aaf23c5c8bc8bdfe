import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Frame, framesOf } from '../../domain/demo-frames';
import type { Demo } from '../../domain/demos';
import type { Colour, Square } from '../../domain/squares';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import '../../ui/board/board';

/**
 * A small board that shows a rule, again and again while it is in view. Where less motion is wished, it waits to be asked and
 * shows it once.
 */
@customElement('corners-rules-demo')
export class RulesDemo extends CornersElement {
  static override styles = [
    controls,
    css`
      figure {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-2);
        margin: 0;
      }
      figcaption {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--space-3);
        align-items: start;
      }
      button {
        border-radius: 50%;
      }
    `,
  ];

  @property({ attribute: false }) demo: Demo | undefined;
  @property({ attribute: false }) homes: Record<Colour, Square[]> = { white: [], black: [] };
  /** What is shown, as a sentence. */
  @property() caption = '';
  @state() private at = 0;
  @state() private isPlaying = false;
  private frames: readonly Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isInView = false;
  private wasPaused = false;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');
  private readonly views = new IntersectionObserver(([entry]) => this.seen(entry?.isIntersecting ?? false), {
    threshold: 0.4,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.views.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.views.disconnect();
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('demo')) return;
    this.stop();
    this.frames = this.demo ? framesOf(this.demo) : [];
    this.at = 0;
    this.wasPaused = false;
    this.seen(this.isInView);
  }

  protected override render() {
    const frame = this.frames[this.at];
    if (!frame) return nothing;
    const { placement, lastMove, refused, highlights } = frame;
    return html`<figure>
      <corners-board
        .placement=${placement} .homes=${this.homes} .lastMove=${lastMove} .pending=${refused}
        .highlights=${highlights} .label=${this.caption} .still=${true}
      ></corners-board>
      <figcaption>${this.button()}<span>${this.caption}</span></figcaption>
    </figure>`;
  }

  private button() {
    const { isPlaying } = this;
    return html`<button
      type="button" class="icon small"
      aria-label=${t(isPlaying ? 'rules-pause' : 'rules-play')}
      @click=${() => (isPlaying ? this.pause() : this.play())}
    >
      ${icon(isPlaying ? 'pause' : 'play')}
    </button>`;
  }

  private seen(isInView: boolean): void {
    this.isInView = isInView;
    if (!isInView) this.stop();
    else if (!this.calm.matches && !this.wasPaused) this.play();
  }

  private play(): void {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.wasPaused = false;
    this.wait();
  }

  private pause(): void {
    this.wasPaused = true;
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
  }

  private wait(): void {
    this.timer = setTimeout(() => this.next(), this.frames[this.at]?.ms ?? 0);
  }

  private next(): void {
    const isLast = this.at === this.frames.length - 1;
    this.at = isLast ? 0 : this.at + 1;
    if (isLast && this.calm.matches) this.stop();
    else this.wait();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-rules-demo': RulesDemo;
  }
}
