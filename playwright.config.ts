import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './tests/e2e/fixtures';
import { processPerSite } from './tests/e2e/shared-contexts';
import { launchOptions } from './tests/support/chromium.js';
import { retries } from './tests/support/tries';

/** Keeps V8 from compiling script to faster code: a page is open for seconds, so that costs more than it saves. */
const args = [...launchOptions.args, processPerSite, '--js-flags=--no-opt --no-maglev'];

/**
 * Animations are off for most tests, because drawing them takes time. They are on for dialogs, field checks and the journey of a
 * new user, as most users have them.
 */
const contextOptions = { reducedMotion: 'reduce' } as const;

/** To take screenshots, all tests without script run in a browser. */
const keepsPictures = Boolean(process.env.SCREENSHOTS);

export default defineConfig<object, WorkerFixtures>({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries,
  // Two browsers and two servers share the machine. These two limits end tests that hang, and measure nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // The reporter lists them at the end.
  reportSlowTests: { max: 10, threshold: 15_000 },
  // No trace, because recording takes a quarter of the time. To investigate a test, use `--trace on`.
  use: { launchOptions: { ...launchOptions, args }, contextOptions, actionTimeout: 20_000 },
  projects: [
    // All tests except those of what the server alone decides: redirects, and the head of the HTML.
    { name: 'with script', grepInvert: /@html/, use: { javaScriptEnabled: true } },
    // The tests of what the browser draws or focuses, and of what axe finds.
    {
      name: 'without script',
      grep: keepsPictures ? undefined : /@drawn/,
      grepInvert: /@script/,
      use: { javaScriptEnabled: false },
    },
    // All other tests without script read the HTML, follow its links and send its forms.
    {
      name: 'without browser',
      grepInvert: keepsPictures ? /./ : /@drawn|@script/,
      use: { javaScriptEnabled: false, isDrawn: false },
    },
  ],
});
