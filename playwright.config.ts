import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './tests/e2e/fixtures';
import { processPerSite } from './tests/e2e/shared-contexts';
import { launchOptions } from './tests/support/chromium.js';

/** A page is open for seconds: to compile its script once more, to faster code, costs more than it saves. */
const args = [...launchOptions.args, processPerSite, '--js-flags=--no-opt --no-maglev'];

/**
 * To draw what moves takes a part of the time, too. Dialogs, field checks and a new user's journey are seen moving, as by most
 * people.
 */
const contextOptions = { reducedMotion: 'reduce' } as const;

/** Pictures are of all that is tested, so all of it is drawn. */
const keepsPictures = Boolean(process.env.SCREENSHOTS);

export default defineConfig<object, WorkerFixtures>({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Where nobody watches, a test gets a second try; one that needed it is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  // Two browsers and two servers share whatever machine there is. These two limits end what hangs, and measure nothing.
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Named at the end.
  reportSlowTests: { max: 10, threshold: 15_000 },
  // No trace: recording one takes a quarter of the time. `--trace on` records one of what is looked into.
  use: { launchOptions: { ...launchOptions, args }, contextOptions, actionTimeout: 20_000 },
  projects: [
    // All but what the server alone decides: where it leads, and what the head of its HTML says.
    { name: 'with script', grepInvert: /@html/, use: { javaScriptEnabled: true } },
    // What is drawn, focused or found by axe.
    {
      name: 'without script',
      grep: keepsPictures ? undefined : /@drawn/,
      grepInvert: /@script/,
      use: { javaScriptEnabled: false },
    },
    // For all else it is enough to read the HTML, follow its links and send its forms.
    {
      name: 'without browser',
      grepInvert: keepsPictures ? /./ : /@drawn|@script/,
      use: { javaScriptEnabled: false, isDrawn: false },
    },
  ],
});
