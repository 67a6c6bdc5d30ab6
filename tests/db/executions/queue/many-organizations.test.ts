// Many organizations have work that may not begin: it waits for a time, or its integration is paused. Nobody waits behind them.
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyHoldings } from '~/db/executions/queue/claim-capacity';
import { insertJob } from '~/db/executions/queue/jobs';
import { createLedger, type Ledger } from '~/db/ledger/ledger';
import { insertOrganization } from '~/db/organizations/organizations';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration } from '../../../support/executions';
import { times } from '../../../support/in-turn';

const dayMs = 86_400_000;
let context: TestContext;
let ledger: Ledger;

beforeEach(async () => {
  context = await createTestContext();
  ledger = createLedger(context.db);
});

async function addJob(organizationId: string | null, runAt = context.now()): Promise<void> {
  const kind = organizationId === null ? 'email' : 'execution';
  await insertJob(context.db, { kind, subjectId: `${runAt}`, organizationId, runAt, now: 0 });
}

/** Organizations whose ids follow each other. */
async function addOrganizations(count: number, prefix: string): Promise<string[]> {
  return times(count, async (index) => {
    const id = `${prefix}${String(index).padStart(4, '0')}`;
    await insertOrganization(context.db, { id, name: id, now: 0 });
    return id;
  });
}

const kinds: [string, (organizationId: string) => Promise<void>][] = [
  ['waits for a time', (id) => addJob(id, context.now() + dayMs)],
  [
    'waits for a time in a queue of its integration',
    async (id) => {
      await addJob(id, context.now() + dayMs);
      await context.db.run(
        context.db.build.updateTable('jobs').set({ queue: 'i' }).where('organization_id', '=', id),
      );
    },
  ],
  [
    'is of a paused integration',
    async (id) => {
      const owner = await createTestIntegration(context, id);
      const paused = context.db.build.updateTable('integrations').set({ paused_at: 1 });
      await context.db.run(paused.where('id', '=', owner.integrationId));
      await createTestExecution(context, owner);
    },
  ],
];

/** Claims until there is nothing more to be looked at. Returns whose work was claimed, by claim. */
async function claimRound(limit: number): Promise<string[][]> {
  const claims: string[][] = [];
  for (let hasMore = true; hasMore;) {
    const room = { holdings: emptyHoldings(limit), at: 0 };
    const claimed = await ledger.claim({ owner: 'a', limit, now: context.now(), leaseMs: 30_000, room });
    claims.push(claimed.jobs.map(({ organizationId }) => organizationId ?? 'none'));
    ({ hasMore } = claimed);
    if (claims.length > 50) throw new Error('Claims follow each other for ever');
  }
  return claims;
}

describe.each(kinds)('work that %s', (_how, hold) => {
  test.each([
    [64, 66],
    [1, 2],
  ])('keeps nobody waiting: with %i places, %i organizations before', async (limit, count) => {
    for (const id of await addOrganizations(count, 'a')) await hold(id);
    const [due = ''] = await addOrganizations(1, 'b');
    await addJob(due);
    expect((await claimRound(limit)).flat()).toEqual([due]);
  });
});

test('a round in which nothing may begin ends, wherever it begins', async () => {
  const waiting = await addOrganizations(700, 'a');
  for (const id of waiting) await addJob(id, context.now() + dayMs);
  const nothing = Array.from({ length: 3 }, () => []);
  expect([await claimRound(4), await claimRound(4)]).toEqual([nothing, nothing]);
  await addJob(waiting[400] ?? '');
  const found = await claimRound(4);
  expect(found.flat()).toEqual([waiting[400]]);
  expect(await claimRound(4)).toEqual(nothing);
});

test('those who have due work take turns among many who have none', async () => {
  for (const prefix of ['a', 'c', 'e'])
    for (const id of await addOrganizations(300, prefix)) await addJob(id, context.now() + dayMs);
  const [[one = ''], [other = '']] = [await addOrganizations(1, 'b'), await addOrganizations(1, 'd')];
  for (const id of [one, other]) for (let count = 0; count < 3; count += 1) await addJob(id);
  await addJob(null);
  const served = await times(7, async () => {
    for (let claims = 0; claims < 10; claims += 1) {
      const room = { holdings: emptyHoldings(1), at: 0 };
      const { jobs } = await ledger.claim({ owner: 'a', limit: 1, now: context.now(), leaseMs: 1, room });
      if (jobs[0]) return jobs[0].organizationId ?? 'none';
    }
    return 'nobody';
  });
  expect(served).toEqual([one, other, 'none', one, other, one, other]);
});

test('an organization of which much is to be set aside is looked at until all of it is', async () => {
  for (const id of await addOrganizations(600, 'b')) await addJob(id, context.now() + dayMs);
  const [id = ''] = await addOrganizations(1, 'a');
  const paused = await createTestIntegration(context, id);
  await context.db.run(context.db.build.updateTable('integrations').set({ paused_at: 1 }));
  await times(600, () => createTestExecution(context, paused));
  await createTestExecution(context, await createTestIntegration(context, id));
  expect((await claimRound(4)).flat()).toEqual([id]);
});
