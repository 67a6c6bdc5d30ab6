import { expect, test } from 'vitest';
import { signInAs } from '../../support/accounts';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never } from '../../services/runs/run-setup';
import { createCheckedApp } from '../checked-app';

test('records, runs, changes and deletes a test', async () => {
  const setup = await createRunSetup();
  const { context, actor } = setup;
  const app = createCheckedApp(context);
  const cookie = await signInAs(context, actor.userId);
  const id = await setup.seed();
  const executionId = await setup.accept(id);
  await runExecution(context, await setup.claim(), never);
  const ask = (method: string, path: string, body?: object) =>
    app.request(`/api/integrations/${id}${path}`, {
      method,
      headers: { Cookie: cookie, Origin: 'http://localhost:3000', 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });

  const made = await ask('POST', '/tests', { executionId, name: 'Order 1' });
  expect(made.status).toBe(201);
  const recorded = await made.json();
  expect(recorded).toMatchObject({ name: 'Order 1', executionId, requests: 2, lastResult: null });
  const page = await ask('GET', '/tests?limit=1');
  expect(await page.json()).toMatchObject([{ id: recorded.id }]);
  const sent = setup.target.received.length;
  const passing = await ask('POST', '/tests/run', {});
  expect(await passing.json()).toEqual({
    version: 1,
    passed: true,
    results: [{ testId: recorded.id, name: 'Order 1', outcome: 'passed', unrecorded: null, differences: [] }],
  });

  await ask('PATCH', '', { apiCalls: [{ ...setup.firstCall, method: 'PUT' }, setup.secondCall] });
  const differing = await ask('POST', '/tests/run', { tests: [recorded.id] });
  expect(await differing.json()).toMatchObject({
    version: 2,
    passed: false,
    results: [{ outcome: 'differs', differences: [{ field: 'Method', former: 'POST', next: 'PUT' }] }],
  });
  expect(setup.target.received).toHaveLength(sent);
  const change = { name: 'Any order', ignored: ['$.method'], conditions: [{ field: 'token', value: 'abc' }] };
  const changed = await ask('PATCH', `/tests/${recorded.id}`, change);
  expect(await changed.json()).toMatchObject({
    name: 'Any order',
    conditions: [{ field: 'token', operator: 'equals', value: 'abc' }],
    lastResult: { outcome: 'differs', version: 2 },
  });
  expect(await (await ask('POST', '/tests/run', {})).json()).toMatchObject({ passed: true });
  expect(await (await ask('GET', `/tests/${recorded.id}`)).json()).toMatchObject({ ignored: ['$.method'] });

  expect((await ask('POST', '/tests', { executionId, name: '' })).status).toBe(422);
  for (const method of ['GET', 'DELETE']) {
    expect((await ask(method, `/tests/${'x'.repeat(101)}`)).status).toBe(404);
  }
  expect((await ask('DELETE', `/tests/${recorded.id}`)).status).toBe(204);
  expect(await (await ask('GET', '/tests')).json()).toEqual([]);
  expect((await ask('POST', '/tests/run', { tests: [recorded.id] })).status).toBe(404);
});

test('runs and accepts tests without a body, whose fields are all optional', async () => {
  const setup = await createRunSetup();
  const { context, actor } = setup;
  const app = createCheckedApp(context);
  const cookie = await signInAs(context, actor.userId);
  const id = await setup.seed();
  const executionId = await setup.accept(id);
  await runExecution(context, await setup.claim(), never);
  const made = await app.request(`/api/integrations/${id}/tests`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ executionId, name: 'Order 1' }),
  });
  const recorded = await made.json();
  const kinds: Record<string, string>[] = [
    { Cookie: cookie },
    { Cookie: cookie, 'Content-Type': 'application/json' },
  ];
  for (const path of ['run', `${recorded.id}/accept`]) {
    for (const headers of kinds) {
      const answer = await app.request(`/api/integrations/${id}/tests/${path}`, { method: 'POST', headers });
      expect(answer.status, path).toBe(200);
      expect(await answer.json()).toMatchObject({ passed: true, results: [{ testId: recorded.id }] });
    }
  }
});
