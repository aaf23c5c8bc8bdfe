import { css, html, type PropertyValues, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { filledSteps, type Step } from '../../domain/distribution';
import { drawnAt } from '../../domain/scale';
import type { Board } from '../../gen/corners/rating/v1/rating_service_pb';
import { persist } from '../../rpc/calls';
import { rating } from '../../rpc/clients';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';

/** The points of a bar, and how many bars there can be. */
const STEP = 100;
const MOST_BARS = 60;

/** The drawing's own units. */
const WIDTH = 320;
const HEIGHT = 120;

/** How many players have which ratings, as bars and as a table. */
@customElement('corners-rating-distribution')
export class RatingDistribution extends CornersElement {
  static override styles = [
    controls,
    css`
      .card {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        min-height: 16rem;
        align-content: start;
      }
      svg {
        display: block;
        width: 100%;
        aspect-ratio: ${WIDTH} / ${HEIGHT};
      }
      rect {
        fill: var(--accent);
      }
      line {
        stroke: var(--line-strong);
      }
      .ends {
        display: flex;
        justify-content: space-between;
      }
      summary {
        min-height: 1.75rem;
        cursor: pointer;
      }
    `,
  ];

  @property() variant = '';
  @property({ attribute: false }) board: Board | undefined;
  @state() private steps: readonly Step[] = [];
  private asked: unknown;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('variant') || changed.has('board')) void this.load();
  }

  protected override render() {
    return html`<section class="card" aria-labelledby="heading">
      <h2 id="heading">${t('leaders-distribution')}</h2>
      ${this.steps.length > 0 ? this.chart() : html`<p class="muted">${t('leaders-distribution-none')}</p>`}
    </section>`;
  }

  private chart() {
    const { steps } = this;
    const last = (steps.at(-1)?.from ?? 0) + STEP;
    return html`<div>
        ${this.bars()}
        <div class="ends muted small numbers" aria-hidden="true">
          <span>${number(steps[0]?.from ?? 0)}</span><span>${number(last)}</span>
        </div>
      </div>
      <details>
        <summary>${t('leaders-distribution-table')}</summary>
        ${this.table()}
      </details>`;
  }

  private bars() {
    const { steps } = this;
    const most = Math.max(...steps.map(({ players }) => players));
    const y = { from: 0, to: most, start: HEIGHT - 1, end: 4 };
    const width = WIDTH / steps.length;
    const sum = steps.reduce((total, { players }) => total + players, 0);
    const fullest = steps.find(({ players }) => players === most)?.from ?? 0;
    return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title" aria-describedby="desc">
      <title id="title">${t('leaders-distribution')}</title>
      <desc id="desc">
        ${t('leaders-distribution-text', { count: sum, from: number(fullest), to: number(fullest + STEP - 1) })}
      </desc>
      ${steps.map(({ players }, index) => {
        const top = drawnAt(y, players);
        return svg`<rect x=${index * width + 1} y=${top} width=${Math.max(width - 2, 1)} height=${HEIGHT - 1 - top} rx="2" />`;
      })}
      ${svg`<line x1="0" x2=${WIDTH} y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5} />`}
    </svg>`;
  }

  private table() {
    return html`<table class="table">
      <thead>
        <tr>
          <th scope="col">${t('leaders-rating')}</th>
          <th scope="col" class="number">${t('leaders-players')}</th>
        </tr>
      </thead>
      <tbody>
        ${this.steps.map(
          ({ from, players }) => html`<tr>
            <td class="numbers">${number(from)}–${number(from + STEP - 1)}</td>
            <td class="number">${number(players)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private async load(): Promise<void> {
    const asked = { variant: this.variant, board: this.board, step: STEP };
    this.asked = asked;
    this.steps = [];
    if (!asked.variant) return;
    try {
      const { step, steps } = await persist(() => rating.getDistribution(asked));
      if (asked !== this.asked) return;
      const told = steps.map(({ from, allPlayers }) => ({ from, players: Number(allPlayers) }));
      this.steps = filledSteps(told, step, MOST_BARS);
    } catch {
      // Shown as empty: the board says what is wrong.
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-rating-distribution': RatingDistribution;
  }
}
