import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Game, isOver, seatOf } from '../../domain/game';
import { firstMoveDue } from '../../domain/offers';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import { clockMoment, gameTime } from '../../state/clock';
import { t } from '../../texts';
import { sideName } from '../../texts/terms';
import { CornersElement } from '../../ui/element';
import '../../ui/clock';
import '../../ui/player-name';

/** A player at the table: colour, name, presence, clock. */
@customElement('corners-table-player')
export class TablePlayer extends CornersElement {
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      gap: 0.6rem;
      min-block-size: 3rem;
    }
    .colour {
      inline-size: 1rem;
      block-size: 1rem;
      border-radius: 50%;
      border: 2px solid var(--text-muted);
      flex: none;
      background: var(--piece-white);
    }
    .colour.black {
      background: var(--piece-black);
    }
    .who {
      flex: 1;
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .to-move {
      font-weight: 600;
    }
    small {
      display: block;
      font-weight: normal;
      color: var(--text-muted);
      min-height: 1.5em;
    }
    .away {
      color: var(--warning);
    }
  `;

  @property({ attribute: false }) game: Game | undefined;
  @property({ attribute: false }) side: Side = Side.WHITE;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const { game, side } = this;
    const isToMove = game?.state.sideToMove === side;
    return html`<span class="colour ${side === Side.BLACK ? 'black' : ''}" role="img" aria-label=${sideName(side)}></span>
      <div class="who ${isToMove ? 'to-move' : ''}">${game ? this.who(game) : ''}</div>
      ${game?.state.clocks ? html`<corners-clock .clocks=${game.state.clocks} .side=${side}></corners-clock>` : ''}`;
  }

  private who(game: Game) {
    const seat = seatOf(game, this.side);
    if (!seat) return html`<span>${t('table-seat-free')}</span><small></small>`;
    return html`<corners-player-name
        .account=${seat.account}
        .kind=${seat.kind}
        .rating=${seat.rating?.rating}
      ></corners-player-name>
      ${this.presence(game)}`;
  }

  private presence(game: Game) {
    const due = firstMoveDue(game, this.side);
    if (due !== undefined) return this.awaited(due);
    const seat = game.presence?.seats.find((each) => each.side === this.side);
    if (isOver(game) || !seat) return html`<small></small>`;
    return seat.present
      ? html`<small>${t('table-present')}</small>`
      : html`<small class="away">${t('table-away')}</small>`;
  }

  /** How long the first move may still take; drawn again with each second. */
  private awaited(due: number) {
    const left = Math.max(0, due - (gameTime.now(clockMoment()) ?? due));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.requestUpdate(), (left % 1000) + 1);
    return html`<small class="away">${t('table-first-move', { seconds: Math.ceil(left / 1000) })}</small>`;
  }
}
