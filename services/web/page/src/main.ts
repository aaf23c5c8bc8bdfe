import { connect } from './live/link';
import { followLinks } from './navigation';
import { followStarts } from './state/starting';
import { bestLanguage, speak } from './texts';

followLinks();
followStarts();
await speak(bestLanguage(navigator.languages));
await connect();
