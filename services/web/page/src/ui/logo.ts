import { html } from 'lit';

/** The page's mark: a piece on its way from one corner to the other. */
export function logo() {
  return html`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
    <rect x="1" y="1" width="30" height="30" rx="7" fill="var(--accent)"></rect>
    <path d="M5 27V17h5v5h5v5z" fill="var(--on-accent)" opacity="0.35"></path>
    <path d="M27 5v10h-5v-5h-5V5z" fill="var(--on-accent)" opacity="0.35"></path>
    <path d="M10 22C10 14 14 10 22 10" fill="none" stroke="var(--on-accent)" stroke-width="2.4" stroke-linecap="round"
      stroke-dasharray="0.1 4"></path>
    <circle cx="10" cy="22" r="3.6" fill="var(--on-accent)"></circle>
    <circle cx="22" cy="10" r="3.6" fill="none" stroke="var(--on-accent)" stroke-width="2"></circle>
  </svg>`;
}
