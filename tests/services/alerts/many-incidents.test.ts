// Years of alerts leave tens of thousands of incidents and messages, which are removed a few at a time.
import { beforeEach, expect, test } from 'vitest';
import { deleteOldIncidents, deleteSomeIncidents } from '~/db/alerts/incident-deletion';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { pruneAlerts } from '~/services/alerts/retention';
import { deleteIntegration } from '~/services/integrations/deletion';
import { purgeIntegration } from '~/services/integrations/purge';
import { deleteOrganization } from '~/services/organizations/deletion';
import { purgeOrganization } from '~/services/organizations/purge';
import { proven } from '../../support/accounts';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';
import { never } from '../runs/run-setup';
import { type AlertSetup, createAlertSetup } from './alert-setup';

const dayMs = 24 * 3_600_000;
/** Twice as many as one transaction of a removal takes. */
const many = 200;

let setup: AlertSetup;
let organizationId: string;
let integrationId: string;

beforeEach(async () => {
  setup = await createAlertSetup();
  organizationId = setup.actor.organizationId ?? '';
  await setup.watch();
  integrationId = await setup.deploy();
});

const sqlite = () => setup.context.db.sqlite;
const count = (rows: string) => Number(sqlite().prepare(`select count(*) from ${rows}`).pluck().get());

/** Adds incidents that ended at a time, with two messages each, the second of them withheld. */
function addEnded(resolvedAt: number): void {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${many})`;
  sqlite()
    .prepare(
      `${numbers} insert into incidents (id, organization_id, integration_id, event, count, opened_at, last_at, resolved_at)
       select 'ended ' || n, ?, ?, 'failing', 1, 0, 0, ? from numbers`,
    )
    .run(organizationId, integrationId, resolvedAt);
  sqlite().exec(
    `insert into alert_messages (id, incident_id, channel_id, transition, content, status, next_at, created_at)
     select incidents.id || status, incidents.id, alert_channels.id, 'opened', '{}', status, 0, 0
       from incidents, alert_channels, (select 'sent' as status union select 'withheld')`,
  );
}

/** Notes how many incidents are left when a row of this table is deleted. */
function noteAt(table: string): () => number[] {
  sqlite().exec(`create temp table seen (incidents integer);
    create temp trigger going before delete on main.${table}
    begin insert into seen select count(*) from main.incidents; end`);
  return () => sqlite().prepare('select incidents from seen').pluck().all() as number[];
}

const deleteTheOrganization = () =>
  deleteOrganization(
    setup.context,
    { userId: setup.actor.userId, organizationId, address: '192.0.2.1' },
    'analytical engines',
    proven,
  );

test('one call removes few rows, messages before their incidents', async () => {
  addEnded(1);
  const removed: number[] = [];
  do removed.push(await deleteSomeIncidents(setup.context.db, { integrationId }, 150));
  while (removed.at(-1) !== 0);
  expect(Math.max(...removed)).toBeLessThanOrEqual(300);
  expect(removed.reduce((sum, rows) => sum + rows, 0)).toBe(3 * many);
  expect([count('incidents'), count('alert_messages')]).toEqual([0, 0]);
});

test('an organization leaves its ended incidents to the removal, and its row goes when there are none', async () => {
  addEnded(1);
  const incidentsLeft = noteAt('organizations');
  await deleteTheOrganization();
  expect([count('incidents'), count('alert_channels')]).toEqual([many, 1]);
  expect(await purgeOrganization(setup.context, organizationId, never)).toBe(true);
  expect(incidentsLeft()).toEqual([0]);
  expect([count('alert_messages'), count('alert_channels')]).toEqual([0, 0]);
});

test('from its deletion on, an organization is notified of nothing: no problem, no end of one, no withheld message', async () => {
  const { context } = setup;
  await setup.end(integrationId, 'error');
  await evaluateAlerts(context);
  expect(count(`alert_messages where status = 'queued'`)).toBe(1);
  addEnded(1);
  await deleteTheOrganization();
  await setup.pass(2 * 3_600_000, 1_800_000);
  expect(setup.sentTo()).toEqual([]);
  expect(count('incidents')).toBe(many);
  expect(count(`alert_messages where status in ('queued', 'sent') and created_at > 0`)).toBe(0);
});

test('the row of a removed integration goes when it has no incident left', async () => {
  addEnded(1);
  const actor = { userId: setup.actor.userId, organizationId };
  await deleteIntegration(setup.context, actor, integrationId);
  const incidentsLeft = noteAt('integrations');
  expect(await purgeIntegration(setup.context, integrationId, never)).toBe(true);
  expect(incidentsLeft()).toEqual([0]);
});

test('incidents that ended more than ninety days ago go, and one that ended later stays', async () => {
  const { context } = setup;
  addEnded(context.now());
  sqlite().exec(`update incidents set resolved_at = resolved_at + 1 where id = 'ended 7'`);
  context.clock.advance(90 * dayMs + 1);
  await pruneAlerts(context, { rest: async () => undefined, stopping: never });
  expect(sqlite().prepare('select id from incidents').pluck().all()).toEqual(['ended 7']);
  expect(count('alert_messages')).toBe(2);
});

test('those that ended long ago are found without reading any other', async () => {
  const plan = await explain(await createTestDatabase(), (db) => deleteOldIncidents(db, 1, 100));
  expect(plan).toEqual(['SEARCH incidents USING COVERING INDEX incidents_ended (resolved_at<?)']);
});
