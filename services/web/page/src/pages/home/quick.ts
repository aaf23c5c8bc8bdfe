import { create } from '@bufbuild/protobuf';
import { durationMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { canBeRated, chosenVariant, poolsFor, type QuickWish } from '../../domain/pools';
import { paceOf } from '../../domain/terms';
import type { Variant } from '../../gen/corners/game/v1/variant_pb';
import type { QueueDelay } from '../../gen/corners/matchmaking/v1/account_pb';
import { FindMatchRequestSchema, type Pool } from '../../gen/corners/matchmaking/v1/pool_pb';
import { find, finding, findingEnded } from '../../live/link';
import { href } from '../../routes';
import { explain } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { account } from '../../state/account';
import { quickWish } from '../../state/choices';
import { followPools, pools, poolsFailure } from '../../state/pools';
import { loadVariants, variants } from '../../state/variants';
import { t } from '../../texts';
import { timeControlText, variantName } from '../../texts/terms';
import { delayText, endedWaitText, waitText } from '../../texts/waits';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import type { Offer } from '../../ui/offer-dialog';
import { toast } from '../../ui/toast';
import { quickStyles } from './quick.css';
import './waiting';

/** How many buttons there is room for before the pools are known. */
const USUAL_BUTTONS = 8;

/** A game with whoever wants the same: a button for each time control. */
@customElement('corners-quick-pairing')
export class QuickPairing extends CornersElement {
  static override styles = [controls, quickStyles];

  @state() private variantsFailure: unknown;
  private stops: (() => void)[] = [];
  /** The button that the wait was begun with. */
  private pressed: HTMLElement | undefined;
  private wasWaiting = false;

  constructor() {
    super();
    for (const store of [variants, pools, poolsFailure, quickWish, kept, finding, account]) this.follow<unknown>(store);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stops = [followPools(), findingEnded.listen(tellEnd)];
    loadVariants().catch((error) => {
      this.variantsFailure = error;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stops.splice(0)) stop();
  }

  /** The panel takes the focus along when it goes: it returns to where it was. */
  protected override updated(): void {
    const isWaiting = finding.value !== undefined;
    if (this.wasWaiting && !isWaiting && document.activeElement === document.body) this.pressed?.focus();
    this.wasWaiting = isWaiting;
  }

  protected override render() {
    const variant = chosenVariant(variants.value, quickWish.value.variant);
    const isWaiting = finding.value !== undefined;
    return html`<section class="card" aria-label=${t('home-quick')}>
      ${this.choices(variant)}
      <div class="stage">
        <div class="pools" ?inert=${isWaiting} data-waiting=${isWaiting}>${this.buttons(variant)}</div>
        ${isWaiting ? html`<corners-waiting></corners-waiting>` : ''}
      </div>
      ${this.notes(variant)}
    </section>`;
  }

  private choices(variant: Variant | undefined) {
    const { rated, bots } = quickWish.value;
    const isOpen = canBeRated(variant, this.isGuest);
    return html`<div class="choices">
      <div class="field variant">
        <label for="variant">${t('home-variant')}</label>
        <select id="variant" class="select" @change=${(event: Event) => wish({ variant: (event.target as HTMLSelectElement).value })}>
          ${variants.value.map(
            ({ id }) => html`<option value=${id} ?selected=${id === variant?.id}>${variantName(id)}</option>`,
          )}
        </select>
      </div>
      ${this.isGuest ? nothing : this.toggle(t('home-rated'), isOpen && rated, !isOpen, (isOn) => wish({ rated: isOn }))}
      ${this.toggle(t('home-bots'), bots, false, (isOn) => wish({ bots: isOn }))}
    </div>`;
  }

  private toggle(text: string, isOn: boolean, isClosed: boolean, turn: (isOn: boolean) => void): TemplateResult {
    return html`<label class="check">
      <input
        type="checkbox"
        role="switch"
        .checked=${isOn}
        ?disabled=${isClosed}
        @change=${(event: Event) => turn((event.target as HTMLInputElement).checked)}
      />
      <span>${text}</span>
    </label>`;
  }

  private buttons(variant: Variant | undefined) {
    if (pools.value === undefined || variant === undefined) {
      const failure = this.variantsFailure ?? (pools.value === undefined ? poolsFailure.value : undefined);
      if (failure !== undefined) return html`<p class="notice danger failure" role="alert">${explain(failure)}</p>`;
      return Array.from({ length: USUAL_BUTTONS }, () => html`<div class="placeholder" aria-hidden="true"></div>`);
    }
    const { rated, bots } = quickWish.value;
    const wished = { variant: variant.id, rated: rated && canBeRated(variant, this.isGuest), bots };
    return html`${repeat(poolsFor(pools.value, wished), poolName, (pool) => this.button(pool))}
      <button type="button" class="pool" @click=${this.offer}>
        <span class="own">${t('home-custom')}</span>
        <span class="crowd">${t('home-custom-text')}</span>
      </button>`;
  }

  private wait({ terms, bots }: Pool, { currentTarget }: Event): void {
    if (!terms) return;
    this.pressed = currentTarget instanceof HTMLElement ? currentTarget : undefined;
    find(create(FindMatchRequestSchema, { terms, bots }));
  }

  private offer(): void {
    const detail: Offer = { to: 'lobby' };
    this.dispatchEvent(new CustomEvent('corners-offer', { detail, bubbles: true, composed: true }));
  }

  private button(pool: Pool) {
    const { reserveMs, incrementMs } = paceOf(pool.terms?.timeControl);
    return html`<button type="button" class="pool" @click=${(event: Event) => this.wait(pool, event)}>
      <span class="pace" aria-hidden="true">${reserveMs / 60_000}+${incrementMs / 1000}</span>
      <span class="units">${timeControlText(pool.terms?.timeControl)}</span>
      <span class="crowd">${crowdText(pool)}</span>
    </button>`;
  }

  private notes(variant: Variant | undefined) {
    const { delay } = account.value;
    return html`<div class="notes">
      ${isOn(delay) ? html`<p class="notice warning" role="status">${delayText(delay)}</p>` : nothing}
      ${variant ? html`<p class="small muted">${this.ratedNote(variant)}</p>` : nothing}
    </div>`;
  }

  private ratedNote(variant: Variant) {
    if (!variant.rated) return t('home-variant-unrated');
    if (!this.isGuest) return '';
    return html`${t('home-guest-casual')} <a href=${href({ page: 'account' })}>${t('home-register')}</a>`;
  }

  /** Who has no session yet begins as a guest. */
  private get isGuest(): boolean {
    return kept.value?.guest ?? true;
  }
}

function wish(change: Partial<QuickWish>): void {
  quickWish.update((before) => ({ ...before, ...change }));
}

function poolName({ terms }: Pool): string {
  const { reserveMs, incrementMs } = paceOf(terms?.timeControl);
  return `${reserveMs}+${incrementMs}`;
}

/** How many wait, and how long it usually takes; a place where nobody waits says nothing. */
function crowdText({ waiting, usualWait }: Pool): string {
  const parts = [
    waiting > 0 && t('home-pool-waiting', { count: waiting }),
    usualWait && t('home-pool-usual', { wait: waitText(durationMs(usualWait)) }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Whether a delay that the account's stream has told goes on. The pools are asked for every few seconds: then it is looked at again. */
function isOn(delay: QueueDelay | undefined): delay is QueueDelay {
  return delay?.until !== undefined && timestampMs(delay.until) > Date.now();
}

function tellEnd({ reason, why }: { reason: string; why: Record<string, string> }): void {
  const text = endedWaitText(reason, why);
  if (text !== undefined) toast(text, { kind: 'warning' });
}
