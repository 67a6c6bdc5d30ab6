import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamChanges } from '~/api/http/responses/change-stream';
import { deleteMembership } from '~/db/organizations/members';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { endSession } from '~/auth/session';
import { createTestUser, proven, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { seedIntegration } from '../../../support/seed';
import { connection, createWholeApp } from '../../whole-app';

const hourMs = 3_600_000;

let context: TestContext;
let actor: { userId: string; organizationId: string; address: string };
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  id = await seedIntegration(
    { context, ...actor },
    { apiCalls: [{ method: 'GET', url: 'https://a.example.com/' }] },
  );
});

type App = ReturnType<typeof createWholeApp>;

async function open(app: App, headers: Record<string, string>, left?: AbortSignal) {
  const gone = new AbortController();
  const path = `/api/integrations/${id}/execution-logs/stream`;
  const response = await app.request(path, { headers, signal: left ?? gone.signal }, connection);
  return { status: response.status, response, close: () => gone.abort() };
}

/** All that is told until the stream ends. */
async function readAll(response: Response): Promise<string> {
  return response.text();
}

async function readUntil(response: Response, mark: string): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; !text.includes(mark);) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`The stream ended after ${text}`);
    text += decoder.decode(value);
  }
  reader?.releaseLock();
}

async function makeToken(): Promise<{ id: string; header: Record<string, string> }> {
  const made = await createApiToken(context, actor, { name: 'Program', role: 'MEMBER' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  return { id: made.id, header: { Authorization: `Bearer ${made.token}` } };
}

describe('a stream ends at the next event', () => {
  test('after a logout', async () => {
    const app = createWholeApp(context);
    const cookie = await signInAs(context, actor.userId);
    const { response } = await open(app, { Cookie: cookie });
    await endSession(context.db, readCookie(cookie));
    context.changeEvents.publish(id);
    expect(await readAll(response)).not.toContain('change');
  });

  test('after a removal from the organization', async () => {
    const app = createWholeApp(context);
    const member = await createTestUser(context, { organizationId: actor.organizationId, role: 'MEMBER' });
    const { response } = await open(app, { Cookie: await signInAs(context, member.user.id) });
    await deleteMembership(context.db, member.user.id, actor.organizationId);
    context.changeEvents.publish(id);
    expect(await readAll(response)).not.toContain('change');
  });

  test('after the end of an API token', async () => {
    const app = createWholeApp(context);
    const token = await makeToken();
    const { response } = await open(app, token.header);
    await revokeApiToken(context, actor, token.id);
    context.changeEvents.publish(id);
    expect(await readAll(response)).not.toContain('change');
  });
});

test('a stream ends without an event, too', async () => {
  let isAllowed = true;
  let ends = 0;
  const response = streamChanges(new Request('http://localhost/'), {
    follow: () => () => {},
    isAllowed: async () => isAllowed,
    onEnd: () => void (ends += 1),
    checkMs: 20,
  });
  const told = readAll(response);
  isAllowed = false;
  expect(await told).toBe('retry: 2000\n\n');
  expect(ends).toBe(1);
});

test('a stream that is not read keeps one event, however much changes meanwhile', async () => {
  const asked = new EventEmitter();
  const gone = new AbortController();
  let change: (() => void) | undefined;
  const { body } = streamChanges(new Request('http://localhost/', { signal: gone.signal }), {
    follow: (onChange) => {
      change = onChange;
      return () => {};
    },
    isAllowed: async () => {
      asked.emit('asked');
      return true;
    },
    onEnd: () => {},
    // Beside the events, nothing asks.
    checkMs: 3_600_000,
  });
  const changeOnce = async () => {
    const said = once(asked, 'asked');
    change?.();
    await said;
    await nextTurn();
  };
  for (let bursts = 0; bursts < 4; bursts += 1) await changeOnce();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const event = 'event: change\ndata: {}\n\n';
  expect([await reader?.read(), await reader?.read()]).toMatchObject([
    { value: 'retry: 2000\n\n' },
    { value: event },
  ]);
  const next = reader?.read();
  await changeOnce();
  expect(await next).toMatchObject({ value: event });
  gone.abort();
  expect(await reader?.read()).toMatchObject({ done: true });
});

test('a caller who leaves before the stream begins holds no place', async () => {
  const app = createWholeApp(context);
  const { header } = await makeToken();
  for (let n = 0; n < 20; n += 1) {
    const opening = open(app, header, AbortSignal.abort());
    expect(await readAll((await opening).response)).toBe('');
  }
  expect((await open(app, header)).status).toBe(200);
});

test.each([
  ['HEAD', {}, 200],
  ['DELETE', { 'If-Match': '*' }, 405],
  ['PATCH', { 'If-Match': '"of something"' }, 405],
])('%s is not told what changes, and holds no place', async (method, asked, status) => {
  const app = createWholeApp(context);
  const { header } = await makeToken();
  const path = `/api/integrations/${id}/execution-logs/stream`;
  for (let n = 0; n < 21; n += 1) {
    const response = await app.request(path, { method, headers: { ...header, ...asked } }, connection);
    expect(response.status).toBe(status);
  }
  expect((await open(app, header)).status).toBe(200);
});

test('a person has at most 200 streams open, by however many sessions and tokens', async () => {
  const app = createWholeApp(context);
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 10; n += 1) {
    const { header } = await makeToken();
    for (let of = 0; of < 20; of += 1) streams.push(await open(app, header));
  }
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const cookie = await signInAs(context, actor.userId);
  const refused = await open(app, { Cookie: cookie });
  expect([refused.status, await refused.response.json()]).toEqual([
    429,
    expect.objectContaining({ message: expect.stringContaining('You have 200 streams open') as string }),
  ]);
  const { user } = await createTestUser(context, { organizationId: actor.organizationId });
  const ofAnother = await open(app, { Cookie: await signInAs(context, user.id) });
  expect(ofAnother.status).toBe(200);
  streams.pop()?.close();
  streams.push(await open(app, { Cookie: cookie }), ofAnother);
  expect(streams.at(-2)?.status).toBe(200);
  for (const { close } of streams) close();
});

test('a session or token has at most 20 streams open, and an open one does not keep a session from being idle', async () => {
  const app = createWholeApp(context);
  const cookie = await signInAs(context, actor.userId);
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(app, { Cookie: cookie })));
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await open(app, { Cookie: cookie })).status).toBe(429);
  expect((await open(app, (await makeToken()).header)).status).toBe(200);
  const [first] = streams;
  first?.close();
  expect((await open(app, { Cookie: cookie })).status).toBe(200);

  const [, ...rest] = streams.map(({ response }) => response);
  context.clock.advance(23 * hourMs);
  context.changeEvents.publish(id);
  await Promise.all(rest.map((response) => readUntil(response, 'event: change')));
  context.clock.advance(hourMs);
  context.changeEvents.publish(id);
  for (const response of rest) {
    await expect(readUntil(response, 'event: change')).rejects.toThrow('The stream ended');
  }
});

function readCookie(cookie: string): string {
  const value = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '');
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as string;
}
