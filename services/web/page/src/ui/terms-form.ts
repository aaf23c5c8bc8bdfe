import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  closest,
  INCREMENTS_MS,
  MOST_DAYS,
  mayBeRated,
  type Pace,
  RESERVES_MS,
  type WishedTerms,
} from '../domain/terms';
import { Side, type Variant } from '../gen/corners/game/v1/variant_pb';
import { ColourWish } from '../gen/corners/matchmaking/v1/game_pb';
import { variants } from '../state/variants';
import { t } from '../texts';
import { duration } from '../texts/formats';
import { sideName, variantName } from '../texts/terms';
import { controls } from './controls.css';
import { CornersElement } from './element';

/**
 * What somebody would like to play: variant, time, rated or casual, colour. `.value` is shown, and `corners-terms` tells a
 * changed one (`detail`). `.guest` says that a guest would play, so that the game cannot be rated.
 */
@customElement('corners-terms-form')
export class TermsForm extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      /* As high for each kind of time, so that nothing moves. */
      .time {
        min-height: 7.5rem;
        display: grid;
        align-content: start;
        gap: var(--space-2);
      }
      .slider {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 0 var(--space-3);
      }
      .slider input {
        grid-column: 1 / -1;
      }
      output {
        font-weight: 600;
        font-variant-numeric: tabular-nums lining-nums;
      }
      .hint {
        min-height: 1.3rem;
      }
      @media (max-width: 30rem) {
        .segments span {
          padding-inline: var(--space-2);
          font-size: var(--text-small);
        }
      }
    `,
  ];

  @property({ attribute: false }) value: WishedTerms | undefined;
  @property({ type: Boolean }) guest = false;

  constructor() {
    super();
    this.follow(variants);
  }

  protected override render() {
    const { value } = this;
    if (!value) return html``;
    const variant = variants.value.find(({ id }) => id === value.variant);
    return html`
      <div class="field">
        <label for="variant">${t('offer-variant')}</label>
        <select id="variant" class="select" @change=${(event: Event) => this.change({ variant: textOf(event) })}>
          ${variants.value.map(
            ({ id }) => html`<option value=${id} ?selected=${id === value.variant}>${variantName(id)}</option>`,
          )}
        </select>
      </div>
      ${this.time(value.pace)} ${this.rating(value, variant)} ${this.colour(value.colour)}
    `;
  }

  private time(pace: Pace) {
    return html`<fieldset class="field">
      <legend>${t('offer-time')}</legend>
      <div class="segments">
        ${this.choice('kind', t('offer-time-real'), pace.kind === 'realTime', () => this.pace({ kind: 'realTime' }))}
        ${this.choice('kind', t('offer-time-days'), pace.kind === 'correspondence', () =>
          this.pace({ kind: 'correspondence' }),
        )}
        ${this.choice('kind', t('offer-time-none'), pace.kind === 'untimed', () => this.pace({ kind: 'untimed' }))}
      </div>
      <div class="time">${this.measures(pace)}</div>
    </fieldset>`;
  }

  private measures({ kind, reserveMs, incrementMs, days }: Pace) {
    switch (kind) {
      case 'realTime':
        return html`${slider(t('offer-reserve'), RESERVES_MS, reserveMs, duration, (ms) => this.pace({ reserveMs: ms }))}
        ${slider(t('offer-increment'), INCREMENTS_MS, incrementMs, duration, (ms) => this.pace({ incrementMs: ms }))}`;
      case 'correspondence':
        return slider(
          t('offer-days'),
          DAYS,
          days,
          (count) => t('offer-days-count', { count }),
          (count) => this.pace({ days: count }),
        );
      case 'untimed':
        return html`<p class="hint">${t('offer-untimed-hint')}</p>`;
    }
  }

  private rating({ rated, pace }: WishedTerms, variant: Variant | undefined) {
    const why = this.whyCasual(pace, variant);
    const isRated = rated && why === '';
    return html`<fieldset class="field">
      <legend>${t('offer-rating')}</legend>
      <div class="segments">
        ${this.choice('rated', t('offer-rated'), isRated, () => this.change({ rated: true }), why !== '')}
        ${this.choice('rated', t('offer-casual'), !isRated, () => this.change({ rated: false }))}
      </div>
      <p class="hint">${why}</p>
    </fieldset>`;
  }

  private whyCasual(pace: Pace, variant: Variant | undefined): string {
    if (this.guest) return t('offer-casual-guest');
    if (mayBeRated(pace, variant)) return '';
    return t(variant?.rated ? 'offer-casual-untimed' : 'offer-casual-variant');
  }

  private colour(colour: ColourWish) {
    const wish = (text: string, wished: ColourWish) =>
      this.choice('colour', text, colour === wished, () => this.change({ colour: wished }));
    return html`<fieldset class="field">
      <legend>${t('offer-colour')}</legend>
      <div class="segments">
        ${wish(t('offer-colour-either'), ColourWish.UNSPECIFIED)} ${wish(sideName(Side.WHITE), ColourWish.WHITE)}
        ${wish(sideName(Side.BLACK), ColourWish.BLACK)}
      </div>
    </fieldset>`;
  }

  private choice(name: string, text: string, isOn: boolean, choose: () => void, isClosed = false): TemplateResult {
    return html`<label>
      <input type="radio" name=${name} .checked=${isOn} ?disabled=${isClosed} @change=${choose} />
      <span>${text}</span>
    </label>`;
  }

  private pace(change: Partial<Pace>): void {
    if (this.value) this.change({ pace: { ...this.value.pace, ...change } });
  }

  private change(change: Partial<WishedTerms>): void {
    if (!this.value) return;
    this.value = { ...this.value, ...change };
    this.dispatchEvent(new CustomEvent<WishedTerms>('corners-terms', { detail: this.value }));
  }
}

const DAYS = Array.from({ length: MOST_DAYS }, (_, place) => place + 1);

/** A slider over choices; its place says nothing, so that its value is told in words. */
function slider(
  label: string,
  choices: readonly number[],
  value: number,
  words: (value: number) => string,
  choose: (value: number) => void,
): TemplateResult {
  const place = closest(choices, value);
  const told = words(choices[place] ?? value);
  return html`<label class="slider">
    <span>${label}</span>
    <output>${told}</output>
    <input
      type="range"
      min="0"
      max=${choices.length - 1}
      step="1"
      .value=${String(place)}
      aria-label=${label}
      aria-valuetext=${told}
      @input=${(event: Event) => choose(choices[Number(textOf(event))] ?? value)}
    />
  </label>`;
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}
