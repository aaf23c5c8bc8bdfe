import { html, svg, type TemplateResult } from 'lit';

/**
 * Small pictures in the colour of the text around them: `icon('flag')`. They say nothing to screen readers: what they
 * stand for is told by the text next to them, or the aria-label of their button.
 */
export function icon(name: IconName, size = '1.25em'): TemplateResult {
  return html`<svg
    viewBox="0 0 24 24"
    width=${size}
    height=${size}
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${PICTURES[name]}
  </svg>`;
}

/** The names of the pictures. */
export type IconName = keyof typeof PICTURES;

const PICTURES = {
  back: svg`<path d="M15 5l-7 7 7 7"/>`,
  bot: svg`<rect x="4" y="8" width="16" height="11" rx="3"/><path d="M12 8V4M9 13v1M15 13v1M2 13v2M22 13v2"/>`,
  check: svg`<path d="M5 13l5 5 9-11"/>`,
  clock: svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
  copy: svg`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M15 5H6a2 2 0 0 0-2 2v9"/>`,
  download: svg`<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>`,
  eye: svg`<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>`,
  first: svg`<path d="M18 5l-7 7 7 7M7 5v14"/>`,
  flag: svg`<path d="M5 21V4M5 4h12l-2 4 2 4H5"/>`,
  flip: svg`<path d="M7 4v15M7 4L4 8M7 4l3 4M17 20V5M17 20l-3-4M17 20l3-4"/>`,
  forward: svg`<path d="M9 5l7 7-7 7"/>`,
  handshake: svg`<path d="M3 8l4-2 5 3 5-3 4 2v8l-3 1-5 4-7-5-3-1z"/><path d="M12 9l-3 4 2 1 4-3 3 3"/>`,
  help: svg`<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 17v.01"/>`,
  last: svg`<path d="M6 5l7 7-7 7M17 5v14"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  more: svg`<path d="M5 12v.01M12 12v.01M19 12v.01" stroke-width="3"/>`,
  offline: svg`<path d="M3 3l18 18M5 12a10 10 0 0 1 4-2.4M2 8a15 15 0 0 1 4.5-2.8M12 5a15 15 0 0 1 10 3M15 10a10 10 0 0 1 4 2M9 16a4.5 4.5 0 0 1 6 0M12 20v.01"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  play: svg`<path d="M7 4l13 8-13 8z"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  reload: svg`<path d="M20 11a8 8 0 1 0-2 6M20 4v7h-7"/>`,
  search: svg`<circle cx="11" cy="11" r="7"/><path d="M16 16l5 5"/>`,
  settings: svg`<path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.5"/><circle cx="8" cy="17" r="2.5"/>`,
  sound: svg`<path d="M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>`,
  soundOff: svg`<path d="M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4"/>`,
  star: svg`<path d="M12 3l2.7 5.800 6.3.7-4.7 4.300 1.3 6.200L12 16.900 6.400 20l1.3-6.200L3 9.5l6.3-.7z"/>`,
  swords: svg`<path d="M4 4l11 11M20 4L9 15M4 17l3 3M20 17l-3 3M6.5 14.5l3 3M17.5 14.5l-3 3"/>`,
  trophy: svg`<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H4a3 3 0 0 0 3.5 4M17 6h3a3 3 0 0 1-3.5 4M12 15v3M8 21h8M10 18h4v3h-4z"/>`,
  undo: svg`<path d="M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-4"/>`,
  user: svg`<circle cx="12" cy="8" r="4"/><path d="M4 21a8 8 0 0 1 16 0"/>`,
  users: svg`<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5"/>`,
  warning: svg`<path d="M12 4L2.5 20h19zM12 10v4M12 17v.01"/>`,
};
