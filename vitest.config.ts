import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { flakyTests } from './tests/support/flaky-tests';
import { preferMemory } from './tests/support/memory-directory';
import { chooseModuleCache } from './tests/support/module-cache';
import { slowestFiles } from './tests/support/slowest-files';
import { retries } from './tests/support/tries';

/**
 * Tests that start processes wait for them a part of the time, so three of them run at once. They run together, before the tests
 * that need the processor all the time. On a busy machine each start takes seconds, and a test starts up to a dozen.
 */
const withProcesses = {
  maxWorkers: 3,
  sequence: { groupOrder: 0 },
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  runner: './tests/server/second-try-runner.ts',
};

/** These tests install and build the product, as for a release. */
const releases = ['tests/server/image.test.ts', 'tests/server/upgrade.test.ts'];

export default defineConfig({
  // Vite would warn about each source map that a package names and does not contain.
  logLevel: 'error',
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    env: preferMemory(),
    reporters: ['default', slowestFiles, flakyTests],
    globalSetup: ['tests/support/migrated-database.ts'],
    setupFiles: ['tests/support/setup.ts'],
    retry: retries,
    // As with the browser tests: these limits end tests that hang, and measure nothing. The machine may be busy with other work.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    // The cache saves a third of the processor's time: short tests would spend it on transforming the same files again.
    experimental: { fsModuleCache: true, fsModuleCachePath: chooseModuleCache(import.meta.dirname) },
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    // One process runs many files. A short file would spend most of its time on loading the same modules again.
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
