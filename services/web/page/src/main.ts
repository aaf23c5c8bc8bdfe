import { followLinks } from './navigation';
import { bestLanguage, speak } from './texts';

followLinks();
await speak(bestLanguage(navigator.languages));
