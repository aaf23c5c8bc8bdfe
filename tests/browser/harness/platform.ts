import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { OUTPUT, ROOT } from './folders';

/** The program under test. */
const PROGRAM = process.env.CORNERS_BINARY ?? `${ROOT}/target/debug/corners`;

const GREETING = /^Corners is up at (http:\/\/127\.0\.0\.1:(\d+))/;

/** Settings by their names in the environment, such as `CORNERS_ACCOUNTS__ACCESS_TOKEN_SECONDS`. */
export type Settings = Record<string, string>;

/** `corners up` as a process of its own, with its data in a folder of its own. */
export class Platform {
  private constructor(
    private readonly folder: string,
    private readonly settings: Settings,
    private process: ChildProcess,
    /** Where it listens; the same after a restart. */
    readonly port: number,
  ) {}

  /** Starts a platform on a free port, and waits until it says where. */
  static async start(settings: Settings = {}): Promise<Platform> {
    await mkdir(OUTPUT, { recursive: true });
    const folder = await mkdtemp(`${OUTPUT}/data-`);
    const { process, port } = await up(folder, 0, settings);
    return new Platform(folder, settings, process, port);
  }

  /** Its address, as browsers and clients take it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends it as `kill -9` does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Starts it again with the same port and data. */
  async startAgain(): Promise<void> {
    ({ process: this.process } = await up(this.folder, this.port, this.settings));
  }

  /** Stops it, and removes its data. */
  async stop(): Promise<void> {
    // A gentle stop waits for streams; here nobody needs them any more.
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill(signal);
    await gone;
  }
}

async function up(folder: string, port: number, settings: Settings): Promise<{ process: ChildProcess; port: number }> {
  const started = spawn(PROGRAM, ['up', '--listen', `127.0.0.1:${port}`, '--data', `${folder}/data`], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A run of tests that ends in any way takes it along.
  process.once('exit', () => started.kill('SIGKILL'));
  started.stderr.pipe(createWriteStream(`${folder}/log`, { flags: 'a' }));
  const ended = once(started, 'exit').then(([code, signal]) => {
    throw new Error(`${PROGRAM} up ended (${signal ?? code}) before it listened: see ${folder}/log`);
  });
  ended.catch(() => undefined);
  const [, , taken] = await Promise.race([greeting(started), ended]);
  return { process: started, port: Number(taken) };
}

async function greeting(started: ChildProcess): Promise<RegExpExecArray> {
  if (started.stdout === null) throw new Error('the program has no standard output');
  // What it says later is read, too: nobody waits for a full pipe.
  const lines = createInterface({ input: started.stdout });
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const found = GREETING.exec(line);
      if (found) resolve(found);
    });
  });
}
