import { expect, test } from 'vitest';
import { deleteChannel, findChannel, insertChannel, listChannels, updateChannel } from '~/db/alerts/channels';
import { findIncident, listIncidents, updateMuted } from '~/db/alerts/incidents';
import {
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
  updateConnection,
} from '~/db/connections/connections';
import type { Database } from '~/db/core/open';
import { findExecution } from '~/db/executions/executions';
import { findLogRows } from '~/db/executions/logs/execution-logs';
import { findExecutionPlace } from '~/db/executions/logs/recent-runs';
import { findSavedStep, findTriggerData } from '~/db/executions/logs/saved-step';
import { findEndedExecution, listEndedExecutionIds } from '~/db/executions/recordings';
import { findReplay } from '~/db/executions/replays';
import { findListening, updateListening } from '~/db/executions/samples';
import { listIntegrationCards } from '~/db/integrations/cards';
import { updateFormerSecret } from '~/db/integrations/former-secrets';
import { updateIntegrationDeleted } from '~/db/integrations/deleted-integrations';
import { findIntegration, updateIntegration } from '~/db/integrations/integrations';
import { updateNotRestorable } from '~/db/integrations/restorable-integrations';
import { updateLimits } from '~/db/executions/execution-limits';
import { updatePauseLimit } from '~/db/integrations/pauses';
import {
  countRecordedTests,
  deleteRecordedTest,
  findRecordedTest,
  findSealedRecording,
  insertRecordedTest,
  listRecordedTests,
  updateRecordedTest,
  updateRecording,
  updateTestResults,
} from '~/db/integrations/recorded-tests';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { deleteApiToken, findOwnApiToken, insertApiToken } from '~/db/organizations/api-tokens';
import {
  findOpenInvitation,
  insertInvitation,
  updateInvitationEnded,
  updateInvitationsExpired,
} from '~/db/organizations/invitations';
import { deleteMembership, findMemberPerson, listMemberPeople, updateRole } from '~/db/organizations/members';
import { findRecord, findStore, listRecordKeys, listRecords, listStores } from '~/db/stores/listing';
import {
  deleteValue,
  findValue,
  insertValue,
  listValueNames,
  listValues,
  updateValue,
} from '~/db/values/values';
import { noLimits } from '~/engine/definition/execution-limits';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { addTestCall, completeTestExecution, createTestExecution } from '../../support/executions';
import { insertTestRecord } from '../../support/records';
import { seedIntegration } from '../../support/seed';
import { insertTestIncident } from '../../support/incidents';

const now = 1_800_000_000_000;

const value = {
  name: 'shop',
  format: 'text',
  isSecret: false,
  value: 'a',
  allowedHosts: '[]',
  version: 2,
} as const;

const connection = {
  name: 'Shop',
  kind: 'bearer',
  baseUrl: '',
  allowedHosts: '[]',
  config: '{}',
  secrets: '',
  pace: null,
  version: 2,
  status: 'ready',
  statusReason: null,
} as const;

const channel = {
  integrationId: null,
  tag: null,
  name: 'Team',
  kind: 'slack',
  target: '',
  events: '{}',
  remindHours: null,
  version: 2,
  now,
} as const;

const settings = {
  name: 'Orders',
  description: null,
  tags: [],
  isActive: true,
  version: 1,
  deployedVersion: 1,
  autoDeploy: true,
  requireTests: false,
  now,
};

/** The address of the open invitation. */
const email = 'grace@example.com';

interface Key {
  id: string;
  organizationId: string;
}

interface Owned extends Key {
  userId: string;
}

/** The writes that find their row by its id and its organization; those that remove a row come after those that change it. */
const writes: Record<string, (db: Database, key: Key, userId: string) => Promise<unknown>> = {
  updateChannel: (db, key) => updateChannel(db, key, channel),
  deleteChannel,
  updateMuted: (db, key) => updateMuted(db, { ...key, mutedUntil: now }),
  updateConnection: (db, key) => updateConnection(db, key, { ...connection, now }),
  deleteConnection,
  updateValue: (db, key, updatedBy) => updateValue(db, key, { ...value, updatedBy, now }),
  deleteValue,
  updateListening: (db, key) => updateListening(db, key, now),
  updateFormerSecret: (db, key) => updateFormerSecret(db, key, { sealed: '', until: now }),
  updateIntegration: (db, key, userId) =>
    updateIntegration(db, key, { ...settings, by: { userId, tokenName: null } }),
  updateLimits: (db, key) => updateLimits(db, key, noLimits),
  updatePauseLimit: (db, key) => updatePauseLimit(db, key, 3),
  updateIntegrationDeleted: (db, key, userId) =>
    updateIntegrationDeleted(db, key, { userId, restorableUntil: now, now }),
  updateNotRestorable: (db, key) => updateNotRestorable(db, key, 'stays-deleted'),
  updateInvitationsExpired: (db, { organizationId }, inviterId) =>
    updateInvitationsExpired(db, { organizationId, inviterId, now }),
  updateInvitationEnded: (db, { organizationId }) =>
    updateInvitationEnded(db, { organizationId, email, now }),
  deleteApiToken,
  updateRole: (db, { organizationId }, userId) =>
    updateRole(db, { userId, organizationId, role: 'ADMIN', access: 'edit' }),
  deleteMembership: (db, { organizationId }, userId) => deleteMembership(db, userId, organizationId),
};

/** The reads of rows of one organization, by an id or as a list. `executionId`: an ended execution with a step and a replay. */
const reads: Record<
  string,
  (db: Database, key: Key, executionId: string, userId: string) => Promise<unknown>
> = {
  findChannel,
  findIncident,
  listChannels: async (db, key) => (await listChannels(db, key))[0],
  listIncidents: async (db, key) => (await listIncidents(db, { ...key, limit: 1 }))[0],
  listConnections: async (db, { organizationId }) => (await listConnections(db, organizationId))[0],
  listValues: async (db, { organizationId }) => (await listValues(db, organizationId))[0],
  listValueNames: async (db, { organizationId }) => (await listValueNames(db, organizationId))[0],
  listAuditEntries: async (db, key) => (await listAuditEntries(db, { ...key, limit: 1 }))[0],
  listMemberPeople: async (db, key) => (await listMemberPeople(db, { ...key, limit: 1 }))[0],
  listIntegrationCards: async (db, { organizationId }) =>
    (await listIntegrationCards(db, { organizationId, search: '', order: 'name', offset: 0, limit: 1 }))[0],
  listStores: async (db, { organizationId }) => (await listStores(db, { organizationId, limit: 1 }))[0],
  findStore: (db, key) => findStore(db, recordOf(key)),
  listRecordKeys: async (db, key) => (await listRecordKeys(db, { ...recordOf(key), limit: 1 }))[0],
  listRecords: async (db, key) => (await listRecords(db, { ...recordOf(key), keys: [key.id] }))[0],
  findRecord: (db, key) => findRecord(db, recordOf(key)),
  findConnection,
  findValue,
  findOwnApiToken,
  findIntegration,
  findListening,
  findOpenInvitation: (db, { organizationId }) => findOpenInvitation(db, { organizationId, email }),
  findMemberPerson: (db, { organizationId }, _executionId, userId) =>
    findMemberPerson(db, organizationId, userId),
  findExecution: (db, { id, organizationId }, executionId) =>
    findExecution(db, { id: executionId, integrationId: id, organizationId }),
  findExecutionPlace: (db, { organizationId }, id) => findExecutionPlace(db, { id, organizationId }),
  findEndedExecution,
  listEndedExecutionIds: async (db, key) => (await listEndedExecutionIds(db, key, 1))[0],
  findReplay: (db, key, id) => findReplay(db, { id, ...ownerOf(key) }),
  findLogRows: (db, key, executionId) => findLogRows(db, ownerOf(key), executionId),
  findSavedStep: (db, key, executionId) => findSavedStep(db, ownerOf(key), { executionId, step: 0 }),
  findTriggerData: (db, key, executionId) => findTriggerData(db, ownerOf(key), executionId),
};

/** The record that is stored under the id, which is all that its row shares with the others. */
function recordOf({ id, organizationId }: Key) {
  return { organizationId, store: 'orders', key: id, now };
}

function ownerOf({ id, organizationId }: Key) {
  return { integrationId: id, organizationId };
}

/** Makes an integration, a channel, an incident, a connection, a value and a token that have the same id, and an invitation. */
async function seedOwned(): Promise<Owned & { context: TestContext; db: Database }> {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const { db } = context;
  const userId = user.id;
  const id = await seedIntegration({ context, userId, organizationId }, { isActive: false });
  await insertChannel(db, { id, organizationId }, channel);
  await insertTestIncident(db, { id, organizationId, integrationId: null });
  await insertConnection(db, { id, organizationId, ...connection, createdBy: userId, now });
  await insertValue(db, { id, organizationId }, { ...value, updatedBy: userId, now });
  await insertTestRecord(context, { organizationId, store: 'orders', key: id });
  const token = { id, organizationId, userId, tokenHash: id, name: 'CI', lastFour: 'abcd', now } as const;
  await insertApiToken(db, { ...token, role: 'MEMBER' });
  const invitation = { tokenHash: id, organizationId, inviterId: userId, email, role: 'MEMBER' } as const;
  await insertInvitation(db, { ...invitation, now, expiresAt: now + 1 });
  return { context, db, id, organizationId, userId };
}

function countChanges(db: Database): number {
  return db.sqlite.prepare<[], number>('select total_changes()').pluck().get() ?? 0;
}

/** Tries each write; the names of those that changed a row. */
async function listChanging<Write>(
  db: Database,
  named: Record<string, Write>,
  perform: (write: Write) => Promise<unknown>,
): Promise<string[]> {
  const changing: string[] = [];
  for (const [name, write] of Object.entries(named)) {
    const before = countChanges(db);
    await perform(write);
    if (countChanges(db) > before) changing.push(name);
  }
  return changing;
}

test('a write changes nothing under the id of another organization, and its row under that of its own', async () => {
  const { db, userId, id, organizationId } = await seedOwned();
  const key = { id, organizationId };
  expect(
    await listChanging(db, writes, (write) => write(db, { ...key, organizationId: 'another' }, userId)),
  ).toEqual([]);
  expect(await listChanging(db, writes, (write) => write(db, key, userId))).toEqual(Object.keys(writes));
});

/** The writes that find a test by its id and its integration; the one that removes it comes last. */
const testWrites: Record<string, (db: Database, integrationId: string, testId: string) => Promise<unknown>> =
  {
    updateRecordedTest: (db, integrationId, id) =>
      updateRecordedTest(db, integrationId, { id, name: 'b', ignored: '[]', conditions: '[]', updatedAt: 2 }),
    updateTestResults: (db, integrationId, testId) =>
      updateTestResults(db, { integrationId, version: 1, now }, [{ testId, outcome: 'passed' }]),
    updateRecording: (db, integrationId, testId) =>
      updateRecording(db, { integrationId, testId }, { recording: 'theirs', requests: 1, now }),
    deleteRecordedTest: (db, integrationId, testId) => deleteRecordedTest(db, { integrationId, testId }),
  };

/** Keeps a test of the integration, and returns its id. */
async function seedTest(db: Database, integrationId: string): Promise<string> {
  const row = { id: 't', integration_id: integrationId, name: 'a', execution_id: 'e', requests: 1 } as const;
  const times = { created_at: 1, updated_at: 1 };
  await insertRecordedTest(db, { ...row, ...times, ignored: '[]', conditions: '[]' }, 'ours');
  return row.id;
}

test('a write changes no test, nor its recording, under the id of another integration', async () => {
  const { db, id } = await seedOwned();
  const testId = await seedTest(db, id);
  expect(await listChanging(db, testWrites, (write) => write(db, 'another', testId))).toEqual([]);
  expect(await listChanging(db, testWrites, (write) => write(db, id, testId))).toEqual(
    Object.keys(testWrites),
  );
});

const testReads: Record<string, (db: Database, key: Key, testId: string) => Promise<unknown>> = {
  findRecordedTest,
  findSealedRecording,
  listRecordedTests: async (db, key) => (await listRecordedTests(db, key))[0],
  countRecordedTests: async (db, key) => (await countRecordedTests(db, key)) || undefined,
};

test('a read finds no test, nor its recording, under the id of another organization', async () => {
  const { db, id, organizationId } = await seedOwned();
  const testId = await seedTest(db, id);
  const listFinding = async (key: Key) => {
    const finding: string[] = [];
    for (const [name, read] of Object.entries(testReads)) {
      if ((await read(db, key, testId)) !== undefined) finding.push(name);
    }
    return finding;
  };
  expect(await listFinding({ id, organizationId: 'another' })).toEqual([]);
  expect(await listFinding({ id: 'another', organizationId })).toEqual([]);
  expect(await listFinding({ id, organizationId })).toEqual(Object.keys(testReads));
});

test('a read finds nothing under the id of another organization, and its row under that of its own', async () => {
  const { context, db, userId, id, organizationId } = await seedOwned();
  const key = { id, organizationId };
  const executionId = await createTestExecution(context, ownerOf(key));
  await addTestCall(context, executionId);
  await completeTestExecution(context, ownerOf(key), executionId);
  const replayId = await createTestExecution(context, ownerOf(key));
  await db.run(db.build.updateTable('executions').set({ replay_of: executionId }).where('id', '=', replayId));
  const listFinding = async (tried: Key) => {
    const finding: string[] = [];
    for (const [name, read] of Object.entries(reads)) {
      if ((await read(db, tried, executionId, userId)) !== undefined) finding.push(name);
    }
    return finding;
  };
  expect(await listFinding({ ...key, organizationId: 'another' })).toEqual([]);
  expect(await listFinding(key)).toEqual(Object.keys(reads));
});
