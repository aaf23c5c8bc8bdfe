import { rm } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { OUTPUT } from './folders';
import { Platform } from './platform';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's browser is driven. */
    browser: string;
    /** The platform of tests that leave it as it is. */
    platform: string;
  }
}

/** What all tests of a run share: one browser, and one platform. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await rm(OUTPUT, { recursive: true, force: true });
  const platform = await Platform.start();
  const browser = await chromium.launchServer({
    executablePath: process.env.CORNERS_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-gpu'],
  });
  project.provide('browser', browser.wsEndpoint());
  project.provide('platform', platform.url);
  return async () => {
    await browser.close();
    await platform.stop();
  };
}
