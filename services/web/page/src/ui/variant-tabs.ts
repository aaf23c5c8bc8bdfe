import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { navigate } from '../navigation';
import { href } from '../routes';
import { t } from '../texts';
import { variantName } from '../texts/terms';
import { controls } from './controls.css';
import { CornersElement } from './element';

/**
 * A page that is there for each variant: links from one to the next.
 *
 *     html`<corners-variant-tabs .page=${'rules'} .variants=${ids} .chosen=${id}></corners-variant-tabs>`
 */
@customElement('corners-variant-tabs')
export class CornersVariantTabs extends CornersElement {
  static override styles = [
    controls,
    css`
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        min-height: 2.75rem;
      }
      a[aria-current] {
        background: var(--accent-soft);
        border-color: var(--accent);
        color: var(--on-accent-soft);
      }
    `,
  ];

  @property({ attribute: false }) page: 'rules' | 'leaders' = 'rules';
  @property({ attribute: false }) variants: readonly string[] = [];
  @property({ attribute: false }) chosen: string | undefined;

  protected override render() {
    return html`<nav aria-label=${t('variants')}>${this.variants.map((variant) => this.tab(variant))}</nav>`;
  }

  private tab(variant: string) {
    return html`<a
      class="button"
      href=${href({ page: this.page, variant })}
      aria-current=${variant === this.chosen ? 'page' : nothing}
      @click=${(event: MouseEvent) => this.changeTo(event, variant)}
      >${variantName(variant)}</a
    >`;
  }

  /** From one to the next nobody wants to go back through all that were looked at, nor to the top of the page. */
  private changeTo(event: MouseEvent, variant: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate({ page: this.page, variant }, { replace: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-variant-tabs': CornersVariantTabs;
  }
}
