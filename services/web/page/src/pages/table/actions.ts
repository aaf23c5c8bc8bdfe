import { css, html, type PropertyValues, type TemplateResult } from 'lit';
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
import { told } from '../../ui/told';

/** What a player can do besides moving: the offers to answer first, then draw, takeback, resignation. */
@customElement('corners-table-actions')
export class TableActions extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      .offer {
        display: grid;
        gap: var(--space-2);
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
    // One at a time, in the same place: what is below does not jump.
    if (deeds.answerDraw) return this.drawOffered(seat, side);
    if (deeds.answerTakeback) return this.takebackOffered(game, seat, side);
    return this.claim(game, seat, side) ?? this.deeds(deeds, seat, side);
  }

  private deeds(deeds: Deeds, seat: Seat, side: Side): TemplateResult {
    return html`<div class="cluster">
      ${this.button('table-offer-draw', deeds.offerDraw, () => seat.offerDraw(side))}
      ${this.button('table-offer-takeback', deeds.offerTakeback, () => seat.offerTakeback(side))}
      ${
        deeds.resign
          ? this.button('table-resign', true, () => this.resign(seat, side))
          : this.button('table-abort', deeds.abort, () => this.abort(seat))
      }
    </div>`;
  }

  private button(text: string, isPossible: boolean, act: () => Promise<void>): TemplateResult {
    return html`<button type="button" class="small" ?disabled=${!isPossible} @click=${() => told(act())}>${t(text)}</button>`;
  }

  private drawOffered(seat: Seat, side: Side) {
    return this.offer(
      t('table-draw-offered'),
      () => this.acceptDraw(seat, side),
      () => seat.declineDraw(side),
    );
  }

  private takebackOffered(game: Game, seat: Seat, side: Side) {
    return this.offer(
      t('table-takeback-offered', { plies: game.state.takebackPlies }),
      () => seat.acceptTakeback(side),
      () => seat.declineTakeback(side),
    );
  }

  private offer(text: string, accept: () => Promise<void>, decline: () => Promise<void>) {
    return html`<section class="offer notice" aria-label=${text}>
      <p>${text}</p>
      <div class="cluster">
        <button type="button" class="primary" @click=${() => told(accept())}>${t('table-accept')}</button>
        <button type="button" @click=${() => told(decline())}>${t('table-decline')}</button>
      </div>
    </section>`;
  }

  /** The win of a game that the other player has left: now, or when it can be claimed. */
  private claim(game: Game, seat: Seat, side: Side): TemplateResult | undefined {
    clearTimeout(this.timer);
    const at = claimableAt(game, side);
    if (at === undefined) return undefined;
    const wait = at - (gameTime.now(performance.now()) ?? at);
    if (wait > 0) {
      this.timer = setTimeout(() => this.requestUpdate(), Math.min(wait, 1_000));
      return html`${this.deeds(deedsOf(game, side), seat, side)}
        <p class="muted small">${t('table-claimable-in', { seconds: Math.ceil(wait / 1000) })}</p>`;
    }
    return html`<section class="offer notice">
      <p>${t('table-claimable')}</p>
      <div class="cluster">
        <button type="button" class="primary" @click=${() => told(seat.claim(side))}>${t('table-claim')}</button>
      </div>
    </section>`;
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
