import { beforeEach, describe, expect, it } from 'vitest';
import { updateLimits } from '~/db/executions/execution-limits';
import { markTestExecution } from '~/db/executions/logs/test-executions';
import { noLimits } from '~/engine/definition/execution-limits';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { seedIntegration, webhookTrigger } from '../support/seed';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../support/executions';
import { type CheckedApp, createCheckedApp } from './checked-app';
import { times } from '../support/in-turn';

let context: TestContext;
let app: CheckedApp;
let owner: Owner;
let cookie: string;
let logsPath: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  owner = await createTestIntegration(context, organizationId);
  cookie = await signInAs(context, user.id);
  logsPath = `/api/integrations/${owner.integrationId}/execution-logs`;
});

function get(path: string, as: string | null = cookie, signal?: AbortSignal) {
  const headers = new Headers();
  if (as) headers.set('Cookie', as);
  return app.request(path, { headers, ...(signal && { signal }) });
}

async function idsOf(response: Response): Promise<string[]> {
  const logs = (await response.json()) as { id: string }[];
  return logs.map(({ id }) => id);
}

it('responds with a plain list, newest first', async () => {
  const [older, newer] = [
    await createTestExecution(context, owner),
    await createTestExecution(context, owner),
  ];
  const response = await get(logsPath);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('Link')).toBeNull();
  expect(await idsOf(response)).toEqual([newer, older]);
});

it('keeps the digits of what was delivered', async () => {
  await createTestExecution(context, owner, '{"id":9007199254740993,"price":1.10}');
  const response = await get(logsPath);
  expect(await response.text()).toContain('"triggerData":{"id":9007199254740993,"price":1.10}');
});

it('pages by the Link header until nothing is left', async () => {
  const ids = (await times(5, () => createTestExecution(context, owner))).toReversed();
  const pages: string[][] = [];
  let next: string | undefined = `${logsPath}?limit=2`;
  while (next) {
    const response = await get(next);
    pages.push(await idsOf(response));
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

it('responds with at most 100', async () => {
  for (let n = 0; n < 101; n += 1) await createTestExecution(context, owner);
  expect(await idsOf(await get(logsPath))).toHaveLength(100);
});

it('responds with the logs of tests alone, newest first', async () => {
  const { integrationId } = owner;
  const ids = [await createTestExecution(context, owner), await createTestExecution(context, owner)];
  for (const id of ids) {
    await markTestExecution(context.db, { id, integrationId, now: context.now() });
    await addTestCall(context, id, { name: 'Read', response: { body: 'x' } });
    context.clock.advance(1000);
  }
  await addTestCall(context, await createTestExecution(context, owner), { name: 'Real', response: {} });
  const response = await get(`/api/integrations/${integrationId}/test-logs`);
  expect(await response.json()).toMatchObject([
    { executionId: ids[1], kind: 'API CALL', status: 'success', apiCallName: 'Read' },
    { executionId: ids[0], details: { response: { status: 200, body: 'x' }, duration: 120 } },
  ]);
});

it('pages the logs of tests', async () => {
  const { integrationId } = owner;
  for (let n = 0; n < 3; n += 1) {
    const id = await createTestExecution(context, owner);
    await markTestExecution(context.db, { id, integrationId, now: context.now() });
    await addTestCall(context, id, { response: {} });
    context.clock.advance(1000);
  }
  const whole = await idsOf(await get(`/api/integrations/${integrationId}/test-logs`));
  const first = await get(`/api/integrations/${integrationId}/test-logs?limit=2`);
  const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
  const second = await get(next);
  expect([await idsOf(first), await idsOf(second)]).toEqual([whole.slice(0, 2), whole.slice(2)]);
  expect(second.headers.get('Link')).toBeNull();
});

it('responds with one execution, with the digits of its data, to its organization alone', async () => {
  const id = await createTestExecution(context, owner, '{"price":1.10}');
  const response = await get(`/api/integrations/${owner.integrationId}/executions/${id}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"triggerData":{"price":1.10}');
  const other = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const foreign = await createTestExecution(context, other);
  for (const path of [
    `${owner.integrationId}/executions/${foreign}`,
    `${other.integrationId}/executions/${foreign}`,
  ]) {
    expect((await get(`/api/integrations/${path}`)).status).toBe(404);
  }
});

it('responds to guests with 401, and to strangers as if nothing was there', async () => {
  await createTestExecution(context, owner);
  const stranger = await signInAs(context, (await createTestUser(context)).user.id);
  const unverified = await signInAs(context, (await createTestUser(context, { verified: false })).user.id);
  for (const suffix of ['', '/stream', '/../test-logs']) {
    expect((await get(logsPath + suffix, null)).status).toBe(401);
    expect((await get(logsPath + suffix, unverified)).status).toBe(403);
    const foreign = await get(logsPath + suffix, stranger);
    const unknown = await get(`/api/integrations/unknown/execution-logs${suffix}`, stranger);
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toEqual(await unknown.json());
  }
});

it('lets any member of the organization read', async () => {
  const id = await createTestExecution(context, owner);
  const member = await createTestUser(context, { organizationId: owner.organizationId, role: 'MEMBER' });
  expect(await idsOf(await get(logsPath, await signInAs(context, member.user.id)))).toEqual([id]);
});

it('streams one event for a burst of changes of this integration', async () => {
  const closing = new AbortController();
  const response = await get(`${logsPath}/stream`, cookie, closing.signal);
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('retry: 2000\n\n');

  context.changeEvents.publish('another integration');
  for (let n = 0; n < 3; n += 1) context.changeEvents.publish(owner.integrationId);
  expect((await reader?.read())?.value).toBe('event: change\ndata: {}\n\n');
  context.changeEvents.publish(owner.integrationId);
  expect((await reader?.read())?.value).toBe('event: change\ndata: {}\n\n');

  closing.abort();
  expect((await reader?.read())?.done).toBe(true);
});

describe('what can be done', () => {
  let integrationId: string;
  let base: string;

  beforeEach(async () => {
    const { organizationId } = owner;
    const apiCalls = [{ id: 'only', method: 'GET', url: 'https://api.example.com/' }];
    const seeded = { triggerConfig: webhookTrigger(), apiCalls };
    integrationId = await seedIntegration(
      { context, userId: (await createTestUser(context, { organizationId })).user.id, organizationId },
      seeded,
    );
    base = `/api/integrations/${integrationId}`;
  });

  function post(path: string, body?: string, as: string | null = cookie) {
    const headers = new Headers();
    if (as) headers.set('Cookie', as);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    return app.request(base + path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  }

  async function run(body?: string): Promise<string> {
    const response = await post('/run', body);
    expect(response.status).toBe(202);
    const answer = (await response.json()) as { executionId: string; status: string };
    expect(answer).toEqual({ executionId: answer.executionId, status: 'queued' });
    return answer.executionId;
  }

  it('runs with trigger data, whose numbers keep their digits, or without', async () => {
    await run('{"triggerData":{"id":9007199254740993,"price":1.10}}');
    await run('{}');
    await run();
    const logs = (await (await get(`${base}/execution-logs`)).text()).replaceAll(/"id":"[^"]+"/g, '');
    expect(logs.match(/"triggerData":[^}]+[}]?/g)?.map((text) => text.slice(0, 60))).toEqual([
      expect.stringMatching(/^"triggerData":null/),
      expect.stringMatching(/^"triggerData":null/),
      '"triggerData":{"id":9007199254740993,"price":1.10}',
    ]);
    expect(context.wakes()).toBe(3);
  });

  it('runs with a text that was cut inside a sign, as a webhook takes it', async () => {
    await run('{"triggerData":{"text":"cut \\ud83d"}}');
    expect(await (await get(`${base}/execution-logs`)).text()).toContain('"text":"cut \\ud83d"');
  });

  it.each([
    ['[1', 400],
    ['[]', 422],
    [`{"triggerData":${'['.repeat(100)}${']'.repeat(100)}}`, 422],
  ])('refuses to run with %s', async (body, status) => {
    expect((await post('/run', body)).status).toBe(status);
    expect(await idsOf(await get(`${base}/execution-logs`))).toEqual([]);
  });

  it('responds to a test when it has ended, executed with what the screen offers', async () => {
    const answered = post('/test');
    await expect.poll(context.wakes).toBe(1);
    const [log] = (await (await get(`${base}/execution-logs`)).json()) as { id: string }[];
    const id = log?.id ?? '';
    expect(log).toMatchObject({ status: 'queued', triggerData: {} });
    await addTestCall(context, id, { name: 'Only', response: { status: 201 } });
    await completeTestExecution(context, { ...owner, integrationId }, id);
    context.changeEvents.publish(integrationId);
    const response = await answered;
    expect(response.status).toBe(200);
    const { logs, ...test } = (await response.json()) as { logs: object[] };
    expect(test).toEqual({ executionId: id, status: 'completed', success: true, error: null, note: null });
    expect(logs).toEqual([
      {
        id: `${id}-0`,
        kind: 'API CALL',
        status: 'success',
        apiCallName: 'Only',
        method: 'GET',
        url: 'https://api.example.com/',
        duration: 120,
        message: 'HTTP 201',
        error: null,
        createdAt: expect.any(String),
      },
    ]);
  });

  it('responds to a test that has not ended within the asked time with how far it is', async () => {
    const response = await post('/test?wait=0.01', '{"triggerData":{"n":1.10}}');
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: 'queued', success: null, logs: [] });
    const logs = await (await get(`${base}/execution-logs`)).text();
    expect(logs).toContain('"triggerData":{"n":1.10}');
    expect(logs).toContain('"isTest":true');
  });

  it('refuses to test what has nothing to run', async () => {
    const { organizationId } = owner;
    const actor = {
      context,
      userId: (await createTestUser(context, { organizationId: owner.organizationId })).user.id,
      organizationId,
    };
    const empty = await seedIntegration(actor, { isActive: false });
    const path = `/api/integrations/${empty}/test`;
    const response = await app.request(path, { method: 'POST', headers: { Cookie: cookie } });
    expect(response.status).toBe(409);
  });

  it('cancels once', async () => {
    const id = await run();
    const cancelled = await post(`/executions/${id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(await cancelled.json()).toEqual({ executionId: id, status: 'cancelled' });
    const again = await post(`/executions/${id}/cancel`);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'CONFLICT' });
  });

  it('replays what has ended', async () => {
    const id = await run('{"triggerData":7}');
    expect((await post(`/executions/${id}/replay`, '{"from":"start"}')).status).toBe(409);
    await post(`/executions/${id}/cancel`);
    const response = await post(`/executions/${id}/replay`, '{"from":"start"}');
    expect(response.status).toBe(202);
    const [log] = (await (await get(`${base}/execution-logs`)).json()) as object[];
    expect(log).toMatchObject({ status: 'queued', replayOf: id, triggerData: 7 });
    const wrong = await post(`/executions/${id}/replay`, '{"from":"middle"}');
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      fields: { from: ["Use 'start', 'failed' or 'failed-items'"] },
    });
  });

  it('cancels the automatic replay that is to come, once', async () => {
    const id = await run();
    const { organizationId } = owner;
    const { db } = context;
    const plan = { execution_id: id, organization_id: organizationId, integration_id: integrationId };
    await db.run(
      db.build
        .insertInto('automatic_replays')
        .values({ ...plan, number: 2, most: 5, due_at: 1_767_700_000_000 }),
    );
    await updateLimits(db, { id: integrationId, organizationId }, { ...noLimits, automaticReplays: 5 });
    await db.run(db.build.updateTable('integrations').set({ is_active: 1 }).where('id', '=', integrationId));
    const read = async () => (await (await get(`${base}/executions/${id}`)).json()) as object;
    const next = { number: 2, of: 5, executionId: null };
    expect(await read()).toMatchObject({
      nextReplay: { ...next, at: '2026-01-06T11:46:40.000Z', problem: null },
    });
    const cancelled = await post(`/executions/${id}/cancel-replay`);
    expect([cancelled.status, await cancelled.json()]).toEqual([
      200,
      { executionId: id, replay: 'cancelled' },
    ]);
    expect(await read()).toMatchObject({
      nextReplay: { ...next, at: null, problem: 'A member cancelled it.' },
    });
    expect((await post(`/executions/${id}/cancel-replay`)).status).toBe(409);
  });

  it('is nothing that guests or strangers may do', async () => {
    const id = await run();
    const stranger = await signInAs(context, (await createTestUser(context)).user.id);
    for (const [path, body] of [
      ['/run', '{}'],
      ['/test', undefined],
      [`/executions/${id}/cancel`, undefined],
      [`/executions/${id}/replay`, '{"from":"start"}'],
    ] as const) {
      expect((await post(path, body, null)).status).toBe(401);
      expect((await post(path, body, stranger)).status).toBe(404);
    }
    expect((await post('/executions/unknown/cancel')).status).toBe(404);
  });
});

it('cancels and replays many at once, and says of each what became of it', async () => {
  const { organizationId } = owner;
  const { id: userId } = (await (await get('/api/users/me')).json()) as { id: string };
  const apiCalls = [{ url: 'https://api.example.com/' }];
  const seeded = { apiCalls, isActive: false };
  const integrationId = await seedIntegration({ context, userId, organizationId }, seeded);
  owner = { organizationId, integrationId };
  const [ended, queued] = [
    await createTestExecution(context, owner),
    await createTestExecution(context, owner),
  ];
  await completeTestExecution(context, owner, ended);
  const stranger = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const foreign = await createTestExecution(context, stranger);
  const path = `/api/integrations/${owner.integrationId}/executions`;
  const post = async (control: string, body: object) => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
    const answer = await app.request(`${path}/${control}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await post('cancel', { executionIds: [queued, foreign, ended] })).toEqual({
    status: 200,
    body: [
      {
        executionId: ended,
        status: null,
        newExecutionId: null,
        message: 'This execution has already ended.',
      },
      { executionId: queued, status: 'cancelled', newExecutionId: null, message: null },
      {
        executionId: foreign,
        status: null,
        newExecutionId: null,
        message: 'The requested resource was not found.',
      },
    ],
  });
  const replayed = await post('replay', { executionIds: [ended, ended], from: 'start' });
  expect(replayed.body).toEqual([
    { executionId: ended, status: 'queued', newExecutionId: expect.any(String), message: null },
  ]);
  const { newExecutionId } = replayed.body[0];
  // Whoever got no answer asks again.
  expect((await post('replay', { executionIds: [ended], from: 'start' })).body).toEqual([
    { executionId: ended, status: 'replayed-before', newExecutionId, message: null },
  ]);
  expect((await post('replay', { executionIds: [ended], from: 'start', again: true })).body).toEqual([
    {
      executionId: ended,
      status: 'queued',
      newExecutionId: expect.not.stringMatching(newExecutionId),
      message: null,
    },
  ]);
  const logs = await (await get(`/api/integrations/${integrationId}/execution-logs`)).json();
  expect(logs).toContainEqual(
    expect.objectContaining({ id: newExecutionId, replayOf: ended, status: 'queued' }),
  );
  expect((await post('cancel', { executionIds: [] })).status).toBe(422);
  expect(
    (await post('replay', { executionIds: Array.from({ length: 101 }, () => ended), from: 'start' })).status,
  ).toBe(422);
});
