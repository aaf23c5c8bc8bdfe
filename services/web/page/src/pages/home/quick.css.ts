import { css } from 'lit';

export const quickStyles = css`
  section {
    display: grid;
    gap: var(--space-4);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--space-2) var(--space-5);
  }
  .variant {
    flex: 0 1 20rem;
    min-width: min(12rem, 100%);
  }
  /* The waiting panel lies where the buttons were, so that nothing moves. */
  .stage {
    display: grid;
  }
  .stage > * {
    grid-area: 1 / 1;
  }
  .pools {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: var(--space-3);
    min-height: 12.75rem;
    align-content: start;
  }
  .pools[data-waiting='true'] {
    visibility: hidden;
  }
  .pool,
  .placeholder {
    min-height: 6rem;
    border-radius: var(--radius-large);
  }
  .pool {
    display: grid;
    align-content: center;
    gap: 0.15rem;
    padding: var(--space-2);
  }
  .placeholder {
    background: var(--surface-sunken);
  }
  .pace {
    font-size: 1.6rem;
    font-weight: 700;
    font-variant-numeric: tabular-nums lining-nums;
    line-height: 1.1;
  }
  .units {
    font-size: var(--text-small);
    line-height: 1.2;
  }
  .own {
    font-size: var(--text-large);
    line-height: 1.2;
  }
  .crowd {
    min-height: 1.2em;
    font-size: var(--text-small);
    font-weight: 400;
    color: var(--text-muted);
  }
  .notes {
    min-height: 1.5rem;
    display: grid;
    gap: var(--space-2);
  }
  @media (max-width: 40rem) {
    .pools {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: var(--space-2);
      min-height: 25.5rem;
    }
    .variant {
      flex: 1 1 100%;
    }
  }
`;
