import { Hono } from 'hono';
import { beforeEach, expect, it } from 'vitest';
import type { ApiEnv } from '~/api/answer';
import { createExecutionsApi } from '~/api/executions';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../support/executions';

let context: TestContext;
let app: Hono<ApiEnv>;
let owner: Owner;
let cookie: string;
let logsPath: string;

beforeEach(async () => {
  context = await createTestContext();
  app = new Hono<ApiEnv>();
  app.route('/api/integrations', createExecutionsApi(context));
  const { user, organizationId } = createTestUser(context);
  owner = createTestIntegration(context, organizationId);
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

it('answers a plain list, newest first', async () => {
  const [older, newer] = [createTestExecution(context, owner), createTestExecution(context, owner)];
  const response = await get(logsPath);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('Link')).toBeNull();
  expect(await idsOf(response)).toEqual([newer, older]);
});

it('keeps the digits of what was delivered', async () => {
  createTestExecution(context, owner, '{"id":9007199254740993,"price":1.10}');
  const response = await get(logsPath);
  expect(await response.text()).toContain('"triggerData":{"id":9007199254740993,"price":1.10}');
});

it('pages by the Link header until nothing is left', async () => {
  const ids = Array.from({ length: 5 }, () => createTestExecution(context, owner)).toReversed();
  const pages: string[][] = [];
  let next: string | undefined = `${logsPath}?limit=2`;
  while (next) {
    const response = await get(next);
    pages.push(await idsOf(response));
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

it('answers at most 100, whatever is asked for', async () => {
  for (let n = 0; n < 101; n += 1) createTestExecution(context, owner);
  for (const limit of ['101', '0', '-1', '1.5', 'all']) {
    expect(await idsOf(await get(`${logsPath}?limit=${limit}`))).toHaveLength(100);
  }
});

it('answers guests 401, and strangers as if nothing was there', async () => {
  createTestExecution(context, owner);
  const stranger = await signInAs(context, createTestUser(context).user.id);
  const unverified = await signInAs(context, createTestUser(context, { verified: false }).user.id);
  for (const suffix of ['', '/stream']) {
    expect((await get(logsPath + suffix, null)).status).toBe(401);
    expect((await get(logsPath + suffix, unverified)).status).toBe(403);
    const foreign = await get(logsPath + suffix, stranger);
    const unknown = await get(`/api/integrations/unknown/execution-logs${suffix}`, stranger);
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toEqual(await unknown.json());
  }
});

it('lets any member of the organization read', async () => {
  const id = createTestExecution(context, owner);
  const member = createTestUser(context, { organizationId: owner.organizationId, role: 'MEMBER' });
  expect(await idsOf(await get(logsPath, await signInAs(context, member.user.id)))).toEqual([id]);
});

it('streams one event for a burst of changes of this integration', async () => {
  const closing = new AbortController();
  const response = await get(`${logsPath}/stream`, cookie, closing.signal);
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('retry: 2000\n\n');

  context.followers.notify('another integration');
  for (let n = 0; n < 3; n += 1) context.followers.notify(owner.integrationId);
  expect((await reader?.read())?.value).toBe('event: change\ndata: {}\n\n');
  context.followers.notify(owner.integrationId);
  expect((await reader?.read())?.value).toBe('event: change\ndata: {}\n\n');

  closing.abort();
  expect((await reader?.read())?.done).toBe(true);
});
