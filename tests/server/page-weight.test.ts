import { expect, it } from 'vitest';
import { listPageWeights } from '../support/page-weight.js';
import { startServer } from '../support/server';

/** The editor holds its outline beside its form: so much a page may weigh. */
const maxBytes = 140 * 1024;

it('no page loads more than 140 KiB of script, compressed', () => {
  const weights = listPageWeights();
  expect(weights.length).toBeGreaterThan(8);
  expect(weights.map(({ id }) => id)).toContain('routes/integration.$integrationId.logs');
  expect(weights.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
});

it('script gives way to what is seen: every module that a page names ahead has a low priority', async () => {
  const server = await startServer();
  const page = await (await fetch(`${server.url}/login`)).text();
  const preloads = page.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(3);
  expect(preloads.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
  await server.kill('SIGTERM');
});
