import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { flakyTests } from './tests/support/flaky-tests';
import { preferMemory } from './tests/support/memory-directory';
import { chooseModuleCache } from './tests/support/module-cache';
import { slowestFiles } from './tests/support/slowest-files';

/**
 * What starts processes waits for them a part of the time, which a third test uses. Its tests run together, before those that
 * are done by the processor alone.
 */
const withProcesses = { maxWorkers: 3, sequence: { groupOrder: 0 } };

/** They install and build the product anew, as for a release. */
const releases = ['tests/server/image.test.ts', 'tests/server/upgrade.test.ts'];

export default defineConfig({
  // Vite would warn of each source map that a package names and does not ship.
  logLevel: 'error',
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    env: preferMemory(),
    reporters: ['default', slowestFiles, flakyTests],
    globalSetup: ['tests/support/migrated-database.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // As with the browser tests: what fails in CI is tried a second time, and named as flaky when it passes.
    retry: process.env.CI ? 1 : 0,
    // As with the browser tests: they end what hangs, and measure nothing. The machine may do other things, too.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    // Where tests are short, to transform what was transformed in the run before takes a third of the processor's time.
    experimental: { fsModuleCache: true, fsModuleCachePath: chooseModuleCache(import.meta.dirname) },
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    // One process for many files: most of a short file's time would be loading the same modules again.
    isolate: false,
    // It imports JSON as bundlers do.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: releases,
          setupFiles: ['tests/server/setup.ts'],
          ...withProcesses,
        },
      },
      {
        extends: true,
        test: { name: 'release', include: releases, setupFiles: ['tests/server/setup.ts'], ...withProcesses },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'node_modules/**'],
        },
      },
    ],
    coverage: {
      include: ['app/engine/**'],
      reporter: ['text'],
      thresholds: { branches: 95 },
    },
  },
});
