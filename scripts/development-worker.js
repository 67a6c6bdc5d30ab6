// In development and in tests nothing is built: Vite loads the worker's program from its source.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

await runnerImport(here('../import-worker.ts'), {
  configFile: false,
  logLevel: 'silent',
  resolve: { alias: { '~': here('../app') } },
});
