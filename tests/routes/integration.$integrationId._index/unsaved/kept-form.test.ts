import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { action, loader } from '~/routes/integration.$integrationId._index/route';
import { deleteExpiredForms } from '~/services/accounts/kept-forms';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';

const hour = 3_600_000;

let context: TestContext;
let userId: string;
let organizationId: string;
let cookie: string;
let id: string;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-kept-forms-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  context = await createTestContext({ config: { dataDir } });
  const owner = await createTestUser(context);
  userId = owner.user.id;
  ({ organizationId } = owner);
  cookie = await signInAs(context, userId);
  const made = await createIntegration(context, { userId, organizationId }, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  id = made.integration.id;
});

const typed = {
  version: '1',
  intent: 'save',
  'triggerConfig.type': 'webhook',
  'triggerConfig.webhook.secret': 'typed-webhook-secret',
  'apiCalls[0].id': 'a',
  'apiCalls[0].name': 'Look the customer up',
  'apiCalls[0].url': 'https://api.example.com/customers',
  'apiCalls[0].authConfig.type': 'bearer',
  'apiCalls[0].authConfig.token': 'typed-token',
  'apiCalls[0].headers[0].name': 'X-Key',
  'apiCalls[0].headers[0].value': 'typed-key',
  'apiCalls[0].headers[0].secret': 'on',
  'apiCalls[0].headers[1].name': 'Accept',
  'apiCalls[0].headers[1].value': 'text/plain',
  'apiCalls[0].headers[2].name': 'X-Stored',
  'apiCalls[0].headers[2].value': '••••5678',
  'apiCalls[0].headers[2].secret': 'on',
  'apiCalls[0].headers[3].name': 'Authorization',
  'apiCalls[0].headers[3].value': 'Bearer typed-authorization',
  'apiCalls[1].authConfig.type': 'basic',
  'apiCalls[1].authConfig.username': 'typed-user-as-key',
  'apiCalls[1].authConfig.password': '',
  'apiCalls[2].authConfig.type': 'basic',
  'apiCalls[2].authConfig.username': 'ada',
  'apiCalls[2].authConfig.password': 'typed-password',
};

function argsOf(request: Request): ActionFunctionArgs {
  request.headers.set('Cookie', cookie);
  return {
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  };
}

/** Sends the form, and returns where that leads. */
async function submit(fields: Record<string, string> = typed, accept = 'text/html'): Promise<string> {
  const request = new Request(`http://localhost/integration/${id}`, {
    method: 'POST',
    headers: { Accept: accept },
    body: new URLSearchParams(fields),
  });
  const thrown: unknown = await action(argsOf(request)).catch((error: unknown) => error);
  return (thrown as Response).headers.get('Location') ?? '';
}

/** Opens where the log-in leads. */
async function openAgain(location: string) {
  const back = new URL(location, 'http://localhost').searchParams.get('returnTo') ?? '';
  return (await loader(argsOf(new Request(`http://localhost${back}`)))).kept;
}

const listFiles = () => {
  try {
    return readdirSync(join(context.config.dataDir, 'kept-forms'));
  } catch {
    return [];
  }
};

it('comes back with the log-in, without secrets', async () => {
  context.clock.advance(25 * hour);
  const location = await submit();
  expect(location).toMatch(/^\/session-expired\?returnTo=%2Fintegration%2F/);
  const [file = ''] = listFiles();
  expect(readFileSync(join(context.config.dataDir, 'kept-forms', file), 'utf8')).not.toMatch(
    /customer|typed/,
  );
  cookie = await signInAs(context, userId);
  const kept = await openAgain(location);
  expect(kept).toMatchObject({
    version: '1',
    apiCalls: [
      {
        name: 'Look the customer up',
        url: 'https://api.example.com/customers',
        headers: [
          { name: 'X-Key', secret: 'on' },
          { name: 'Accept', value: 'text/plain' },
          { name: 'X-Stored', value: '••••5678', secret: 'on' },
          { name: 'Authorization' },
        ],
      },
      { authConfig: { type: 'basic' } },
      { authConfig: { type: 'basic', username: 'ada' } },
    ],
  });
  expect(JSON.stringify(kept)).not.toMatch(/typed-/);
});

it('comes back for nobody else, and not after half an hour', async () => {
  context.clock.advance(25 * hour);
  const location = await submit();
  const other = await createTestUser(context, { email: 'grace@example.com', organizationId });
  cookie = await signInAs(context, other.user.id);
  expect(await openAgain(location)).toBeUndefined();
  cookie = await signInAs(context, userId);
  expect(await openAgain(location)).toBeDefined();
  context.clock.advance(hour / 2);
  expect(await openAgain(location)).toBeUndefined();
  expect(await deleteExpiredForms(context)).toBe(1);
  expect(listFiles()).toEqual([]);
});

it.each([
  ['a stranger', () => (cookie = ''), 'text/html'],
  ['one whose cookie is made up', () => (cookie = 'session_token=eyJhIjoxfQ=='), 'text/html'],
  ['script, which keeps it itself', () => {}, '*/*'],
])('nothing is kept for %s', async (_case, become, accept) => {
  context.clock.advance(25 * hour);
  become();
  expect(await submit(typed, accept)).not.toContain('kept');
  expect(listFiles()).toEqual([]);
});

it('keeps three forms of one user at most, and none that is too large', async () => {
  context.clock.advance(25 * hour);
  for (let time = 0; time < 5; time++) {
    context.clock.advance(1);
    await submit();
  }
  expect(listFiles()).toHaveLength(3);
  expect(await submit({ ...typed, 'apiCalls[0].body': 'x'.repeat(1024 * 1024) })).not.toContain('kept');
});

it('keeps nobody from the log-in where nothing can be written', async () => {
  context.clock.advance(25 * hour);
  context = { ...context, config: { ...context.config, dataDir: '/nonexistent' } };
  expect(await submit()).toBe('/session-expired');
});
