import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { Variant } from '../../gen/corners/game/v1/variant_pb';
import { href, type Route } from '../../routes';
import { explain } from '../../rpc/failure';
import { loadVariants, variants } from '../../state/variants';
import { language, t } from '../../texts';
import { variantText } from '../../texts/terms';
import { CornersElement } from '../../ui/element';
import { rulesOf } from './sections';
import { styles } from './styles';
import { variantsTable } from './variants-table';
import '../../ui/spinner';
import '../../ui/variant-tabs';

/** The rules of each variant, with boards that show them. */
@customElement('corners-rules-page')
export class RulesPage extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) route: Route | undefined;
  @state() private failure: unknown;

  constructor() {
    super();
    this.follow(variants);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    this.failure = undefined;
    try {
      await loadVariants();
    } catch (error) {
      this.failure = error;
    }
  }

  protected override render() {
    const variant = this.variant();
    return html`<div class="page">
      <header class="stack tight">
        <h1>${t('rules-heading')}</h1>
        <p class="lead">${t('rules-lead')}</p>
      </header>
      ${this.failure ? this.failed() : nothing} ${variant ? this.chosen(variant) : nothing}
      ${variant || this.failure ? nothing : html`<corners-spinner class="rules"></corners-spinner>`}
    </div>`;
  }

  private chosen(variant: Variant) {
    return html`<corners-variant-tabs
        .page=${'rules'}
        .variants=${variants.value.map(({ id }) => id)}
        .chosen=${variant.id}
      ></corners-variant-tabs>
      <div class="rules">${guard([variant, language.value], () => this.rules(variant))}</div>`;
  }

  private rules(variant: Variant) {
    return html`<p class="lead">${variantText(variant.id)}</p>
      ${rulesOf(variant)}
      <section class="all">
        <h2>${t('rules-table')}</h2>
        ${variantsTable(variants.value, variant.id)}
      </section>
      <p><a class="button primary" href=${href({ page: 'practice' })}>${t('rules-try')}</a></p>`;
  }

  /** The variant of the address, or else the first there is. */
  private variant(): Variant | undefined {
    const wished = this.route?.page === 'rules' ? this.route.variant : undefined;
    return variants.value.find(({ id }) => id === wished) ?? variants.value[0];
  }

  private failed() {
    return html`<p class="notice danger" role="alert">${explain(this.failure)}</p>
      <p><button type="button" @click=${() => this.load()}>${t('try-again')}</button></p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-rules-page': RulesPage;
  }
}
