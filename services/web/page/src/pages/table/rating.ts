import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { shownRating } from '../../domain/rating-history';
import type { RatingChange } from '../../gen/corners/rating/v1/rating_pb';
import type { GetGameRatingResponse } from '../../gen/corners/rating/v1/rating_service_pb';
import { findRating } from '../../state/game-rating';
import { t } from '../../texts';
import { number, signed } from '../../texts/formats';
import { sideName } from '../../texts/terms';
import { unratedText } from '../../texts/unrated';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';

/** What a rated game that has just ended did to the ratings, or why nothing: known some moments after the end. */
@customElement('corners-table-rating')
export class TableRating extends CornersElement {
  static override styles = [
    controls,
    css`
      p {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
        align-content: start;
        /* Two lines: what is awaited is as high as what comes. */
        min-height: 3em;
      }
    `,
  ];

  @property() table = '';
  @state() private found: GetGameRatingResponse | undefined;
  @state() private isLate = false;
  private leaving = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('table')) void this.load();
  }

  protected override render() {
    return html`<p class="small numbers" role="status">${this.content()}</p>`;
  }

  private content() {
    const { found } = this;
    if (!found) return t(this.isLate ? 'verdict-rating-late' : 'verdict-rating-awaited');
    const outcome = found.event?.outcome;
    if (outcome?.case !== 'rated') return unratedText(found.event);
    const { white, black } = outcome.value;
    return html`${change(white)} ${change(black)}`;
  }

  private async load(): Promise<void> {
    this.leaving.abort();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    this.found = undefined;
    this.isLate = false;
    try {
      this.found = await findRating(this.table, signal);
    } catch {
      // Not told, as if it were not known yet: the verdict is shown all the same.
    }
    if (!signal.aborted) this.isLate = true;
  }
}

function change(of: RatingChange | undefined) {
  if (!of?.before || !of.after) return nothing;
  const [before, rating] = [shownRating(of.before.rating), shownRating(of.after.rating)];
  const facts = { side: sideName(of.side), change: signed(rating - before), rating: number(rating) };
  return html`<span>${t('verdict-rating', facts)}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-table-rating': TableRating;
  }
}
