// What lists the integrations of an organization leaves out those of others, though they are alike.
import { beforeEach, expect, test } from 'vitest';
import { insertChannel, listWatchedNames } from '~/db/alerts/channels';
import { deleteQueuedMessagesTo, insertAlertMessage } from '~/db/alerts/messages';
import { countCallQuery, listCallsOfConnections } from '~/db/connections/connection-days';
import { listConnectionsWithToken, updateToken, claimToken } from '~/db/connections/connection-tokens';
import { listConnectionUses, replaceConnectionUses } from '~/db/connections/connection-uses';
import { insertConnection } from '~/db/connections/connections';
import { findNewestWebhook } from '~/db/integrations/cards';
import { listEventListeners, replaceOrganizationEventTrigger } from '~/db/integrations/event-triggers';
import { findPauseLimit, pauseAfterErrors, resumeIntegrationRow } from '~/db/integrations/pauses';
import { findRestorableOwnerForUser } from '~/db/integrations/restorable-integrations';
import { listDefinitionsWith } from '~/db/integrations/definitions-with-text';
import { updateFormerSecret } from '~/db/integrations/former-secrets';
import { findCalledHosts } from '~/db/integrations/found-hosts';
import { changeRejectedDeliveries, findRejectedDeliveries } from '~/db/integrations/rejected-deliveries';
import { listValueUses, replaceValueUses } from '~/db/values/value-uses';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { insertTestIncident } from '../../support/incidents';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let ours: string;
let theirs: string;
let ids: string[];
/** The users of both. */
let userIds: string[];

beforeEach(async () => {
  context = await createTestContext();
  const made = [];
  for (let count = 0; count < 2; count += 1) {
    const { user, organizationId } = await createTestUser(context);
    const apiCalls = [{ method: 'GET', url: 'https://api.example.com/orders' }];
    const seed = { context, userId: user.id, organizationId };
    const id = await seedIntegration(seed, { name: 'Orders', apiCalls });
    made.push({ organizationId, id, userId: user.id });
  }
  [ours = '', theirs = ''] = made.map(({ organizationId }) => organizationId);
  ids = made.map(({ id }) => id);
  userIds = made.map(({ userId }) => userId);
});

test('the definitions that hold a text', async () => {
  const found = await listDefinitionsWith(context.db, ours, 'api.example.com');
  expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 1));
});

test('the hosts that are called', async () => {
  const hosts = await findCalledHosts(context.db, { organizationId: ours, ids, text: 'api' });
  expect([...hosts.keys()]).toEqual(ids.slice(0, 1));
});

test('the uses of a value', async () => {
  for (const id of ids) await replaceValueUses(context.db, id, ['shop']);
  const uses = await listValueUses(context.db, { organizationId: ours });
  expect(uses).toEqual([{ value: 'shop', id: ids[0], name: 'Orders' }]);
});

test('why deliveries were rejected', async () => {
  const [id = ''] = ids;
  await changeRejectedDeliveries(context.db, id, () => ({ entries: '[]', lastAt: context.now() }));
  expect(await findRejectedDeliveries(context.db, { id, organizationId: ours })).toBe('[]');
  expect(await findRejectedDeliveries(context.db, { id, organizationId: theirs })).toBeUndefined();
});

test('the secret that was valid before', async () => {
  const [id = ''] = ids;
  const former = { sealed: 'sealed', until: context.now() + 1 };
  expect(await updateFormerSecret(context.db, { id, organizationId: theirs }, former)).toBe(false);
  expect(await updateFormerSecret(context.db, { id, organizationId: ours }, former)).toBe(true);
});

test('the limit that pauses one, its pause and its end', async () => {
  const { db } = context;
  const [id = ''] = ids;
  const now = context.now();
  await db.run(db.build.updateTable('integrations').set({ failures_in_row: 3, pause_after_errors: 3 }));
  expect(await findPauseLimit(db, { id, organizationId: theirs })).toBeUndefined();
  expect(await findPauseLimit(db, { id, organizationId: ours })).toBeDefined();
  expect(await pauseAfterErrors(db, { id, organizationId: theirs, now })).toBe(false);
  expect(await pauseAfterErrors(db, { id, organizationId: ours, now })).toBe(true);
  expect(await resumeIntegrationRow(db, { id, organizationId: theirs })).toBe(false);
  expect(await resumeIntegrationRow(db, { id, organizationId: ours })).toBe(true);
});

test('who owns one that can be restored', async () => {
  const { db } = context;
  const [id = ''] = ids;
  const [ourUser = '', theirUser = ''] = userIds;
  await db.run(db.build.updateTable('integrations').set({ deleted_at: 1, restorable_until: 2 }));
  expect(await findRestorableOwnerForUser(db, id, theirUser)).toBeUndefined();
  expect(await findRestorableOwnerForUser(db, id, ourUser)).toBe(ours);
});

test('what one waits for', async () => {
  const { db } = context;
  const [integrationId = ''] = ids;
  const wait = { integrationId, ending: 'any', tag: 'billing' } as const;
  await replaceOrganizationEventTrigger(db, { ...wait, organizationId: ours });
  expect(await listEventListeners(db, theirs)).toEqual([]);
  expect(await listEventListeners(db, ours)).toMatchObject([{ name: 'Orders', sourceTag: 'billing' }]);
});

test('the newest webhook', async () => {
  const { db } = context;
  await db.run(db.build.updateTable('integrations').set({ is_active: 1 }));
  await db.run(db.build.updateTable('integration_versions').set({ trigger_type: 'webhook' }));
  expect(await findNewestWebhook(db, ours)).toMatchObject({ id: ids[0] });
  expect(await findNewestWebhook(db, theirs)).toMatchObject({ id: ids[1] });
});

test('the uses, calls and tokens of connections', async () => {
  const { db } = context;
  const at = context.now();
  for (const [index, organizationId] of [ours, theirs].entries()) {
    const connectionId = `connection of ${organizationId}`;
    const content = { name: 'Shop', kind: 'bearer', baseUrl: '', allowedHosts: '[]', config: '{}' } as const;
    const state = { secrets: '', pace: null, version: 1, status: 'ready', statusReason: null } as const;
    await insertConnection(db, {
      id: connectionId,
      organizationId,
      ...content,
      ...state,
      createdBy: userIds[index] ?? '',
      now: at,
    });
    await replaceConnectionUses(db, { integrationId: ids[index] ?? '', version: 1 }, [connectionId]);
    await db.run(countCallQuery({ connectionId, version: 1, at, isRefused: false, refusal: undefined }));
    await claimToken(db, connectionId, { connectionVersion: 1, until: at });
    const token = { connectionVersion: 1, access: 'sealed', refresh: null, obtainedAt: at, expiresAt: null };
    await updateToken(db, connectionId, token);
  }
  expect((await listConnectionUses(db, { organizationId: ours })).map(({ id }) => id)).toEqual([ids[0]]);
  const calls = await listCallsOfConnections(db, { organizationId: ours, at });
  expect([...calls.keys()]).toEqual([`connection of ${ours}`]);
  expect([...(await listConnectionsWithToken(db, ours))]).toEqual([`connection of ${ours}`]);
});

test('what is watched, and the alerts that wait for an address', async () => {
  const { db } = context;
  const now = context.now();
  const content = {
    tag: null,
    name: 'Team',
    kind: 'email',
    target: '',
    events: '{}',
    remindHours: null,
  } as const;
  for (const organizationId of [theirs, ours]) {
    expect((await listWatchedNames(db, ours)).size).toBe(0);
    // A channel names integrations of its own organization alone; here each names both.
    for (const integrationId of ids) {
      const id = `${organizationId} ${integrationId}`;
      await insertChannel(db, { id, organizationId }, { ...content, integrationId, version: 1, now });
      await insertTestIncident(db, { id, organizationId, integrationId }, { callId: id });
      const message = { id, incidentId: id, channelId: id, recipient: 'ops@example.com', content: '{}', now };
      await insertAlertMessage(db, { ...message, transition: 'opened', status: 'queued' });
    }
  }
  expect([...(await listWatchedNames(db, ours)).keys()]).toEqual(ids.slice(0, 1));
  await deleteQueuedMessagesTo(db, { organizationId: ours, recipient: 'ops@example.com' });
  const left = await db.all(db.build.selectFrom('alert_messages').select('id').orderBy('id'));
  expect(left.map(({ id }) => id)).toEqual(ids.map((id) => `${theirs} ${id}`).toSorted());
});
