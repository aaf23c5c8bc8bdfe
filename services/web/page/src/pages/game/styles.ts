import { css } from 'lit';
import { controls } from '../../ui/controls.css';

export const styles = [
  controls,
  css`
    .review {
      display: grid;
      gap: var(--space-4) var(--space-5);
      grid-template-columns: minmax(0, 1fr);
      justify-content: center;
    }
    .main,
    .side {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-2);
      align-content: start;
      min-width: 0;
    }
    .side {
      gap: var(--space-3);
    }
    corners-moves {
      height: 16rem;
    }
    @media (min-width: 60rem) {
      .review {
        /* The board fits below the header, between the two players and above the buttons. */
        grid-template-columns: minmax(20rem, min(100dvh - 18rem, 44rem)) 22rem;
      }
      corners-moves {
        height: min(26rem, 100dvh - 25rem);
        min-height: 12rem;
      }
    }
  `,
];
