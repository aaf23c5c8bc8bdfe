import { css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { clockFace, untilNextFace } from '../domain/clock-face';
import type { Clocks } from '../gen/corners/game/v1/table_pb';
import { Side } from '../gen/corners/game/v1/variant_pb';
import { clockMoment, gameTime } from '../state/clock';
import { connection } from '../state/connection';
import { t } from '../texts';
import { clockText } from '../texts/clock';
import { CornersElement } from './element';

/** Not drawn more rarely than this: a stall may have given time. */
const LONGEST_REST_MS = 1_000;

/**
 * A player's clock, counted down by game time. `.clocks` is the reading of the last event, `.side` whose clock it is. Says
 * `corners-low-time` once when the time becomes short.
 */
@customElement('corners-clock')
export class CornersClock extends CornersElement {
  static override styles = css`
    :host {
      display: block;
      font-variant-numeric: tabular-nums;
      font-weight: 600;
      font-size: 1.6rem;
      line-height: 1;
    }
    div {
      min-inline-size: 4.5ch;
      padding: 0.45rem 0.6rem;
      border-radius: var(--radius-small);
      border: 2px solid transparent;
      background: var(--surface-sunken);
      color: var(--text-muted);
      text-align: end;
      white-space: nowrap;
    }
    .runs {
      background: var(--clock-running);
      color: var(--clock-running-text);
    }
    .low {
      border-color: var(--danger);
    }
    .low.runs {
      background: var(--danger);
      color: var(--on-danger);
    }
    .stopped {
      opacity: 0.65;
    }
  `;

  @property({ attribute: false }) clocks: Clocks | undefined;
  @property({ attribute: false }) side: Side = Side.WHITE;
  @state() private remaining = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wasLow = false;

  constructor() {
    super();
    this.follow(connection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('clocks') || changed.has('side') || !this.timer) this.tick();
  }

  protected override render() {
    const { clocks } = this;
    if (!clocks) return html``;
    const runs = clocks.running === this.side;
    const isLow = this.isLow(clocks);
    const classes = [runs && 'runs', isLow && 'low', runs && this.isStopped && 'stopped'].filter(Boolean).join(' ');
    const text = clockText(clockFace(this.remaining));
    return html`<div class=${classes} role="timer" aria-live="off" aria-label=${t('clock-label', { time: text })}>
      ${isLow && runs ? html`<span aria-hidden="true">!</span> ` : ''}${text}
    </div>`;
  }

  private get isStopped(): boolean {
    return gameTime.standsStill || connection.value === 'offline';
  }

  private isLow(clocks: Clocks): boolean {
    return this.remaining <= Number(clocks.lowTimeMs);
  }

  /** Draws what the clock shows now, and comes back when it will show something else. */
  private tick(): void {
    clearTimeout(this.timer);
    const { clocks } = this;
    if (!clocks) return;
    this.remaining = gameTime.remaining(clocks, this.side, clockMoment());
    if (clocks.running !== this.side) return;
    this.warn(clocks);
    const rest = Math.min(untilNextFace(this.remaining), LONGEST_REST_MS);
    this.timer = setTimeout(() => this.tick(), rest);
  }

  private warn(clocks: Clocks): void {
    const isLow = this.isLow(clocks);
    if (isLow && !this.wasLow)
      this.dispatchEvent(new CustomEvent('corners-low-time', { bubbles: true, composed: true }));
    this.wasLow = isLow;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-clock': CornersClock;
  }
}
