import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { clockFace } from '../../domain/clock-face';
import { shownRating } from '../../domain/rating-history';
import { type ReviewedGame, seatIn } from '../../domain/reviewed-game';
import { Result } from '../../gen/corners/game/v1/table_pb';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import type { RatingChange } from '../../gen/corners/rating/v1/rating_pb';
import { t } from '../../texts';
import { clockText } from '../../texts/clock';
import { number, signed } from '../../texts/formats';
import { sideName } from '../../texts/terms';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/player-name';

/** A player of a game that is over: colour, name, rating at the start and what the game did to it, the clock at the ply shown. */
@customElement('corners-game-player')
export class GamePlayer extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: var(--space-2) var(--space-3);
        min-height: 3rem;
      }
      .colour {
        flex: none;
        width: 1.1rem;
        height: 1.1rem;
        border: 2px solid var(--piece-white-rim);
        border-radius: 50%;
        background: var(--piece-white);
      }
      .colour.black {
        border-color: var(--piece-black-ornament);
        background: var(--piece-black);
      }
      .who {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-2);
        flex: 1;
        min-width: 0;
      }
      .change {
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .score {
        min-width: 1.75rem;
        font-weight: 700;
        text-align: center;
      }
      .clock {
        min-width: 5.5ch;
        padding: 0.3rem 0.6rem;
        border-radius: var(--radius-small);
        background: var(--surface-sunken);
        font-size: var(--title-3);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        line-height: 1.2;
        text-align: end;
      }
    `,
  ];

  @property({ attribute: false }) game: ReviewedGame | undefined;
  @property({ attribute: false }) side: Side = Side.WHITE;
  /** The time left at the ply that is shown, in milliseconds. */
  @property({ attribute: false }) remaining: number | undefined;
  @property({ attribute: false }) change: RatingChange | undefined;

  protected override render() {
    const { game, side } = this;
    if (!game) return nothing;
    const seat = seatIn(game, side);
    return html`
      <span class="colour ${side === Side.BLACK ? 'black' : ''}" role="img" aria-label=${sideName(side)}></span>
      <span class="who">
        ${
          seat
            ? html`<corners-player-name
                .account=${seat.account} .kind=${seat.kind} .rating=${seat.rating?.rating}
              ></corners-player-name>`
            : html`<span class="muted">${t('game-nobody')}</span>`
        }
        ${this.ratingChange()}
      </span>
      ${this.score(game)} ${this.clock()}
    `;
  }

  private ratingChange() {
    const { change } = this;
    if (!change?.before || !change.after) return nothing;
    const before = shownRating(change.before.rating);
    const after = shownRating(change.after.rating);
    const label = t('game-rating-change', { change: signed(after - before), rating: number(after) });
    return html`<span class="change" title=${label}
      ><span class="visually-hidden">${label}</span><span aria-hidden="true">${signed(after - before)}</span></span
    >`;
  }

  private score({ ending }: ReviewedGame) {
    const points = pointsOf(this.side, ending?.result);
    return points === undefined ? nothing : html`<span class="score">${points}</span>`;
  }

  private clock() {
    if (this.remaining === undefined) return nothing;
    const time = clockText(clockFace(this.remaining));
    return html`<span class="clock"
      ><span class="visually-hidden">${t('clock-label', { time })}</span><span aria-hidden="true">${time}</span></span
    >`;
  }
}

function pointsOf(side: Side, result: Result | undefined): string | undefined {
  switch (result) {
    case Result.DRAW:
      return '½';
    case Result.WHITE_WINS:
      return side === Side.WHITE ? '1' : '0';
    case Result.BLACK_WINS:
      return side === Side.BLACK ? '1' : '0';
    default:
      return undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-game-player': GamePlayer;
  }
}
