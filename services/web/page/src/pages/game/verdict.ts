import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ReviewedGame } from '../../domain/reviewed-game';
import type { GetGameRatingResponse } from '../../gen/corners/rating/v1/rating_service_pb';
import { href } from '../../routes';
import { t } from '../../texts';
import { dateTime } from '../../texts/formats';
import { endingText, timeControlText, variantName } from '../../texts/terms';
import { unratedText } from '../../texts/unrated';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';

/** How a game ended, and what game it was. */
@customElement('corners-game-verdict')
export class GameVerdict extends CornersElement {
  static override styles = [
    controls,
    css`
      .card {
        display: grid;
        gap: var(--space-2);
      }
      .ending {
        font-size: var(--text-large);
        font-weight: 700;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
        margin: 0;
        padding: 0;
        list-style: none;
      }
    `,
  ];

  @property({ attribute: false }) game: ReviewedGame | undefined;
  @property({ attribute: false }) rating: GetGameRatingResponse | undefined;

  protected override render() {
    const { game } = this;
    if (!game) return nothing;
    return html`<section class="card" aria-label=${t('game-result')}>
      <p class="ending">${game.ending ? endingText(game.ending) : ''}</p>
      <ul class="muted small">
        <li><a href=${href({ page: 'rules', variant: game.variant })}>${variantName(game.variant)}</a></li>
        <li>${timeControlText(game.timeControl)}</li>
        <li>${t(game.rated ? 'game-rated' : 'game-casual')}</li>
        ${game.finished ? html`<li>${dateTime(game.finished)}</li>` : nothing}
      </ul>
      ${this.annulment(game)} ${this.unrated()}
    </section>`;
  }

  private annulment({ annulled }: ReviewedGame) {
    return annulled === undefined
      ? nothing
      : html`<p class="notice warning small">${t('game-annulled', { note: annulled })}</p>`;
  }

  private unrated() {
    const text = unratedText(this.rating?.event);
    return text ? html`<p class="muted small">${text}</p>` : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-game-verdict': GameVerdict;
  }
}
