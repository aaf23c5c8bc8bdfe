import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { kept } from '../rpc/kept';
import { playerOf, players } from '../state/names';
import { t } from '../texts';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';

/** Who plays in this browser, with the way to the account. */
@customElement('corners-account-corner')
export class CornersAccountCorner extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        min-width: 0;
      }
      a {
        max-width: 14rem;
        min-width: 0;
      }
      .who {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      @media (max-width: 29.9rem) {
        .button {
          padding-inline: 0.6rem;
          max-width: 8.5rem;
        }
      }
      /* No room but for the picture. */
      @media (max-width: 22.4rem) {
        .who {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.follow(kept);
    this.follow(players);
  }

  override render() {
    const name = this.name();
    return html`<a class="button quiet" href="/account" aria-label=${t('account-corner-label', { name })}>
      ${icon('user')}<span class="who">${name}</span>
    </a>`;
  }

  private name(): string {
    const session = kept.value;
    // Nobody yet: the first call makes a guest.
    if (!session || session.guest) return t('guest');
    return playerOf(session.account)?.displayName || t('account-corner');
  }
}
