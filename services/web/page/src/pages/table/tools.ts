import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { clockFace } from '../../domain/clock-face';
import type { Game } from '../../domain/game';
import { Side } from '../../gen/corners/game/v1/variant_pb';
import { clockMoment, gameTime } from '../../state/clock';
import { t } from '../../texts';
import { clockText } from '../../texts/clock';
import { announce } from '../../ui/announce';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import { moveText } from './said';

/** Beside the game: the board is turned (`corners-turn`), the last move and the clocks are read out, spectators are counted. */
@customElement('corners-table-tools')
export class TableTools extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }
      .for-readers:not(:focus-visible) {
        position: absolute;
        width: 1px;
        height: 1px;
        min-height: 0;
        padding: 0;
        overflow: hidden;
        clip-path: inset(50%);
      }
    `,
  ];

  @property({ attribute: false }) game: Game | undefined;
  /** Whether who reads it is a spectator: then there is one, whatever was counted before they came. */
  @property({ attribute: false }) isWatching = false;

  protected override render() {
    const { game } = this;
    if (!game) return html``;
    return html`<button type="button" class="small" @click=${this.turn}>${t('table-turn-board')}</button>
      <button type="button" class="small for-readers" @click=${() => readMove(game)}>${t('table-read-move')}</button>
      <button type="button" class="small for-readers" @click=${() => readClocks(game)}>${t('table-read-clocks')}</button>
      <span class="muted small">${t('table-spectators', { count: this.spectators(game) })}</span>`;
  }

  private spectators({ presence }: Game): number {
    return Math.max(this.isWatching ? 1 : 0, presence?.spectators ?? 0);
  }

  private readonly turn = () => {
    this.dispatchEvent(new CustomEvent('corners-turn'));
  };
}

function readMove({ moves }: Game): void {
  const last = moves.at(-1);
  announce(last ? moveText(last.side, last.path) : t('said-no-move'));
}

function readClocks({ state: { clocks } }: Game): void {
  if (!clocks) return announce(t('said-no-clocks'));
  const left = (side: Side) => clockText(clockFace(gameTime.remaining(clocks, side, clockMoment())));
  announce(t('said-clocks', { white: left(Side.WHITE), black: left(Side.BLACK) }));
}
