import { readFileSync } from 'node:fs';
import { insertInvitation } from '~/db/organizations/invitations';
import { indexNextExecutions } from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import { saveCompany } from '~/db/organizations/billing';
import { updateOrganization } from '~/db/organizations/organizations';
import { upsertWebhookKey } from '~/db/executions/delivery-keys';
import { invitationMessage } from '~/email/invitation-message';
import { insertChannel } from '~/db/alerts/channels';
import { insertConnection } from '~/db/connections/connections';
import { upsertSchedule } from '~/db/integrations/schedules';
import { insertValue } from '~/db/values/values';
import { createIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { queueEmail } from '~/services/mail';
import { captureSample } from '~/services/webhooks/samples';
import type { TestContext } from '../../support/context';
import { insertStopIncident } from '../../support/incidents';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  type Owner,
} from '../../support/executions';
import { inTurn } from '../../support/in-turn';
import { addLargeFile } from '../../support/large-files';
import { insertTestRecord } from '../../support/records';

/** Stands in every text of {@link fillOrganization}, as a word of its own. */
export const mark = 'zebrafinch';

export const executionsEach = 60;

/** Puts something into every table that knows of organizations. Answers its integrations. */
export async function fillOrganization(context: TestContext, actor: Actor): Promise<Owner[]> {
  const { db } = context;
  const { organizationId } = actor;
  const now = context.now();
  await updateOrganization(db, organizationId, { description: `All about the ${mark}`, now });
  const email = `${mark}@example.org`;
  const expiresAt = now + 1000;
  await insertInvitation(db, {
    tokenHash: `hash of ${organizationId}`,
    organizationId,
    inviterId: actor.userId,
    email,
    role: 'ADMIN',
    now,
    expiresAt,
  });
  const message = invitationMessage({ organizationName: mark, by: mark }, 'http://localhost:3000/invitation');
  await db.transaction((tx) => queueEmail(context, tx, { recipient: email, message, organizationId, now }));
  await insertTestRecord(context, { organizationId, store: mark, key: mark });
  const channel = { name: mark, kind: 'email', target: mark, events: '{}', version: 1, now } as const;
  const key = { id: `channel of ${organizationId}`, organizationId };
  await insertChannel(db, key, { ...channel, integrationId: null, tag: null, remindHours: null });
  await insertConnection(db, {
    id: `connection of ${organizationId}`,
    organizationId,
    name: mark,
    kind: 'bearer',
    baseUrl: '',
    allowedHosts: '[]',
    config: '{}',
    secrets: '',
    pace: null,
    version: 1,
    status: 'ready',
    statusReason: null,
    createdBy: actor.userId,
    now,
  });
  const value = { name: mark, format: 'text', isSecret: false, value: mark, allowedHosts: '[]' } as const;
  await insertValue(
    db,
    { id: `value of ${organizationId}`, organizationId },
    { ...value, version: 1, updatedBy: actor.userId, now },
  );
  const place = { taxId: '12345', address: '1 Street', city: 'Town', postalCode: '123', country: 'UK' };
  await saveCompany(db, organizationId, { companyName: `${mark} Ltd`, ...place }, now);
  return await inTurn(['first', 'second'], (name) => fillIntegration(context, actor, `${name} ${mark}`));
}

async function fillIntegration(context: TestContext, actor: Actor, name: string): Promise<Owner> {
  const { db } = context;
  const { organizationId } = actor;
  const created = await createIntegration(context, actor, {
    name,
    triggerConfig: { type: 'webhook', webhook: { secret: 'a secret', headers: {}, variables: [] } },
    apiCalls: [{ id: 'a', name: 'Read', order: 1, method: 'GET', url: `https://api.example.com/${mark}` }],
  });
  if (created.kind !== 'integration') throw new Error(JSON.stringify(created));
  const owner = { organizationId, integrationId: created.integration.id };
  const { integrationId } = owner;
  const key = { id: integrationId, organizationId };
  context.rejections.record(key.id, { at: context.now(), status: 401, reason: mark });
  await context.rejections.flush();
  await captureSample(db, key, { json: `{"bird":"${mark}"}`, request: null, at: context.now() });
  const row = {
    integration_id: integrationId,
    key: `${mark}-1`,
    execution_id: 'x',
    expires_at: context.now() + 3_600_000,
  };
  await upsertWebhookKey(db, row);
  await insertStopIncident(db, {
    id: `incident of ${integrationId}`,
    recipient: `${mark}@example.org`,
    ...owner,
  });
  for (let each = 0; each < executionsEach; each += 1) {
    const id = await createTestExecution(context, owner, `{"bird":"${mark} ${each}"}`);
    // Long enough for pages of its own.
    await addTestCall(context, id, { response: { body: `${mark} `.repeat(600) } });
    if (each === 0) await addLargeFile(context, { organizationId, executionId: id }, Buffer.alloc(300_000));
    await completeTestExecution(context, owner, id);
  }
  await upsertSchedule(db, { ...owner, nextAt: context.now() + 86_400_000, now: context.now() });
  await indexNextExecutions(db, { before: 'g', limit: 1000, mask: maskBeginning(context) });
  await createTestExecution(context, owner, `{"waits":"${mark}"}`);
  return owner;
}

/** How often a text stands in the database's files, wherever in them. */
export function countInFile({ db }: TestContext, text: string): number {
  const files = [db.sqlite.name, `${db.sqlite.name}-wal`];
  return files.reduce((sum, file) => sum + readFileSync(file).toString('latin1').split(text).length - 1, 0);
}
