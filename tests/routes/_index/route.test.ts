import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { updateIncident, updateMuted } from '~/db/alerts/incidents';
import { newId } from '~/db/core/id';
import { findIntegration } from '~/db/integrations/integrations';
import { countEndedExecution } from '~/db/executions/ended-executions';
import type { AlertEvent } from '~/engine/alerts/names';
import { action, loader } from '~/routes/_index/route';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { purgeIntegration } from '~/services/integrations/purge';
import type { Actor } from '~/services/actor';
import { createTestUser, readCookies, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';
import { record } from '../../support/explain';
import { insertTestIncident } from '../../support/incidents';

const dayMs = 86_400_000;

let context: TestContext;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
});

async function create(name: string, apiCalls: object[] = []): Promise<string> {
  context.clock.advance(1);
  const made = await createIntegration(context, actor, { name, apiCalls });
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

/** Later than a session lasts. */
async function passDays(count: number): Promise<void> {
  context.clock.advance(count * dayMs);
  cookie = await signInAs(context, actor.userId);
}

async function load(path = '/') {
  const loaded = await loader(argsOf(path));
  if (loaded.kind !== 'dashboard') throw new Error(loaded.kind);
  return loaded;
}

async function listNames(query: Record<string, string>) {
  const { integrations } = await load(`/?${new URLSearchParams(query)}`);
  return integrations.map(({ name }) => name);
}

it('is the landing page for guests', async () => {
  cookie = '';
  expect(await loader(argsOf('/'))).toEqual({
    kind: 'landing',
    signUp: 'open',
    origin: 'http://localhost:3000',
  });
});

it('sums up the integrations of the organization and lists the newest first', async () => {
  const call = { url: 'https://api.example.com/' };
  await create('First', [call, call]);
  const second = await create('Second', [call]);
  await countEndedExecution(context.db, second, 'completed', context.now());
  const stranger = await createTestUser(context);
  await createIntegration(
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
    hasMore: false,
  });
});

it('leaves deliveries a turn of the event loop between its queries', async () => {
  await create('Orders');
  const asked: string[] = [];
  const args = argsOf('/');
  args.context.app = { ...context, db: { ...context.db, ...record(context.db, asked) } };
  const progress = { isLoaded: false };
  const loading = (async () => {
    await loader(args);
    progress.isLoaded = true;
  })();
  while (!progress.isLoaded) {
    await nextTurn();
    asked.push('a turn');
  }
  await loading;
  const places = ['from "execution_days"', 'json_each(integrations.tags)'];
  const [days, tags] = places.map((table) => asked.findIndex((sql) => sql.includes(table)));
  expect(asked.slice(days, tags)).toContain('a turn');
});

describe('what changed', () => {
  it('counts the integrations that were made and saved in the last seven days', async () => {
    const old = await create('Old');
    await create('Untouched');
    await passDays(8);
    const saved = await updateIntegration(context, actor, old, {
      apiCalls: [{ url: 'https://api.example.com/' }],
      version: 1,
    });
    expect(saved.kind).toBe('integration');
    await create('New');
    expect((await load()).counts).toMatchObject({ integrationCount: 3, addedCount: 1, savedCount: 2 });
    await passDays(8);
    expect((await load()).counts).toMatchObject({ integrationCount: 3, addedCount: 0, savedCount: 0 });
  });

  it('holds the triggers of seven days against those of the seven before, cancelled ones aside', async () => {
    const id = await create('Busy');
    for (const age of [0, 6, 7, 13, 13, 14])
      await countEndedExecution(context.db, id, 'completed', context.now() - age * dayMs);
    await countEndedExecution(context.db, id, 'error', context.now());
    await countEndedExecution(context.db, id, 'cancelled', context.now());
    expect(await load()).toMatchObject({ recentTriggers: 3, formerTriggers: 3 });
  });

  it('counts the triggers of the month from its first day on, and keeps those of an integration that is gone', async () => {
    const [kept, gone] = [await create('Kept'), await create('Gone')];
    for (const age of [0, 4, 5]) {
      await countEndedExecution(context.db, kept, 'completed', context.now() - age * dayMs);
      await countEndedExecution(context.db, gone, 'error', context.now() - age * dayMs);
    }
    expect(await load()).toMatchObject({ triggersUsed: 4, recentTriggers: 6 });
    await action(argsOf('/?index', { id: gone, confirmation: 'DELETE' }));
    await purgeIntegration(context, gone, new AbortController().signal);
    expect(await load()).toMatchObject({ triggersUsed: 4, recentTriggers: 6 });
    await passDays(26);
    for (let day = 1; day <= 31; day += 1) {
      await countEndedExecution(context.db, kept, 'completed', Date.UTC(2026, 0, day));
    }
    expect(await load()).toMatchObject({ triggersUsed: 4 + 31, chart: { days: { length: 14 } } });
  });
});

it('pages long lists', async () => {
  for (let number = 1; number <= 25; number++) await create(`Number ${number}`);
  const first = await load();
  expect([first.integrations.length, first.hasMore]).toEqual([24, true]);
  const second = await load('/?page=2');
  expect(second.integrations.map(({ name }) => name)).toEqual(['Number 1']);
  expect(second.hasMore).toBe(false);
});

it('finds by name and description, in any case, and nothing of wildcards', async () => {
  await create('Invoices to the ledger');
  await createIntegration(context, actor, { name: 'Stars', description: '100% of new STARGAZERS' });
  expect(await listNames({ q: 'LEDGER' })).toEqual(['Invoices to the ledger']);
  expect(await listNames({ q: ' stargazers ' })).toEqual(['Stars']);
  expect(await listNames({ q: '100%' })).toEqual(['Stars']);
  expect(await listNames({ q: '_' })).toEqual([]);
});

it('sorts by name and by the last execution', async () => {
  const busy = await create('beta');
  await create('Alpha');
  await create('gamma');
  await countEndedExecution(context.db, busy, 'completed', context.now());
  expect(await listNames({ sort: 'name' })).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await listNames({ sort: 'executed' })).toEqual(['beta', 'gamma', 'Alpha']);
  expect(await listNames({ sort: 'nonsense' })).toEqual(['gamma', 'Alpha', 'beta']);
});

it('deletes when DELETE was typed exactly', async () => {
  const id = await create('Short-lived');
  const key = { id, organizationId: actor.organizationId };
  expect((await load(`/?delete=${id}`)).deleting).toEqual({ id, name: 'Short-lived', starts: [] });
  expect(await action(argsOf('/?index', { id, confirmation: 'delete' }))).toMatchObject({
    data: { confirmationError: 'Type DELETE to confirm' },
    init: { status: 422 },
  });
  expect(await findIntegration(context.db, key)).toBeDefined();
  expect(await action(argsOf('/?index', { id, confirmation: 'DELETE' }))).toMatchObject({ status: 302 });
  expect(await findIntegration(context.db, key)).toBeUndefined();
});

it('says on the dashboard that an integration was deleted already, with the way back', async () => {
  const id = await create('Short-lived');
  const form = { id, confirmation: 'DELETE' };
  await action(argsOf('/?index', form));
  const again = (await action(argsOf('/?index', form))) as Response;
  expect([again.status, again.headers.get('Location')]).toEqual([302, '/']);
  const shown = new Headers({ Cookie: readCookies(again.headers.getSetCookie()) });
  expect(await takeToast(context, new Request('http://localhost/', { headers: shown }))).toMatchObject({
    toast: { description: 'The integration was deleted already.', undo: { fields: { id } } },
  });
});

it('says beside no other form why a template was not used', async () => {
  const { organizationId } = actor;
  const reader = await createTestUser(context, { organizationId, role: 'MEMBER', access: 'read' });
  const [template] = (await load()).templates.flatMap(({ templates }) => templates);
  cookie = await signInAs(context, reader.user.id);
  const form = { intent: 'start', start: template?.key ?? '' };
  const refused = (await action(argsOf('/?index', form))) as Response;
  expect([refused.status, refused.headers.get('Location')]).toEqual([302, '/']);
  const shown = new Headers({ Cookie: readCookies(refused.headers.getSetCookie()) });
  expect(await takeToast(context, new Request('http://localhost/', { headers: shown }))).toMatchObject({
    toast: { tone: 'destructive', title: 'Creation Failed' },
  });
  const command = 'curl https://api.example.com/';
  expect(await action(argsOf('/?index', { ...form, start: 'curl', command }))).toMatchObject({
    data: { start: { command } },
    init: { status: 403 },
  });
});

it('draws how many executions ended in the last 14 days, and none of another organization', async () => {
  const id = await create('Busy');
  for (const age of [0, 0, 13, 14])
    await countEndedExecution(context.db, id, 'error', context.now() - age * dayMs);
  const stranger = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  await countEndedExecution(context.db, stranger.integrationId, 'completed', context.now());
  const { chart } = await load();
  expect(chart.totals).toEqual({ completed: 0, failed: 3, cancelled: 0 });
  expect(chart.days.map(({ failed }) => failed)).toEqual([1, ...Array<number>(12).fill(0), 2]);
  expect(chart.days.at(-1)?.date).toBe('2026-01-05');
});

async function openIncident(
  integrationId: string | null,
  event: AlertEvent,
  owner: string | null = actor.organizationId,
  recipient = '',
): Promise<string> {
  context.clock.advance(1);
  const id = newId();
  const at = context.now();
  const about = { event, recipient, openedAt: at, lastAt: at };
  await insertTestIncident(context.db, { id, organizationId: owner, integrationId }, about);
  return id;
}

describe('incidents', () => {
  it('names those that have not ended, the newest first, and counts all', async () => {
    const id = await create('Hourly');
    const others = [await create('Second'), await create('Third')];
    const late = await openIncident(id, 'late');
    const silent = await openIncident(id, 'silent');
    const { organizationId } = actor;
    await updateMuted(context.db, { id: silent, organizationId, mutedUntil: context.now() + 1000 });
    expect((await load()).incidents).toMatchObject({
      count: 2,
      canManage: true,
      incidents: [
        { id: silent, event: 'silent', status: 'muted', integration: { id, name: 'Hourly' } },
        { id: late, event: 'late', status: 'open' },
      ],
    });
    await updateIncident(context.db, silent, { resolvedAt: context.now() });
    for (const other of others) {
      await openIncident(other, 'late');
      await openIncident(other, 'failing');
    }
    const { incidents, count } = (await load()).incidents;
    expect([incidents.length, count]).toEqual([3, 5]);
    expect(incidents.map(({ id: each }) => each)).not.toContain(late);
  });

  it('shows none of another organization, of the installation or of a single address', async () => {
    const stranger = await createTestUser(context);
    const foreign = await createTestIntegration(context, stranger.organizationId);
    await openIncident(foreign.integrationId, 'late', stranger.organizationId);
    await openIncident(null, 'queue', null);
    await openIncident(await create('Mailed'), 'stopped', actor.organizationId, 'someone@example.com');
    expect((await load()).incidents).toMatchObject({ count: 0, incidents: [] });
  });

  it('leads only those to the alerts who may open them', async () => {
    const { organizationId } = actor;
    const member = await createTestUser(context, { organizationId, role: 'MEMBER' });
    cookie = await signInAs(context, member.user.id);
    expect((await load()).incidents.canManage).toBe(false);
  });
});
