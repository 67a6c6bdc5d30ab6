import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { preferMemory } from './tests/support/memory-directory';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    env: preferMemory(),
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    coverage: {
      include: ['app/engine/**'],
      reporter: ['text'],
      thresholds: { branches: 95 },
    },
  },
});
