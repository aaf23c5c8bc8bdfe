//! Web: serves the page on which people play in the browser.
