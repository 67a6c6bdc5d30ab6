import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { claimJobs } from '~/db/executions/queue/claim';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { createRunSetup, never } from '../runs/run-setup';

test('an integration that calls its own webhook is stopped after five hops, and the log says why', async () => {
  const { context, actor } = await createRunSetup();
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  const { db, now } = context;

  const id = await seedIntegration(
    { context, ...actor },
    { triggerConfig: webhookTrigger(), isActive: false },
  );
  const headers = { 'Content-Type': 'application/json' };
  await updateIntegration(context, actor, id, {
    apiCalls: [{ name: 'Myself', method: 'POST', url: `${endpoint}/${id}`, headers, body: '{}' }],
    isActive: true,
  });
  // A stranger's number of any length is a loop, too, and no failure of the database.
  const long = { ...headers, 'X-Wicked-Hops': '9'.repeat(20) };
  const looped = await fetch(`${endpoint}/${id}`, { method: 'POST', headers: long, body: '{}' });
  expect(looped.status).toBe(508);
  await db.run(db.build.deleteFrom('executions'));
  await fetch(`${endpoint}/${id}`, { method: 'POST', headers, body: '{}' });
  for (;;) {
    const [job] = await db.transaction(
      async (tx) => (await claimJobs(tx, { owner: 'x', limit: 1, now: now(), leaseMs: 30_000 })).jobs,
    );
    if (!job) break;
    await runExecution(context, job, never);
  }

  const executions = await db.all(
    db.build.selectFrom('executions').select(['hops', 'status', 'error_message']).orderBy('id'),
  );
  expect(executions.map(({ hops, status }) => [hops, status])).toEqual([
    [0, 'completed'],
    [1, 'completed'],
    [2, 'completed'],
    [3, 'completed'],
    [4, 'completed'],
    [5, 'error'],
    [6, 'error'],
  ]);
  expect(executions[5]?.error_message).toContain('508');
  expect(executions[6]?.error_message).toMatch(/^Stopped: .*hops/);
});
