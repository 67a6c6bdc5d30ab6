import { expect, it } from 'vitest';
import { listPageWeights } from '../support/page-weight.js';

/** The editor holds its outline beside its form: so much a page may weigh. */
const maxBytes = 150 * 1024;

it('no page loads more than 150 KiB of script, compressed', () => {
  const weights = listPageWeights();
  expect(weights.length).toBeGreaterThan(8);
  expect(weights.map(({ id }) => id)).toContain('routes/integration.$integrationId.logs');
  expect(weights.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
});
