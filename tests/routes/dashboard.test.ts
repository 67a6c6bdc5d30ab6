import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { findIntegration } from '~/db/integrations';
import { countEndedExecution } from '~/db/executions';
import { action, loader } from '~/routes/_index/route';
import { type Actor, createIntegration } from '~/services/integrations';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';

let context: TestContext;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
});

function create(name: string, apiCalls: object[] = []): string {
  const made = createIntegration(context, actor, { name, apiCalls });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

function argsOf(path: string, body?: Record<string, string>): ActionFunctionArgs {
  const request = new Request(`http://localhost${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie },
    body: body && new URLSearchParams(body),
  });
  return { request, params: {}, context: { app: context, nonce: '', address: '192.0.2.1' } };
}

async function load(path = '/') {
  const loaded = await loader(argsOf(path));
  if (loaded.kind !== 'dashboard') throw new Error(loaded.kind);
  return loaded;
}

it('is the landing page for guests', async () => {
  cookie = '';
  expect(await loader(argsOf('/'))).toEqual({ kind: 'landing' });
});

it('sums up the integrations of the organization and lists the newest first', async () => {
  const call = { url: 'https://api.example.com/' };
  create('First', [call, call]);
  const second = create('Second', [call]);
  countEndedExecution(context.db, second, 'completed', context.now());
  const stranger = createTestUser(context);
  createIntegration(
    context,
    { userId: stranger.user.id, organizationId: stranger.organizationId },
    {
      name: 'Not mine',
      apiCalls: [call],
    },
  );
  expect(await load()).toMatchObject({
    integrations: [
      { name: 'Second', callCount: 1, triggerType: 'manual', isActive: false },
      { name: 'First', callCount: 2 },
    ],
    counts: { integrationCount: 2, callCount: 3 },
    triggersUsed: 1,
    nextCursor: null,
  });
});

it('pages long lists', async () => {
  for (let number = 1; number <= 61; number++) create(`Number ${number}`);
  const first = await load();
  expect(first.integrations).toHaveLength(60);
  const second = await load(`/?cursor=${first.nextCursor}`);
  expect(second.integrations.map(({ name }) => name)).toEqual(['Number 1']);
  expect(second.nextCursor).toBeNull();
});

it('deletes when DELETE was typed exactly', async () => {
  const id = create('Short-lived');
  const key = { id, organizationId: actor.organizationId };
  expect((await load(`/?delete=${id}`)).deleting).toEqual({ id, name: 'Short-lived' });
  expect(await action(argsOf('/?index', { id, confirmation: 'delete' }))).toMatchObject({
    data: { confirmationError: 'Type DELETE to confirm' },
    init: { status: 422 },
  });
  expect(findIntegration(context.db, key)).toBeDefined();
  expect(await action(argsOf('/?index', { id, confirmation: 'DELETE' }))).toMatchObject({ status: 302 });
  expect(findIntegration(context.db, key)).toBeUndefined();
  expect(await action(argsOf('/?index', { id, confirmation: 'DELETE' }))).toMatchObject({
    init: { status: 404 },
  });
});
