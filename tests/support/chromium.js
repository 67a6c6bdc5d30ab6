import { existsSync } from 'node:fs';

/** Chromium without a window and all that belongs to one: the same pages for half of the processor's time. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

/** Chromium without what it would ask of the outside world. */
export const launchOptions = {
  executablePath:
    process.env.CHROMIUM_PATH ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'),
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
