import { css } from 'lit';
import { controls } from '../../ui/controls.css';

/** A board with what belongs to it beside it, or below it on a phone. */
export const styles = [
  controls,
  css`
    .room.page {
      gap: var(--space-3) var(--space-5);
      justify-content: center;
      padding-block: var(--space-3) var(--space-5);
    }
    .head,
    .main,
    .side {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
    }
    .main {
      gap: var(--space-2);
    }
    .head,
    .side {
      gap: var(--space-4);
    }
    .status {
      min-height: 3em;
      font-weight: 600;
    }
    corners-moves {
      height: 14rem;
    }
    @media (min-width: 60rem) {
      .room.page {
        grid-template: auto 1fr / minmax(20rem, min(100dvh - 12rem, 46rem)) 24rem;
      }
      .main {
        grid-area: 1 / 1 / 3 / 2;
      }
      .head {
        grid-area: 1 / 2;
      }
      .side {
        grid-column: 2;
      }
      /* Where nothing is chosen first, what belongs to the board begins beside it. */
      .main:first-child + .side {
        grid-row: 1 / 3;
      }
      corners-moves {
        height: clamp(8rem, 100dvh - 26rem, 24rem);
      }
    }
  `,
];
