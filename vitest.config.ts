import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
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
