import { expect, test } from 'vitest';
import { findExplainedLog } from '~/services/executions/wait-reason';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never } from '../runs/run-setup';

test('the log of 1,000 items is read by the page, wherever the page stands', async () => {
  const setup = await createRunSetup();
  const list = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const body = JSON.stringify({ text: 'x'.repeat(2_000) });
  setup.answers.handler = async (request, response) => {
    response.statusCode = request.url.endsWith('77') ? 500 : 200;
    response.end(body);
  };
  const integrationId = await setup.seed({
    apiCalls: [{ id: 'one', name: 'One', method: 'GET', url: `${setup.target.url}/{{entry}}` }],
    loopSteps: [
      {
        id: 'l1',
        order: 0.5,
        throughCallId: 'one',
        items: 'trigger',
        itemName: 'entry',
        atOnce: 10,
        onError: 'continue',
      },
    ],
  });
  const id = await setup.accept(integrationId, JSON.stringify(list));
  await runExecution(setup.context, await setup.claim(), never);
  const owner = { integrationId, ...setup.actor };
  for (let item = 1; item <= 1_000; item += 10) {
    const log = await findExplainedLog(setup.context, owner, id, { loop: 'l1', item, failedOnly: false });
    expect(log?.apiCallLogs.length).toBe(Math.min(20, 1_001 - item));
    expect(log?.loops[0]).toMatchObject({ count: 1_000, ok: 990, failed: 10 });
  }
  const failed = await findExplainedLog(setup.context, owner, id, {
    loop: 'l1',
    item: 1,
    failedOnly: true,
  });
  expect(failed?.loops[0]?.items.map(({ index }) => index)).toEqual([
    77, 177, 277, 377, 477, 577, 677, 777, 877, 977,
  ]);
}, 60_000);
