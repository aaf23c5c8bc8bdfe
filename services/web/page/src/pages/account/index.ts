import { html, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { AccountKind } from '../../gen/corners/game/v1/table_pb';
import type { Route } from '../../routes';
import { accounts } from '../../rpc/clients';
import { kept } from '../../rpc/kept';
import { Loader } from '../../state/loader';
import { t } from '../../texts';
import { CornersElement } from '../../ui/element';
import { whenLoaded } from '../../ui/loaded';
import { unwrittenCode } from './signed-in';
import { styles } from './styles';
import './code';
import './guest';
import './player';

/** The account of this browser: a guest's, to become a player's, or a player's, to look after. */
@customElement('corners-account-page')
export class AccountPage extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) route: Route | undefined;
  private readonly mine = new Loader(async () => (await accounts.getMyAccount({})).player);
  private loadedFor: string | undefined;

  constructor() {
    super();
    this.follow(kept);
    this.follow(unwrittenCode);
    this.follow(this.mine);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const holder = `${kept.value?.account} ${kept.value?.guest}`;
    if (holder === this.loadedFor) return;
    this.loadedFor = holder;
    void this.mine.load();
  }

  protected override render() {
    return html`<div class="page">
      <h1>${t('title-account')}</h1>
      ${unwrittenCode.text === '' ? this.account() : html`<corners-account-code></corners-account-code>`}
    </div>`;
  }

  private account() {
    return whenLoaded(this.mine, (player) => this.parts(player), 8);
  }

  private parts(player: Player | undefined) {
    if (player?.kind === AccountKind.GUEST)
      return html`<corners-account-guest .player=${player}></corners-account-guest>`;
    return html`<corners-account-player
      .player=${player}
      @corners-account-changed=${() => this.mine.load()}
    ></corners-account-player>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-account-page': AccountPage;
  }
}
