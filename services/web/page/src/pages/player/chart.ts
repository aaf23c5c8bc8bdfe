import { css, html, nothing, type PropertyValues, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { RatingPoint } from '../../domain/rating-history';
import { drawnAt, roundTicks, type Scale, spreadIndices, valueAt } from '../../domain/scale';
import { href } from '../../routes';
import { t } from '../../texts';
import { date, dateTime, number, signed } from '../../texts/formats';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/player-name';

const HEIGHT = 220;
const EDGE = { left: 52, right: 14, top: 12, bottom: 30 };

/** How far apart the days below the line are, in pixels. */
const DAY_WIDTH = 120;

/** How many changes the table shows: the last ones. */
const ROWS = 50;

/**
 * A rating's history as a line. A slider below goes through the games one by one, and tells of each; a table tells the same.
 */
@customElement('corners-rating-chart')
export class RatingChart extends CornersElement {
  static override styles = [
    controls,
    css`
      .drawing {
        height: ${HEIGHT}px;
      }
      svg {
        display: block;
        width: 100%;
        height: 100%;
        overflow: visible;
        touch-action: pan-y;
      }
      text {
        fill: var(--text-muted);
        font-size: 0.8125rem;
        font-variant-numeric: tabular-nums;
      }
      .grid {
        stroke: var(--line);
      }
      .line {
        fill: none;
        stroke: var(--accent);
        stroke-width: 2.5;
        stroke-linejoin: round;
        stroke-linecap: round;
      }
      .cursor {
        stroke: var(--text-muted);
        stroke-dasharray: 3 4;
      }
      circle {
        fill: var(--surface);
        stroke: var(--accent);
        stroke-width: 3;
      }
      .told {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-3);
        min-height: 3.2em;
      }
      details {
        margin-top: var(--space-2);
      }
      summary {
        min-height: 1.75rem;
        cursor: pointer;
      }
      .scroll {
        max-height: 20rem;
        overflow-y: auto;
      }
    `,
  ];

  @property({ attribute: false }) points: readonly RatingPoint[] = [];
  /** What the line shows, as its title. */
  @property({ attribute: false }) label = '';
  @state() private chosen = 0;
  @state() private width = 600;
  private readonly sizes = new ResizeObserver(([entry]) => {
    if (entry && entry.contentRect.width > 0) this.width = Math.round(entry.contentRect.width);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('points')) this.chosen = this.points.length - 1;
  }

  protected override render() {
    const point = this.points[this.chosen];
    if (!point) return nothing;
    return html`
      <div class="drawing">${this.drawing()}</div>
      <input
        type="range" min="0" max=${this.points.length - 1} .value=${String(this.chosen)}
        ?disabled=${this.points.length === 1}
        aria-label=${t('player-chart-slider')} aria-valuetext=${this.sentence(point)} @input=${this.onSlide}
      />
      <p class="told">
        <a href=${href({ page: 'game', table: point.table })}>${dateTime(new Date(point.time))}</a>
        <strong>${number(point.rating)} (${signed(point.change)})</strong>
        <span>${outcome(point)} <corners-player-name .account=${point.opponent}></corners-player-name></span>
      </p>
      <details>
        <summary>${t('player-chart-table')}</summary>
        <div class="scroll">${this.table()}</div>
      </details>
    `;
  }

  private drawing() {
    const { x, y, ticks } = this.scales();
    const places = this.points.map(({ rating }, index) => `${drawnAt(x, index)} ${drawnAt(y, rating)}`);
    return html`<svg
      viewBox="0 0 ${this.width} ${HEIGHT}" role="img" aria-labelledby="title" aria-describedby="desc"
      @pointermove=${(event: PointerEvent) => this.onPoint(event, x)}
      @pointerdown=${(event: PointerEvent) => this.onPoint(event, x)}
    >
      <title id="title">${this.label}</title>
      <desc id="desc">${this.description()}</desc>
      ${ticks.map((tick) => this.level(tick, drawnAt(y, tick)))} ${this.days(x)}
      ${svg`<path class="line" d="M${places.join('L')}" />`} ${this.cursor(x, y)}
    </svg>`;
  }

  private scales(): { x: Scale; y: Scale; ticks: number[] } {
    const ratings = this.points.map(({ rating }) => rating);
    const ticks = roundTicks(Math.min(...ratings), Math.max(...ratings), 4);
    const x = { from: 0, to: this.points.length - 1, start: EDGE.left, end: this.width - EDGE.right };
    const y = { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, start: HEIGHT - EDGE.bottom, end: EDGE.top };
    return { x, y, ticks };
  }

  private level(rating: number, y: number) {
    return svg`<line class="grid" x1=${EDGE.left} x2=${this.width - EDGE.right} y1=${y} y2=${y} />
      <text x=${EDGE.left - 8} y=${y} text-anchor="end" dominant-baseline="middle">${number(rating)}</text>`;
  }

  /** The days of some of the games: each day once. */
  private days(x: Scale) {
    const last = this.points.length - 1;
    const chosen = spreadIndices(last, Math.max(2, Math.floor(this.width / DAY_WIDTH)));
    const texts = chosen.map((index) => date(new Date(this.points[index]?.time ?? 0)));
    return chosen.map((index, place) => {
      if (texts[place] === texts[place - 1]) return nothing;
      const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
      return svg`<text x=${drawnAt(x, index)} y=${HEIGHT - 8} text-anchor=${anchor}>${texts[place]}</text>`;
    });
  }

  private cursor(x: Scale, y: Scale) {
    const at = drawnAt(x, this.chosen);
    const { rating = 0 } = this.points[this.chosen] ?? {};
    return svg`<line class="cursor" x1=${at} x2=${at} y1=${EDGE.top} y2=${HEIGHT - EDGE.bottom} />
      <circle cx=${at} cy=${drawnAt(y, rating)} r="5" />`;
  }

  private description(): string {
    const ratings = this.points.map(({ rating }) => rating);
    return t('player-chart-description', {
      games: this.points.length,
      last: number(ratings.at(-1) ?? 0),
      lowest: number(Math.min(...ratings)),
      highest: number(Math.max(...ratings)),
    });
  }

  private sentence(point: RatingPoint): string {
    return `${dateTime(new Date(point.time))}: ${number(point.rating)} (${signed(point.change)})`;
  }

  private table() {
    const rows = this.points.slice(-ROWS).reverse();
    return html`<table class="table">
      <thead>
        <tr>
          <th scope="col">${t('player-chart-when')}</th>
          <th scope="col">${t('player-chart-opponent')}</th>
          <th scope="col" class="number">${t('player-chart-rating')}</th>
          <th scope="col" class="number">${t('player-chart-change')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (point) => html`<tr>
            <td><a href=${href({ page: 'game', table: point.table })}>${dateTime(new Date(point.time))}</a></td>
            <td>${outcome(point)} <corners-player-name .account=${point.opponent}></corners-player-name></td>
            <td class="number">${number(point.rating)}</td>
            <td class="number">${signed(point.change)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private onSlide(event: InputEvent): void {
    this.chosen = Number((event.target as HTMLInputElement).value);
  }

  private onPoint(event: PointerEvent, x: Scale): void {
    const { left } = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(valueAt(x, event.clientX - left));
    this.chosen = Math.min(Math.max(index, 0), this.points.length - 1);
  }
}

/** What happened: against whom follows. */
function outcome({ score, isAnnulment }: RatingPoint): string {
  if (isAnnulment) return t('player-chart-annulled');
  if (score === 1) return t('player-chart-won');
  return t(score === 0 ? 'player-chart-lost' : 'player-chart-drawn');
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-rating-chart': RatingChart;
  }
}
