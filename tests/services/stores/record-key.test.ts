// The order of records that a store names itself.
import { expect, test } from 'vitest';
import { firstIdOf } from '~/db/core/id';
import { insertTestRecord } from '../../support/records';
import { createRunSetup } from '../runs/run-setup';
import { runCalls } from './run-calls';

const dayMs = 86_400_000;

/** As a server whose clock is years ahead makes it. */
const ahead = `${firstIdOf(Date.now() + 3_000 * dayMs)}-7321-8fed-cba987654321`;

test.each([
  ['of none', []],
  ['of names', ['0', 'customer-7', 'd', 'f', 'ffff', 'zz']],
  ['of numbers', ['0042', '01', '0999', '7']],
  [
    'that begin like its own',
    [`${ahead}0`, `${ahead.slice(0, 35)}g`, `${ahead.slice(0, 23)}_8fed-cba987654321`],
  ],
  [
    'of ids that another system made',
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'c0ffee00-1111-4111-8111-111111111111'],
  ],
])('is that in which they were added, beside keys %s', async (_name, keys) => {
  const setup = await createRunSetup();
  const { organizationId } = setup.actor;
  for (const key of [ahead, ...keys]) {
    await insertTestRecord(setup.context, { organizationId, store: 'digest', key });
  }
  const add = { url: 'store://digest', method: 'POST', body: '1' };
  const { bodies } = await runCalls(setup, [add, add, add]);
  const added = bodies.map((body) => (JSON.parse(body) as { key: string }).key);
  expect(added).toEqual([ahead, ahead, ahead].map((_, at) => ahead.replace(/1$/, String(at + 2))));
});
