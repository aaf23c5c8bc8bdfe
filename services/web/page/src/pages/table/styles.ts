import { css } from 'lit';
import { controls } from '../../ui/controls.css';

export const styles = [
  controls,
  css`
    .table.page {
      gap: var(--space-3) var(--space-5);
      justify-content: center;
      padding-block: var(--space-3) var(--space-5);
    }
    .main,
    .side {
      display: grid;
      gap: var(--space-2);
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
    }
    .status {
      min-height: 1.5em;
      font-weight: 600;
    }
    .situation.ours {
      min-height: 8rem;
    }
    corners-moves {
      height: 14rem;
    }
    /* Where the buttons and an offer below them have their room; it is also that of the verdict. */
    @media (min-width: 30.01rem) {
      .situation.ours {
        min-height: 12.65rem;
      }
    }
    .gone {
      justify-items: start;
    }
    @media (min-width: 60rem) {
      .table.page {
        /* The board fits below the header and between the two players. */
        grid-template-columns: minmax(20rem, min(100dvh - 18rem, 46rem)) 22rem;
      }
      .side {
        padding-block-start: 4.8rem;
      }
      corners-moves {
        height: clamp(8rem, 100dvh - 32.65rem, 24rem);
      }
    }
  `,
];
