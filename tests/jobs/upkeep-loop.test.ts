import { expect, it, vi } from 'vitest';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import { createUpkeepLoop } from '~/jobs/upkeep-loop';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { completeTestExecution, createTestExecution, createTestIntegration } from '../support/executions';

it('indexes what has ended, and removes what is old', async () => {
  let age = 0;
  const context = await createTestContext({ now: () => Date.now() + age });
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner, '{"word":"kept"}');
  await completeTestExecution(context, owner, id);
  age = 10_000;
  const find = async () =>
    (await searchExecutions(context.db, { ...owner, filter: { terms: ['kept'] }, limit: 5 })).executions
      .length;

  const loop = createUpkeepLoop(context);
  loop.start();
  await vi.waitFor(async () => expect(await find()).toBe(1));
  await loop.stop();

  age = 15 * 24 * 3_600_000;
  const next = createUpkeepLoop(context);
  next.start();
  await vi.waitFor(async () => expect(await find()).toBe(0));
  await next.stop();
});
