import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { preferMemory } from './tests/support/memory-directory';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    env: preferMemory(),
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // What such a file started or wrote goes with its process.
        test: { name: 'server', include: ['tests/server/**/*.test.ts'], isolate: true },
      },
      {
        extends: true,
        // One process for many files: most of a short file's time would be loading the same modules again.
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'node_modules/**'],
          isolate: false,
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
