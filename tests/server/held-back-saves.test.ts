// Saves that are held back, while a server runs and is killed: deliveries, schedules and events go by the deployed version, also
// after the next start, and by the newest only once that is deployed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertSchedule } from '~/db/integrations/schedules';
import { deployVersion } from '~/services/integrations/deployment';
import { updateIntegration } from '~/services/integrations/integrations';
import { type Seed, seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { answerJson, startTarget, type Target } from '../support/target';
import { awaitEnded, listExecutionRows, openForReading } from './records';

const secret = 'a secret for held-back versions';
const minuteMs = 60_000;
const deliveries = 20;
const kinds = ['delivered', 'scheduled', 'followed'] as const;
type Kind = (typeof kinds)[number];

let dataDir: string;
let seed: Seed;
let target: Target;
let ids: Record<Kind, string>;

/** Each version calls a path of its own. */
function callsOf(kind: Kind, version: string) {
  return { apiCalls: [{ id: 'a', name: 'Tell', method: 'POST', url: `${target.url}/${kind}/${version}` }] };
}

beforeAll(async () => {
  dataDir = createDataDir();
  target = await startTarget(answerJson({ ok: true }));
  seed = await seedOwner(dataDir);
  const make = (kind: Kind, triggerConfig: object) =>
    seedIntegration(seed, { name: kind, triggerConfig, ...callsOf(kind, 'live') });
  const delivered = await make('delivered', webhookTrigger({ secret }));
  const scheduled = await make('scheduled', { type: 'cron', cron: { cronExpression: '* * * * *' } });
  const followed = await make('followed', {
    type: 'event',
    event: { integrationId: delivered, on: 'completed' },
  });
  ids = { delivered, scheduled, followed };
  for (const kind of kinds) await save(kind, { autoDeploy: false });
});

afterAll(async () => {
  await seed.close();
  await target.close();
});

async function save(kind: Kind, change: object) {
  const saved = await updateIntegration(seed.context, seed, ids[kind], change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
  return saved.integration;
}

/** Another version of each, not deployed. */
async function saveDrafts(version: string): Promise<void> {
  for (const kind of kinds) await save(kind, callsOf(kind, version));
}

async function deliverAll(server: TestServer): Promise<void> {
  for (let each = 0; each < deliveries; each += 1) {
    const answer = await fetch(`${server.url}/webhook/${ids.delivered}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret },
      body: '{}',
    });
    expect(answer.status).toBe(202);
  }
}

/** The schedule has a due time now. */
async function makeDue(): Promise<void> {
  const { context, organizationId } = seed;
  const now = Date.now();
  const nextAt = Math.floor(now / minuteMs) * minuteMs;
  await upsertSchedule(context.db, { integrationId: ids.scheduled, organizationId, nextAt, now });
}

/** Until nothing waits or runs, and as many executions as that have ended. */
async function untilEnded(executions: number): Promise<void> {
  const db = openForReading(dataDir);
  await awaitEnded(db, () => listExecutionRows(db).length >= executions);
  db.close();
}

/** The paths that were called since then. */
function pathsSince(received: number): Set<string> {
  return new Set(target.received.slice(received).map(({ url }) => url));
}

const at = (version: string) => new Set(kinds.map((kind) => `/${kind}/${version}`));

test('run by the deployed version through a kill, and by the newest when that is deployed', async () => {
  let server = await startServer({ dataDir });
  await saveDrafts('draft-1');
  await makeDue();
  await deliverAll(server);
  await server.kill('SIGKILL');
  await saveDrafts('draft-2');
  server = await startServer({ dataDir });
  await saveDrafts('draft-3');
  await deliverAll(server);
  await untilEnded(2 * 2 * deliveries + 1);
  expect(pathsSince(0)).toEqual(at('live'));

  for (const kind of kinds) {
    const { version } = await save(kind, {});
    expect(await deployVersion(seed.context, seed, ids[kind], version)).toMatchObject({
      kind: 'integration',
    });
  }
  await untilEnded(2 * 2 * deliveries + 1);
  const received = target.received.length;
  await makeDue();
  await deliverAll(server);
  await target.arrived(received + 2 * deliveries + 1);
  expect(pathsSince(received)).toEqual(at('draft-3'));
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
});
