import { css } from 'lit';

/**
 * Styles that elements share: `static override styles = [controls, css`...`]`.
 *
 * Headings    h1, h2, h3; `.lead` for the sentence under a title, `.muted`, `.small`, `.numbers` (digits of one width)
 * Buttons     every <button>, and <a class="button">: `.primary`, `.danger` or `.quiet` (none: secondary); `.small`, `.large`,
 *             `.icon` (square, has to have an aria-label). `.plain`: a <button> that looks like nothing
 * Fields      `.field` around a <label>, `.input` / `.select` / a <textarea class="input">, `.hint` and `.problem`
 * Choices     `.segments` around <label><input type="radio"><span>text</span></label>; `.check` around a checkbox
 * Surfaces    `.card` (with `.flush` without padding), `.notice` with `.warning`, `.danger`, `.success`
 * Lists       `.list` on <ul>/<ol>: rows with a line between; `.rows` > `.row` links. `.table` on <table>, in `.scroll`
 * Layout      `.stack` (a column), `.cluster` (a row that wraps), `.spread` (ends apart), `.page` (a page's room)
 * Badges      `.badge` with `.accent`, `.warning`
 * Hidden      `.visually-hidden`: for screen readers only
 */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: var(--radius-small);
  }

  h1,
  h2,
  h3 {
    margin: 0;
    line-height: 1.2;
    font-weight: 700;
    text-wrap: balance;
    overflow-wrap: break-word;
  }
  h1 {
    font-size: var(--title-1);
    letter-spacing: -0.015em;
  }
  h2 {
    font-size: var(--title-3);
  }
  h3 {
    font-size: var(--text-large);
  }
  p {
    margin: 0;
    text-wrap: pretty;
  }
  a {
    color: var(--text-link);
    text-underline-offset: 0.18em;
    text-decoration-thickness: 1px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  .lead {
    font-size: var(--text-large);
    color: var(--text-muted);
    max-width: var(--width-text);
  }
  .muted {
    color: var(--text-muted);
  }
  .small {
    font-size: var(--text-small);
  }
  .numbers {
    font-variant-numeric: tabular-nums lining-nums;
  }

  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-height: 2.75rem;
    min-width: 2.75rem;
    padding: 0.4rem 1rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font: inherit;
    font-weight: 600;
    line-height: 1.2;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    transition:
      background-color var(--quick),
      border-color var(--quick);
  }
  button:hover,
  .button:hover {
    background: var(--surface-sunken);
  }
  button:active,
  .button:active {
    translate: 0 1px;
  }
  :is(button, .button).primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
  }
  :is(button, .button).primary:hover {
    background: var(--accent-hover);
    border-color: var(--accent-hover);
  }
  :is(button, .button).danger {
    background: var(--danger);
    border-color: var(--danger);
    color: var(--on-danger);
  }
  :is(button, .button).danger:hover {
    background: var(--danger-hover);
    border-color: var(--danger-hover);
  }
  :is(button, .button).quiet {
    background: transparent;
    border-color: transparent;
    color: var(--text);
  }
  :is(button, .button).quiet:hover {
    background: var(--surface-sunken);
  }
  :is(button, .button).small {
    min-height: 2.25rem;
    min-width: 2.25rem;
    padding: 0.25rem 0.7rem;
    font-size: var(--text-small);
  }
  :is(button, .button).large {
    min-height: 3.25rem;
    padding: 0.5rem 1.5rem;
    font-size: var(--text-large);
  }
  :is(button, .button).icon {
    padding: 0;
    aspect-ratio: 1;
  }
  /* As specific as a hovered primary button. */
  :is(button, .button):is(:disabled, [aria-disabled='true'], :disabled:hover) {
    background: var(--surface-sunken);
    border-color: var(--line);
    color: var(--text-muted);
    cursor: not-allowed;
    translate: none;
  }
  button[aria-pressed='true'] {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--on-accent-soft);
  }

  button.plain {
    display: inline;
    min-width: 0;
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: var(--radius-small);
    background: none;
    font-weight: inherit;
    text-align: start;
  }

  .field {
    display: grid;
    gap: var(--space-1);
  }
  .field > label,
  .field > legend {
    font-weight: 600;
    padding: 0;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  fieldset.field > legend {
    margin-bottom: var(--space-1);
  }
  .input,
  .select {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.4rem 0.75rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    /* Not under 16 px, or phones zoom in. */
    font: inherit;
    font-size: var(--text-base);
  }
  .input::placeholder {
    color: var(--text-muted);
    opacity: 1;
  }
  .input[aria-invalid='true'] {
    border-color: var(--danger);
    border-width: 2px;
  }
  .hint {
    font-size: var(--text-small);
    color: var(--text-muted);
  }
  .problem {
    font-size: var(--text-small);
    font-weight: 600;
    color: var(--danger-text);
  }
  .check {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-height: 2.75rem;
    cursor: pointer;
  }
  input[type='checkbox'],
  input[type='radio'] {
    width: 1.25rem;
    height: 1.25rem;
    margin: 0;
    flex: none;
    accent-color: var(--accent);
  }
  input[type='range'] {
    width: 100%;
    min-height: 1.5rem;
    accent-color: var(--accent);
  }

  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    border: 1px solid var(--line);
    border-radius: calc(var(--radius) + 3px);
    background: var(--surface-sunken);
  }
  .segments > label {
    position: relative;
    flex: 1 1 auto;
    min-width: 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-1);
    min-height: 2.4rem;
    padding: 0.2rem 0.75rem;
    border: 1px solid transparent;
    border-radius: var(--radius);
    text-align: center;
    line-height: 1.2;
    color: var(--text-muted);
    font-weight: 600;
  }
  .segments input:checked + span {
    background: var(--surface);
    border-color: var(--line-strong);
    color: var(--text);
    box-shadow: var(--shadow-low);
  }
  .segments input:focus-visible + span {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
  }
  .segments input:disabled + span {
    cursor: not-allowed;
    text-decoration: line-through;
  }

  .card {
    padding: clamp(0.9rem, 2.5vw, 1.5rem);
    border: 1px solid var(--line);
    border-radius: var(--radius-large);
    background: var(--surface);
    box-shadow: var(--shadow-low);
  }
  .card.flush {
    padding: 0;
    overflow: hidden;
  }
  .notice {
    padding: var(--space-3) var(--space-4);
    border-radius: var(--radius);
    border-inline-start: 4px solid var(--accent);
    background: var(--accent-soft);
    color: var(--on-accent-soft);
  }
  .notice.warning {
    border-color: var(--warning);
    background: var(--warning-soft);
    color: var(--on-warning-soft);
  }
  .notice.danger {
    border-color: var(--danger);
    background: var(--danger-soft);
    color: var(--on-danger-soft);
  }

  .list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .list > li + li {
    border-top: 1px solid var(--line);
  }
  .list > li {
    padding: var(--space-3) 0;
  }
  .rows {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
    width: 100%;
    min-height: 3rem;
    padding: var(--space-2) var(--space-4);
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: none;
  }
  .rows > li + li {
    border-top: 1px solid var(--line);
  }
  a.row:hover,
  button.row:hover {
    background: var(--surface-sunken);
  }
  a.row:focus-visible,
  button.row:focus-visible {
    outline-offset: -3px;
  }
  .scroll {
    overflow-x: auto;
  }
  .table {
    width: 100%;
    border-collapse: collapse;
    text-align: start;
  }
  .table caption {
    text-align: start;
    font-weight: 600;
    padding-bottom: var(--space-2);
  }
  .table th {
    font-size: var(--text-small);
    color: var(--text-muted);
    text-align: start;
    font-weight: 600;
  }
  .table th,
  .table td {
    padding: 0.6rem 0.75rem;
    border-bottom: 1px solid var(--line);
  }
  .table tbody tr:last-child > * {
    border-bottom: 0;
  }
  .table .number {
    text-align: end;
    font-variant-numeric: tabular-nums lining-nums;
  }

  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
    align-content: start;
  }
  .stack.tight {
    gap: var(--space-2);
  }
  .stack.wide {
    gap: var(--space-6);
  }
  .cluster {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }
  .spread {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-5);
    width: 100%;
    max-width: var(--width-page);
    margin-inline: auto;
    padding: var(--space-5) var(--gutter) var(--space-7);
  }
  .page.narrow {
    max-width: calc(var(--width-text) + 2 * var(--gutter));
  }

  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.25em;
    padding: 0.1em 0.5em;
    border-radius: var(--radius-small);
    background: var(--surface-sunken);
    border: 1px solid var(--line);
    color: var(--text-muted);
    font-size: 0.75rem;
    font-weight: 600;
    line-height: 1.4;
    white-space: nowrap;
  }
  .badge.accent {
    background: var(--accent-soft);
    border-color: transparent;
    color: var(--on-accent-soft);
  }
  .badge.warning {
    background: var(--warning-soft);
    border-color: transparent;
    color: var(--on-warning-soft);
  }

  .visually-hidden {
    position: absolute !important;
    width: 1px;
    height: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    border: 0;
    white-space: nowrap;
  }

  @media (forced-colors: active) {
    button,
    .button,
    .badge,
    .card,
    .notice {
      border: 1px solid CanvasText;
    }
    .segments input:checked + span {
      border-color: Highlight;
      outline: 2px solid Highlight;
    }
    button[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
    button:disabled {
      color: GrayText;
    }
  }
`;
