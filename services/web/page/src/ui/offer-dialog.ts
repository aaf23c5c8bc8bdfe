import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isGuestKind } from '../domain/challenge';
import { ratingRangeOf } from '../domain/rating-range';
import { answerTo, mayBeRated, type WishedTerms } from '../domain/terms';
import type { Challenge } from '../gen/corners/matchmaking/v1/challenge_pb';
import { ColourWish } from '../gen/corners/matchmaking/v1/game_pb';
import { navigate } from '../navigation';
import { kept } from '../rpc/kept';
import { lastTerms } from '../state/choices';
import { playerOf, players } from '../state/names';
import { type Challenged, createChallenge, createSeek } from '../state/offers';
import { loadVariants, variants } from '../state/variants';
import { t } from '../texts';
import { explainOffer } from '../texts/waits';
import { controls } from './controls.css';
import './dialog';
import { Unsent } from './dirty';
import { CornersElement } from './element';
import './terms-form';
import { toast } from './toast';

/** A game that is to be offered: to the lobby, to whoever has a link, to a player, or in answer to a challenge. */
export type Offer =
  | { to: 'lobby' }
  | { to: 'link' }
  | { to: 'player'; account: string }
  | { to: 'challenger'; challenge: Challenge };

/**
 * Asks for the terms of an offer and makes it: `.offer` opens the dialog, and `corners-close` tells that it is done. A
 * challenge's own page is gone to.
 */
@customElement('corners-offer-dialog')
export class OfferDialog extends CornersElement {
  static override styles = [
    controls,
    css`
      .range {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space-2) var(--space-3);
        align-items: end;
        margin-top: var(--space-4);
      }
      .range > .problem {
        grid-column: 1 / -1;
        min-height: 1.3rem;
      }
    `,
  ];

  @property({ attribute: false }) offer: Offer | undefined;
  @state() private wished: WishedTerms = lastTerms.value;
  @state() private lowest = '';
  @state() private highest = '';
  @state() private isBusy = false;
  @state() private problem = '';

  constructor() {
    super();
    this.follow(kept);
    this.follow(players);
    this.follow(variants);
    new Unsent(this, () => this.offer !== undefined);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('offer') || !this.offer) return;
    loadVariants().catch((error) => this.tell(error));
    this.problem = '';
    this.wished =
      this.offer.to === 'challenger'
        ? answerTo(this.offer.challenge.terms, this.offer.challenge.colour)
        : { ...lastTerms.value, colour: ColourWish.UNSPECIFIED };
  }

  protected override render() {
    const { offer } = this;
    if (!offer) return nothing;
    const isBusy = this.isBusy || variants.value.length === 0;
    return html`<corners-dialog open .heading=${headingOf(offer)} @corners-close=${this.close}>
      <form id="offer" @submit=${this.submitted}>
        <corners-terms-form
          .value=${this.shown}
          ?guest=${this.isGuestIn(offer)}
          @corners-terms=${(event: CustomEvent<WishedTerms>) => {
            this.wished = event.detail;
          }}
        ></corners-terms-form>
        ${offer.to === 'lobby' ? this.range() : nothing}
        <p class="problem" role="alert">${this.problem}</p>
      </form>
      <button type="button" slot="actions" @click=${this.close}>${t('offer-cancel')}</button>
      <button type="button" slot="actions" class="primary" ?disabled=${isBusy} @click=${this.make}>${buttonOf(offer)}</button>
    </corners-dialog>`;
  }

  /** The wish, with a variant that there is. */
  private get shown(): WishedTerms {
    const isKnown = variants.value.some(({ id }) => id === this.wished.variant);
    return isKnown ? this.wished : { ...this.wished, variant: variants.value[0]?.id ?? '' };
  }

  private range() {
    const field = (id: string, label: string, value: string, change: (text: string) => void) =>
      html`<div class="field">
        <label for=${id}>${label}</label>
        <input
          id=${id}
          class="input"
          inputmode="numeric"
          autocomplete="off"
          maxlength="6"
          placeholder=${t('offer-any')}
          aria-invalid=${this.isRangeWrong}
          .value=${value}
          @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
        />
      </div>`;
    return html`<div class="range">
      ${field('lowest', t('offer-lowest'), this.lowest, (text) => {
        this.lowest = text;
      })}
      ${field('highest', t('offer-highest'), this.highest, (text) => {
        this.highest = text;
      })}
      <p class="problem" role="alert">${this.isRangeWrong ? t('offer-range-wrong') : ''}</p>
    </div>`;
  }

  private get isRangeWrong(): boolean {
    return ratingRangeOf(this.lowest, this.highest) === undefined;
  }

  /** Whether one of the two is a guest, as far as it is known. */
  private isGuestIn(offer: Offer): boolean {
    if (kept.value?.guest ?? true) return true;
    switch (offer.to) {
      case 'player':
        return isGuestKind(playerOf(offer.account)?.kind);
      case 'challenger':
        return isGuestKind(offer.challenge.challenger?.kind);
      default:
        return false;
    }
  }

  private submitted(event: Event): void {
    event.preventDefault();
    void this.make();
  }

  private async make(): Promise<void> {
    const { offer } = this;
    const range = ratingRangeOf(this.lowest, this.highest);
    if (!offer || this.isBusy || (offer.to === 'lobby' && range === undefined)) return;
    this.isBusy = true;
    this.problem = '';
    try {
      lastTerms.set(this.shown);
      const wished = this.playable(offer);
      if (offer.to === 'lobby') {
        await createSeek(wished, range ?? {});
        toast(t('home-seek-made'), { kind: 'success' });
        this.close();
      } else {
        const challenge = await createChallenge(challengedBy(offer), wished);
        this.close();
        navigate({ page: 'challenge', challenge });
      }
    } catch (error) {
      this.tell(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** The wish as it can be played: rated only where that is possible. */
  private playable(offer: Offer): WishedTerms {
    const variant = variants.value.find(({ id }) => id === this.shown.variant);
    const isRated = this.shown.rated && mayBeRated(this.shown.pace, variant) && !this.isGuestIn(offer);
    return { ...this.shown, rated: isRated };
  }

  private tell(error: unknown): void {
    this.problem = explainOffer(error);
  }

  private close(): void {
    this.offer = undefined;
    this.dispatchEvent(new CustomEvent('corners-close'));
  }
}

function challengedBy(offer: Exclude<Offer, { to: 'lobby' }>): Challenged {
  switch (offer.to) {
    case 'link':
      return 'link';
    case 'player':
      return { account: offer.account };
    case 'challenger':
      return { counters: offer.challenge.id };
  }
}

function headingOf(offer: Offer): string {
  switch (offer.to) {
    case 'lobby':
      return t('offer-seek-title');
    case 'link':
      return t('offer-link-title');
    case 'player':
      return t('offer-player-title', { name: playerOf(offer.account)?.displayName || t('guest') });
    case 'challenger':
      return t('offer-counter-title');
  }
}

function buttonOf({ to }: Offer): string {
  switch (to) {
    case 'lobby':
      return t('offer-seek-make');
    case 'link':
      return t('offer-link-make');
    case 'player':
      return t('offer-player-make');
    case 'challenger':
      return t('offer-counter-make');
  }
}
