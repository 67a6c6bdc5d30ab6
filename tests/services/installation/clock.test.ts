// The clock of the machine was a day ahead, and is set back: what was written meanwhile holds nothing up.
import { beforeEach, expect, test, vi } from 'vitest';
import { createSession, findSessionUser } from '~/auth/session';
import { findOneTimeToken, insertNewestToken } from '~/db/accounts/one-time-tokens';
import { countMessagesSince, insertAlertMessage } from '~/db/alerts/messages';
import { claimJobs } from '~/db/executions/queue/claim';
import { streamAuditLog } from '~/services/audit-stream/stream-audit-log';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { createChannel } from '~/services/alerts/channels';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { followClock } from '~/services/installation/clock';
import { createExecutionIndexer } from '~/services/executions/search-indexer';
import { updateIntegration } from '~/services/integrations/integrations';
import { queueEmail } from '~/services/mail';
import { startListening } from '~/services/webhooks/samples';
import { runExecution } from '~/services/runs/run-execution';
import { makeDelivery } from '../../support/delivery';
import { completeTestExecution, createTestExecution } from '../../support/executions';
import { insertTestIncident } from '../../support/incidents';
import { makeHandling } from '../../engine/run/run-steps';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const dayMs = 86_400_000;
let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
  vi.spyOn(Date, 'now').mockImplementation(() => setup.context.now());
});

/** Makes the present time the one at which the installation was made. */
async function installNow() {
  const { db, now } = setup.context;
  await db.run(db.build.updateTable('installation').set({ created_at: now() }));
}

async function acceptKeyed(integrationId: string) {
  const delivery = makeDelivery(integrationId, { headers: { 'idempotency-key': 'daily' }, body: '{"n":1}' });
  const outcome = await createAcceptDelivery(setup.context)(delivery);
  return outcome.kind === 'accepted' ? outcome.executionId : outcome.kind;
}

async function claimAll() {
  const { db, now } = setup.context;
  return (await claimJobs(db, { owner: 'runner', limit: 10, now: now(), leaseMs: 30_000 })).jobs;
}

test('a call that waits for its next attempt is sent', async () => {
  const { context, answers } = setup;
  const { handler } = answers;
  const rules = [{ statusCodes: [503], action: 'retry', retryConfig: { retryDelay: 20_000 } }];
  const apiCalls = [{ id: 'a', name: 'A', method: 'GET', url: `${setup.target.url}/a` }];
  const integrationId = await setup.seed({ apiCalls, responseHandlingSteps: [makeHandling('a', rules)] });
  answers.handler = (_request, response) => response.writeHead(503).end();
  context.clock.advance(dayMs);
  const id = await setup.accept(integrationId);
  await runExecution(context, await setup.claim(), never);
  answers.handler = handler;
  context.clock.advance(-dayMs);
  expect(await claimAll()).toEqual([]);
  expect(await followClock(context)).toBe(1);
  for (const job of await claimAll()) await runExecution(context, job, never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(await followClock(context)).toBe(0);
});

test('a mail that was to be sent then is sent now, and one that waits for its next try waits', async () => {
  const { context } = setup;
  const message = { subject: 'a', text: 'a', html: 'a' };
  async function queue() {
    await context.db.transaction((tx) =>
      queueEmail(context, tx, { recipient: 'ada@example.com', message, now: context.now() }),
    );
  }
  await queue();
  const [job] = await claimAll();
  if (!job) throw new Error('There was nothing to claim');
  const runAt = context.now() + 3_600_000;
  await context.ledger.record(job, [{ kind: 'job-released', runAt, failed: true }]);
  context.clock.advance(dayMs);
  await queue();
  context.clock.advance(-dayMs);
  expect(await claimAll()).toEqual([]);
  await followClock(context);
  expect((await claimAll()).map(({ kind }) => kind)).toEqual(['email']);
});

/** Begins and ends executions of an integration, and indexes those that ended. */
async function setUpIndex() {
  const { context, actor } = setup;
  const owner = { organizationId: actor.organizationId, integrationId: await setup.seed() };
  const indexer = createExecutionIndexer(context);

  async function begin(): Promise<string> {
    const id = await createTestExecution(context, owner);
    context.clock.advance(10_000);
    return id;
  }
  const finish = (id: string) => completeTestExecution(context, owner, id);
  return {
    begin,
    finish,
    async end(): Promise<string> {
      const id = await begin();
      await finish(id);
      return id;
    },
    async listIndexed(): Promise<unknown[]> {
      while (await indexer.indexSome()) await Promise.resolve();
      const { sqlite } = context.db;
      return sqlite.prepare('select execution_id from execution_index order by rowid').pluck().all();
    },
  };
}

test('what ends from now on can be searched for', async () => {
  const { context } = setup;
  const { end, listIndexed } = await setUpIndex();
  const ids = [await end()];
  await listIndexed();
  context.clock.advance(dayMs);
  ids.push(await end(), await end());
  expect(await listIndexed()).toEqual(ids);
  context.clock.advance(-dayMs);
  ids.push(await end());
  await followClock(context);
  expect(await listIndexed()).toEqual(ids);
  // The time of the former ones comes again.
  context.clock.advance(dayMs + 60_000);
  ids.push(await end());
  expect(await listIndexed()).toEqual(ids);
});

test('an execution that ends as the clock is set right is indexed once, and those after it are, too', async () => {
  const { context } = setup;
  const { db } = context;
  const { begin, finish, end, listIndexed } = await setUpIndex();
  const long = await begin();
  context.clock.advance(dayMs);
  const ahead = await end();
  expect(await listIndexed()).toEqual([ahead]);
  context.clock.advance(-dayMs);
  await finish(long);
  await followClock(context);
  expect(await listIndexed()).toEqual([long, ahead]);
  // So an earlier release has left it.
  const stale = { execution_id: long, of_integration_id: 'i' };
  await db.run(db.build.insertInto('unindexed_executions').values(stale));
  const next = await end();
  expect(await listIndexed()).toEqual([long, ahead, next]);
  expect(await db.all(db.build.selectFrom('unindexed_executions').selectAll())).toEqual([]);
});

test('entries of the audit go on to be streamed', async () => {
  const { context } = setup;
  const sent: string[] = [];
  setup.answers.handler = (request, response) => {
    const { data } = JSON.parse(request.body) as { data: { entries: { detail: string }[] } };
    sent.push(...data.entries.map(({ detail }) => detail));
    response.end();
  };
  async function write(detail: string) {
    await context.db.transaction((tx) => insertAuditEntry(tx, { kind: 'login', detail, now: context.now() }));
    context.clock.advance(10_000);
    const url = `${setup.target.url}/audit`;
    await streamAuditLog(context, { kind: 'webhook', url, secret: 'a signing secret for the audit' });
  }
  context.clock.advance(dayMs);
  await write('ahead');
  context.clock.advance(-dayMs);
  await followClock(context);
  await write('after');
  expect(sent).toEqual(['ahead', 'after']);
});

test('sessions and links of then last from now on as long as others', async () => {
  const { context, actor } = setup;
  const { db } = context;
  const session = { userId: actor.userId, userAgent: null, address: null };
  const token = {
    userId: actor.userId,
    email: 'ada@example.com',
    purpose: 'reset-password',
    tokenHash: 'h',
  } as const;
  await installNow();
  context.clock.advance(365 * dayMs);
  const cookie = await createSession(db, { ...session, now: context.now() });
  await insertNewestToken(db, { ...token, now: context.now(), expiresAt: context.now() + 60_000 });
  context.clock.advance(-365 * dayMs);
  await followClock(context);
  const finds = async (afterMs: number) =>
    (await findSessionUser(db, cookie, context.now() + afterMs)) !== undefined;
  // Idle for a day ends it.
  expect([await finds(dayMs - 1), await finds(dayMs)]).toEqual([true, false]);
  const { expiresAt } = (await findOneTimeToken(db, 'reset-password', 'h')) ?? {};
  expect(expiresAt).toBe(context.now() + 60_000);
  expect((await db.first(db.build.selectFrom('sessions').select('expires_at')))?.expires_at).toBe(
    context.now() + 14 * dayMs,
  );
});

test('the key of a delivery counts for a day from now on', async () => {
  const { context } = setup;
  const integrationId = await setup.seed();
  await installNow();
  context.clock.advance(365 * dayMs);
  const first = await acceptKeyed(integrationId);
  context.clock.advance(-365 * dayMs);
  await followClock(context);
  context.clock.advance(dayMs - 1);
  expect(await acceptKeyed(integrationId)).toBe(first);
  context.clock.advance(1);
  expect(await acceptKeyed(integrationId)).not.toBe(first);
});

const webhook = (secret: string) => webhookTrigger({ secret, variables: [] });

test('a replaced webhook secret and listening for a sample last from now on as long as others', async () => {
  const { context, actor } = setup;
  const { db } = context;
  const id = await setup.seed({ triggerConfig: webhook('the first secret of all') });
  await installNow();
  const findUntil = async () => {
    const state = await findIntegrationState(db, id);
    return [state?.formerSecretUntil, state?.listeningUntil];
  };
  context.clock.advance(365 * dayMs);
  await updateIntegration(context, actor, id, { triggerConfig: webhook('the second secret of all') });
  await startListening(context, actor, id);
  context.clock.advance(-365 * dayMs);
  await followClock(context);
  const until = [context.now() + dayMs, context.now() + 600_000];
  expect(await findUntil()).toEqual(until);
  context.clock.advance(1_000);
  await followClock(context);
  expect(await findUntil()).toEqual(until);
});

test('the messages of then keep a channel from others for an hour', async () => {
  const { context, actor } = setup;
  const { db } = context;
  const integrationId = await setup.seed();
  const created = await createChannel(
    context,
    { ...actor, address: '192.0.2.1' },
    { name: 'Owners', kind: 'email', recipients: 'members', events: { failing: 1 } },
  );
  if (created.kind !== 'channel') throw new Error(created.kind);
  const channelId = created.channel.id;
  context.clock.advance(365 * dayMs);
  await insertTestIncident(db, { id: 'i', organizationId: actor.organizationId, integrationId });
  const message = { incidentId: 'i', channelId, recipient: 'ada@example.com', transition: 'opened' } as const;
  await insertAlertMessage(db, { ...message, id: 'm', content: '{}', status: 'queued', now: context.now() });
  await db.run(db.build.updateTable('alert_messages').set({ status: 'sent' }));
  context.clock.advance(-365 * dayMs);
  await followClock(context);
  const since = [context.now() - 1, context.now()];
  expect(await Promise.all(since.map((at) => countMessagesSince(db, channelId, at)))).toEqual([1, 0]);
});

test('a start by a clock from before the installation ends no session, and forgets no key', async () => {
  const { context, actor } = setup;
  const { db } = context;
  await installNow();
  const integrationId = await setup.seed();
  const session = { userId: actor.userId, userAgent: null, address: null };
  const cookie = await createSession(db, { ...session, now: context.now() });
  const first = await acceptKeyed(integrationId);
  context.clock.advance(-365 * dayMs);
  await followClock(context);
  context.clock.advance(365 * dayMs);
  expect(await findSessionUser(db, cookie, context.now())).toBeDefined();
  expect(await acceptKeyed(integrationId)).toBe(first);
});
