import { css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { navigate } from '../../navigation';
import { href, type Route } from '../../routes';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import type { Offer } from '../../ui/offer-dialog';
import '../../ui/offer-dialog';
import './lobby';
import './own-games';
import './quick';
import './watching';

/** The first page: a game at the press of a button, and everything else that can be played or watched. */
@customElement('corners-home-page')
export class HomePage extends CornersElement {
  static override styles = [
    controls,
    css`
      header {
        display: grid;
        gap: var(--space-1);
      }
      .areas {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
      }
      .play {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        align-content: start;
      }
      .ways {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
        gap: var(--space-2);
      }
      @media (min-width: 60rem) {
        .areas {
          grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) route: Route | undefined;
  @state() private offer: Offer | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route') || this.route?.page !== 'home' || this.route.challenge === undefined) return;
    this.offer = { to: 'player', account: this.route.challenge };
    // Gone to again, or reloaded, the page does not ask again.
    navigate({ page: 'home' }, { replace: true });
  }

  protected override render() {
    return html`<div class="page">
      <header>
        <h1>${t('home-heading')}</h1>
        <p class="muted">${t('home-lead')} <a href=${href({ page: 'rules' })}>${t('home-rules')}</a></p>
      </header>
      <div class="areas" @corners-offer=${(event: CustomEvent<Offer>) => this.ask(event.detail)}>
        <div class="play">
          <corners-quick-pairing></corners-quick-pairing>
          <div class="ways">
            <button type="button" @click=${() => this.ask({ to: 'link' })}>${icon('link')}${t('home-friend')}</button>
            <a class="button" href=${href({ page: 'practice' })}>${icon('user')}${t('home-practice')}</a>
          </div>
        </div>
        <corners-own-games></corners-own-games>
        <corners-lobby></corners-lobby>
        <corners-watching></corners-watching>
      </div>
      <corners-offer-dialog
        .offer=${this.offer}
        @corners-close=${() => {
          this.offer = undefined;
        }}
      ></corners-offer-dialog>
    </div>`;
  }

  private ask(offer: Offer): void {
    this.offer = offer;
  }
}
