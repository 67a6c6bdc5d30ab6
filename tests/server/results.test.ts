// Senders that wait for a result, at a server of its own that may die.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedIntegration, type Seed, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { startTarget, type Target } from '../support/target';

let dataDir: string;
let seed: Seed;
let target: Target;
let held: ServerResponse[];
let isHolding: boolean;

beforeEach(async () => {
  dataDir = createDataDir();
  seed = await seedOwner(dataDir);
  held = [];
  isHolding = true;
  target = await startTarget((_request, response) => {
    if (isHolding) held.push(response);
    else response.end('{"id":7}');
  });
});

afterEach(async () => {
  await target.close();
  await seed.close();
});

function seedWaiting(respond: object = {}): Promise<string> {
  const answer = { mode: 'result', contentType: 'application/json', body: '{"order": {{order.id}}}' };
  return seedIntegration(seed, {
    triggerConfig: webhookTrigger({ respond: { ...answer, ...respond } }),
    apiCalls: [
      { name: 'Order', method: 'POST', url: `${target.url}/order`, responseMapping: { saveAs: 'order' } },
    ],
  });
}

function deliver(server: TestServer, id: string, key: string): Promise<Response> {
  return fetch(`${server.url}/webhook/${id}`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  });
}

function answerHeld(): void {
  isHolding = false;
  for (const response of held.splice(0)) response.end('{"id":7}');
}

test('a killed server leaves the delivery on disk: the sender that comes again gets the answer of the same run', async () => {
  const id = await seedWaiting();
  const first = await startServer({ dataDir });
  const cut = expect(deliver(first, id, 'order-7')).rejects.toThrow();
  await target.arrived(1);
  await first.kill('SIGKILL');
  await cut;
  answerHeld();
  const second = await startServer({ dataDir });
  const answer = await deliver(second, id, 'order-7');
  expect([answer.status, await answer.text()]).toEqual([200, '{"order": 7}']);
  // The sender is answered as soon as the answer is there, and the run ends after that.
  const { db } = seed.context;
  await expect
    .poll(() => db.all(db.build.selectFrom('executions').select('status')))
    .toEqual([{ status: 'completed' }]);
  expect(await second.kill('SIGTERM')).toBe(0);
});

test('a server that is asked to stop lets nobody wait', async () => {
  const id = await seedWaiting();
  const server = await startServer({ dataDir });
  const answering = deliver(server, id, 'order-7');
  await target.arrived(1);
  const stopped = server.kill('SIGTERM');
  const answer = await answering;
  expect(answer.status).toBe(202);
  expect(answer.headers.get('location')).toMatch(
    new RegExp(`^http://localhost:3000/api/integrations/${id}/executions/[0-9a-f-]{36}$`),
  );
  await answer.arrayBuffer();
  answerHeld();
  expect(await stopped, server.output()).toBe(0);
});

test('two processes: the one that took the delivery answers what the other one ran', async () => {
  const id = await seedWaiting();
  answerHeld();
  const endpoint = await startServer({ dataDir, env: { RUNNER: 'off' } });
  const runner = await startServer({ dataDir });
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => deliver(endpoint, id, key)));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(3).fill('{"order": 7}'));
  expect(await endpoint.kill('SIGTERM'), endpoint.output()).toBe(0);
  expect(await runner.kill('SIGTERM'), runner.output()).toBe(0);
});
