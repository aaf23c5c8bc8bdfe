import { css } from 'lit';
import { controls } from '../../ui/controls.css';

/** What the parts of the account page look like. */
export const styles = [
  controls,
  css`
    form,
    section {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-4);
      align-content: start;
    }
    form button[type='submit'] {
      justify-self: start;
    }
    code {
      overflow-wrap: anywhere;
    }
    .check {
      font-weight: 400;
    }
    legend {
      padding: 0;
      font-weight: 600;
    }
    .what {
      flex: 1 1 12rem;
      min-width: 0;
      overflow-wrap: anywhere;
    }
  `,
];
