import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { historyOf, type RatingPoint, shownRating } from '../../domain/rating-history';
import type { PlayerRating } from '../../gen/corners/rating/v1/rating_pb';
import { persist } from '../../rpc/calls';
import { rating } from '../../rpc/clients';
import { explain } from '../../rpc/failure';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import { variantName } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import './chart';
import '../../ui/empty';
import '../../ui/spinner';

/** How many changes a chart shows at most: the last ones. */
const MOST_CHANGES = 1_000;

/** A player's ratings, and the history of the one that is chosen. */
@customElement('corners-player-ratings')
export class PlayerRatings extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
        gap: var(--space-3);
      }
      .choices button {
        display: grid;
        justify-content: start;
        justify-items: start;
        align-content: start;
        gap: 0;
        padding: var(--space-3) var(--space-4);
        text-align: start;
      }
      .choices strong {
        font-size: var(--title-2);
        font-variant-numeric: tabular-nums;
      }
      .choices small {
        color: var(--text-muted);
        font-size: var(--text-small);
        font-weight: 400;
      }
      [aria-pressed='true'] small {
        color: inherit;
      }
      .history {
        min-height: 26rem;
      }
    `,
  ];

  @property() account = '';
  @property({ attribute: false }) ratings: readonly PlayerRating[] = [];
  @state() private variant = '';
  @state() private points: readonly RatingPoint[] | undefined;
  @state() private failure: unknown;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('account')) this.chooseFirst();
  }

  protected override render() {
    return html`
      <div class="choices" role="group" aria-label=${t('player-ratings')}>
        ${this.ratings.map((each) => this.choice(each))}
      </div>
      <div class="card ${this.hasHistory() ? 'history' : ''}">${this.history()}</div>
    `;
  }

  private choice({ variant, rating: value, provisional, games }: PlayerRating) {
    const shown = `${number(shownRating(value?.rating ?? 0))}${provisional ? '?' : ''}`;
    return html`<button type="button" aria-pressed=${variant === this.variant} @click=${() => this.choose(variant)}>
      <small>${variantName(variant)}</small>
      <strong>${games > 0 ? shown : '–'}</strong>
      <small>${t('player-games-rated', { games })}${provisional && games > 0 ? html`, ${t('player-provisional')}` : nothing}</small>
    </button>`;
  }

  /** Whether a chart is to come, for which room is kept. */
  private hasHistory(): boolean {
    return this.ratings.some(({ variant, games }) => variant === this.variant && games > 0);
  }

  private history() {
    if (this.failure) {
      return html`<p class="notice danger" role="alert">${explain(this.failure)}</p>
        <p><button type="button" @click=${() => this.choose(this.variant)}>${t('try-again')}</button></p>`;
    }
    const { points } = this;
    if (!points) return html`<corners-spinner></corners-spinner>`;
    if (points.length === 0) return html`<corners-empty .heading=${t('player-no-history')}></corners-empty>`;
    return html`<corners-rating-chart
      .points=${points}
      .label=${t('player-chart-title', { variant: variantName(this.variant) })}
    ></corners-rating-chart>`;
  }

  /** Begins with the variant that was played most. */
  private chooseFirst(): void {
    const [first] = [...this.ratings].sort((one, other) => other.games - one.games);
    if (first) void this.choose(first.variant);
  }

  private async choose(variant: string): Promise<void> {
    const { account } = this;
    const isAsked = () => account === this.account && variant === this.variant;
    this.variant = variant;
    this.points = undefined;
    this.failure = undefined;
    try {
      const asked = { player: account, variant, pageSize: MOST_CHANGES };
      const { changes } = await persist(() => rating.listRatingChanges(asked));
      if (isAsked()) this.points = historyOf(changes);
    } catch (error) {
      if (isAsked()) this.failure = error;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-player-ratings': PlayerRatings;
  }
}
