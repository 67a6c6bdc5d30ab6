import { defineConfig } from '@playwright/test';

/** Chromium without what it would ask of the outside world. */
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  use: { launchOptions, actionTimeout: 10_000, trace: 'retain-on-failure' },
  projects: [
    { name: 'with script', use: { javaScriptEnabled: true } },
    { name: 'without script', use: { javaScriptEnabled: false } },
  ],
});
