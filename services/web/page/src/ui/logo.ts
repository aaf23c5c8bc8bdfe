import { html } from 'lit';

/** The page's mark: a piece on its way from one corner to the other. */
export function logo() {
  return html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--accent)"></rect>
    <g fill="none" stroke="var(--on-accent)" stroke-linecap="round">
      <path d="M10.3 15.4h0M12.6 12.3h0M16.2 10.4h0" stroke-width="2.3"></path>
      <circle cx="22.5" cy="9.5" r="3.5" stroke-width="2.2"></circle>
    </g>
    <circle cx="9.5" cy="22.5" r="4.5" fill="var(--on-accent)"></circle>
  </svg>`;
}
