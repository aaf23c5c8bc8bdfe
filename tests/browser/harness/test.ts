import { type Browser, chromium } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { Guest } from './client';
import { type About, Person } from './person';
import { Platform, type Settings } from './platform';
import { Wire } from './wire';

export { expect };

let connection: Promise<Browser> | undefined;

/** The run's one browser. */
function browser(): Promise<Browser> {
  connection ??= chromium.connect(inject('browser'));
  return connection;
}

interface Given {
  /** The address of the platform that tests share. */
  url: string;
  /** A person with a browser; whatever goes wrong in their pages fails the test at its end. */
  person: (name: string, about?: Partial<About>) => Promise<Person>;
  /** An account without a browser, at the shared platform or another. */
  guest: (url?: string) => Promise<Guest>;
  /** A platform of this test's own. */
  platform: (settings?: Settings) => Promise<Platform>;
  /** A wire that can be cut, to a platform. */
  wire: (port: number) => Promise<Wire>;
}

/** A test in browsers. */
export const test = base.extend<Given>({
  url: async ({ task: _task }, use) => use(inject('platform')),
  guest: async ({ url }, use) => use((at = url) => Guest.at(at)),
  platform: async ({ task: _task }, use) => {
    const platforms: Platform[] = [];
    await use(async (settings) => {
      const platform = await Platform.start(settings);
      platforms.push(platform);
      return platform;
    });
    for (const platform of platforms) await platform.stop();
  },
  wire: async ({ task: _task }, use) => {
    const wires: Wire[] = [];
    await use(async (port) => {
      const wire = await Wire.to(port);
      wires.push(wire);
      return wire;
    });
    for (const wire of wires) await wire.cut();
  },
  // What a page talks to goes after the page.
  person: async ({ url, platform: _platform, wire: _wire, task }, use) => {
    const persons: Person[] = [];
    await use(async (name, about = {}) => {
      const person = await Person.with(await browser(), { url, name, ...about });
      persons.push(person);
      return person;
    });
    const faults = persons.flatMap((person) => person.faults);
    const hasFailed = task.result?.state === 'fail' || faults.length > 0;
    for (const person of persons) await person.leave(hasFailed ? task.name : undefined);
    expect(faults, 'what went wrong in the pages').toEqual([]);
  },
});
