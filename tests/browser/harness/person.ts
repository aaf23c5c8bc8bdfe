import { mkdir, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE_MS } from './eventually';
import { OUTPUT } from './folders';

/** Where the page keeps its session. */
const SESSION = 'corners-session';

/** How many lines of a person's log are kept. */
const MOST_LINES = 2_000;

/** What the browser keeps of a session, as far as tests look at it. */
interface Session {
  account: string;
  access: string;
  renewFrom: number;
}

/** Who sits before a browser, and with what. */
export interface About extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion' | 'hasTouch'> {
  /** The address of the page. */
  url: string;
  /** What the person is called in logs. */
  name: string;
  /** The browser's language; English by default. */
  locale?: string;
  isMobile?: boolean;
}

/** Somebody with a browser profile of their own. Whatever goes wrong in the page is noted, and is a fault at the end. */
export class Person {
  /** What went wrong in the page. */
  readonly faults: string[] = [];
  private readonly log: string[] = [];
  /** Set while the platform is away on purpose. */
  private isCutOff = false;

  private constructor(
    readonly about: About,
    readonly context: BrowserContext,
    /** The first tab. */
    readonly page: Page,
  ) {}

  static async with(browser: Browser, about: About): Promise<Person> {
    const { url, name, ...wanted } = about;
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      timezoneId: 'Europe/Amsterdam',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...wanted,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const person = new Person(about, context, await context.newPage());
    await person.watch();
    return person;
  }

  /** Another tab of the same browser. */
  readonly tab = (): Promise<Page> => this.context.newPage();

  /** The account that the browser has got. */
  async account(): Promise<string> {
    return (await this.session()).account;
  }

  /** The token of the browser's calls. */
  async token(): Promise<string> {
    return (await this.session()).access;
  }

  /** Makes the token of the browser's calls one that no platform takes. */
  async spoilToken(): Promise<void> {
    await this.change(({ access }) => ({ access: access.replace(/.{8}$/, 'AAAAAAAA') }));
  }

  /** Makes the browser think that its token has come to the time to be renewed. */
  async ageToken(): Promise<void> {
    await this.change(() => ({ renewFrom: Date.now() }));
  }

  private async change(what: (session: Session) => Partial<Session>): Promise<void> {
    const session = await this.session();
    const changed = JSON.stringify({ ...session, ...what(session) });
    await this.page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION, changed] as const);
  }

  private async session(): Promise<Session> {
    const kept = await this.page.evaluate((key) => localStorage.getItem(key), SESSION);
    return JSON.parse(kept ?? '{}');
  }

  /** Does something during which the platform cannot be reached: a browser complains of that, rightly. */
  async whileCutOff(work: () => Promise<void>): Promise<void> {
    this.isCutOff = true;
    await work();
    this.isCutOff = false;
  }

  /** Closes the browser profile; after a failure, what is on screen and the log are kept. */
  async leave(failed: string | undefined): Promise<void> {
    if (failed !== undefined) await this.keep(`${OUTPUT}/failed/${failed.replaceAll(/[^\w]+/g, '-')}`);
    await this.context.close();
  }

  private async keep(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${this.about.name}.log`, `${this.log.join('\n')}\n`);
    for (const [index, page] of this.context.pages().entries()) {
      await page.screenshot({ path: `${folder}/${this.about.name}-${index}.png` }).catch(() => undefined);
    }
  }

  private async watch(): Promise<void> {
    await this.context.exposeBinding('cornersTestViolation', (_source, what: string) => this.fault(`policy: ${what}`));
    await this.context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        const { cornersTestViolation } = window as unknown as { cornersTestViolation: (what: string) => void };
        cornersTestViolation(`${violatedDirective} of ${blockedURI || 'inline'} in ${sourceFile}`);
      });
    });
    const { origin } = new URL(this.about.url);
    this.context.on('request', (request) => {
      this.note(`request ${request.method()} ${request.url()}`);
      if (!request.url().startsWith(`${origin}/`)) this.fault(`third-party request: ${request.url()}`);
    });
    this.context.on('response', (response) => this.note(`response ${response.status()} ${response.url()}`));
    this.context.on('weberror', (error) => this.fault(`uncaught: ${error.error().stack ?? error.error().message}`));
    this.context.on('console', (message) => {
      this.note(`console ${message.type()}: ${message.text()}`);
      const isAboutTheWay = message.text().startsWith('Failed to load resource: net::ERR_');
      if (message.type() !== 'error' || (this.isCutOff && isAboutTheWay)) return;
      this.fault(`console: ${message.text()} (${message.location().url})`);
    });
  }

  private fault(what: string): void {
    this.note(`FAULT ${what}`);
    this.faults.push(`${this.about.name}: ${what}`);
  }

  private note(line: string): void {
    if (this.log.length < MOST_LINES) this.log.push(`${new Date().toISOString()} ${line}`);
  }
}
