import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Game } from '../../domain/game';
import { claimableAt, type Deeds, deedsOf } from '../../domain/offers';
import type { Side } from '../../gen/corners/game/v1/variant_pb';
import { gameTime } from '../../state/clock';
import type { Seat } from '../../state/seat';
import { t } from '../../texts';
import { confirm, type Question } from '../../ui/confirm';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { type IconName, icon } from '../../ui/icon';
import { told } from '../../ui/told';

/** What a player can do besides moving: draw, takeback, resignation, and below them what waits for an answer. */
@customElement('corners-table-actions')
export class TableActions extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      .offer {
        display: grid;
        gap: var(--space-2);
        padding-block: var(--space-2);
      }
      /* Three in a row. */
      .deeds {
        display: grid;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        align-items: stretch;
        gap: var(--space-2);
        max-width: 24rem;
      }
      .deeds button {
        flex-direction: column;
        gap: 0.1rem;
        min-height: 3.4rem;
        padding: 0.3rem 0.2rem;
        font-size: 0.75rem;
        line-height: 1.15;
        overflow-wrap: anywhere;
      }
      .on-phones {
        display: none;
      }
      /* An answer takes their place, where one can still give up. */
      @media (max-width: 30rem) {
        .deeds.asked {
          display: none;
        }
        .on-phones {
          display: inline-flex;
        }
        .offer .cluster {
          gap: var(--space-2);
        }
        .offer button {
          flex: 1 1 auto;
          padding-inline: var(--space-2);
        }
      }
    `,
  ];

  @property({ attribute: false }) game: Game | undefined;
  @property({ attribute: false }) side: Side | undefined;
  @property({ attribute: false }) seat: Seat | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The question that is open, and whether what it asks about can still be done. */
  private asked: { about: keyof Deeds; over: AbortController } | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.asked?.over.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.asked || !(changed.has('game') || changed.has('side'))) return;
    const { game, side } = this;
    if (!game || side === undefined || !deedsOf(game, side)[this.asked.about]) this.asked.over.abort();
  }

  protected override render() {
    const { game, side, seat } = this;
    if (!game || side === undefined || !seat) return html``;
    const deeds = deedsOf(game, side);
    const waiting = this.waiting(game, seat, side, deeds);
    const soon = this.claimSoon(game, side);
    // The buttons stay where they are: what is asked comes below them, in room that is kept.
    return html`${this.deeds(deeds, seat, side, waiting !== undefined)} ${waiting ?? soon}`;
  }

  /** What waits for the player's answer, one thing at a time: a win before offers. */
  private waiting(game: Game, seat: Seat, side: Side, deeds: Deeds): TemplateResult | undefined {
    if (this.claimWait(game, side) === 0) return this.claim(deeds, seat, side);
    if (deeds.answerDraw) return this.drawOffered(deeds, seat, side);
    if (deeds.answerTakeback) return this.takebackOffered(game, deeds, seat, side);
    return undefined;
  }

  private deeds(deeds: Deeds, seat: Seat, side: Side, isAsked: boolean): TemplateResult {
    return html`<div class="cluster deeds ${isAsked ? 'asked' : ''}">
      ${this.button('handshake', 'table-offer-draw', deeds.offerDraw, () => seat.offerDraw(side))}
      ${this.button('undo', 'table-offer-takeback', deeds.offerTakeback, () => seat.offerTakeback(side))}
      ${
        deeds.resign
          ? this.button('flag', 'table-resign', true, () => this.resign(seat, side))
          : this.button('close', 'table-abort', deeds.abort, () => this.abort(seat))
      }
    </div>`;
  }

  private button(picture: IconName, text: string, isPossible: boolean, act: () => Promise<void>): TemplateResult {
    return html`<button type="button" class="small" ?disabled=${!isPossible} @click=${() => told(act())}>
      ${icon(picture, '1.1em')}${t(text)}
    </button>`;
  }

  private drawOffered(deeds: Deeds, seat: Seat, side: Side) {
    return this.offer(
      t('table-draw-offered'),
      this.leaving(deeds, seat, side),
      () => this.acceptDraw(seat, side),
      () => seat.declineDraw(side),
    );
  }

  private takebackOffered(game: Game, deeds: Deeds, seat: Seat, side: Side) {
    return this.offer(
      t('table-takeback-offered', { plies: game.state.takebackPlies }),
      this.leaving(deeds, seat, side),
      () => seat.acceptTakeback(side),
      () => seat.declineTakeback(side),
    );
  }

  private offer(
    text: string,
    leaving: TemplateResult | typeof nothing,
    accept: () => Promise<void>,
    decline: () => Promise<void>,
  ) {
    return html`<section class="offer notice" aria-label=${text}>
      <p>${text}</p>
      <div class="cluster">
        <button type="button" class="primary" @click=${() => told(accept())}>${t('table-accept')}</button>
        <button type="button" @click=${() => told(decline())}>${t('table-decline')}</button>
        ${leaving}
      </div>
    </section>`;
  }

  /** On phones, where the offer takes the place of the buttons: one can always give up. */
  private leaving(deeds: Deeds, seat: Seat, side: Side) {
    if (!deeds.resign) return nothing;
    return html`<button type="button" class="on-phones" @click=${() => told(this.resign(seat, side))}>${t('table-resign')}</button>`;
  }

  /** The win of a game that the other player has left. */
  private claim(deeds: Deeds, seat: Seat, side: Side): TemplateResult {
    return html`<section class="offer notice">
      <p>${t('table-claimable')}</p>
      <div class="cluster">
        <button type="button" class="primary" @click=${() => told(seat.claim(side))}>${t('table-claim')}</button>
        ${this.leaving(deeds, seat, side)}
      </div>
    </section>`;
  }

  /** When the win can be claimed, if it soon can; drawn again with each second. */
  private claimSoon(game: Game, side: Side) {
    clearTimeout(this.timer);
    const wait = this.claimWait(game, side);
    if (!wait) return nothing;
    this.timer = setTimeout(() => this.requestUpdate(), Math.min(wait, 1_000));
    return html`<p class="muted small">${t('table-claimable-in', { seconds: Math.ceil(wait / 1000) })}</p>`;
  }

  /** How long until the game can be claimed, in milliseconds, 0 for now; undefined where it cannot. */
  private claimWait(game: Game, side: Side): number | undefined {
    const at = claimableAt(game, side);
    return at === undefined ? undefined : Math.max(0, at - (gameTime.now(performance.now()) ?? at));
  }

  private async resign(seat: Seat, side: Side): Promise<void> {
    const isSure = await this.ask('resign', {
      title: t('table-resign-title'),
      text: t('table-resign-text'),
      yes: t('table-resign'),
      danger: true,
    });
    if (isSure) await seat.resign(side);
  }

  private async abort(seat: Seat): Promise<void> {
    const isSure = await this.ask('abort', {
      title: t('table-abort-title'),
      text: t('table-abort-text'),
      yes: t('table-abort'),
      danger: true,
    });
    if (isSure) await seat.abort();
  }

  private async acceptDraw(seat: Seat, side: Side): Promise<void> {
    const isSure = await this.ask('answerDraw', {
      title: t('table-draw-title'),
      text: t('table-draw-text'),
      yes: t('table-draw-accept'),
    });
    if (isSure) await seat.acceptDraw(side);
  }

  /** Asks as long as what is asked about can be done. */
  private async ask(about: keyof Deeds, question: Omit<Question, 'no' | 'until'>): Promise<boolean> {
    this.asked?.over.abort();
    const asked = { about, over: new AbortController() };
    this.asked = asked;
    const isSure = await confirm({ ...question, no: t('table-play-on'), until: asked.over.signal });
    if (this.asked === asked) this.asked = undefined;
    return isSure;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-table-actions': TableActions;
  }
}
