import { css } from 'lit';
import { controls } from '../../ui/controls.css';

export const styles = [
  controls,
  css`
    .rules {
      min-height: 100vh;
    }
    section {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-3);
      padding-block: var(--space-5);
      border-top: 1px solid var(--line);
    }
    .rules > .lead {
      padding-bottom: var(--space-4);
    }
    .text,
    ul {
      display: grid;
      gap: var(--space-3);
      align-content: start;
      max-width: var(--width-text);
      margin: 0;
    }
    ul {
      padding-inline-start: 1.25rem;
    }
    .boards {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
      gap: var(--space-5);
      align-items: start;
    }
    figure {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-2);
      margin: 0;
    }
    .own th,
    .own td {
      background: var(--accent-soft);
      color: var(--on-accent-soft);
    }
    .own a {
      color: inherit;
    }
    .table th[scope='row'] {
      font-size: inherit;
      white-space: nowrap;
    }
    .scroll:focus-visible {
      outline-offset: -3px;
    }
    @media (min-width: 64rem) {
      section {
        grid-template-columns: 22rem minmax(0, 1fr);
        column-gap: var(--space-6);
      }
      h2,
      .all > * {
        grid-column: 1 / -1;
      }
    }
  `,
];
