import { beforeEach, describe, expect, it } from 'vitest';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { claimJobs } from '~/db/executions/queue/claim';
import type { ClaimCapacity } from '~/db/executions/queue/claiming';
import { releaseJobQuery } from '~/db/executions/queue/jobs';
import { findUser } from '~/db/accounts/users';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { listMemberships } from '~/db/organizations/memberships';
import { handlers } from '~/jobs/handlers';
import type { Actor } from '~/services/actor';
import { queueEventTargets } from '~/db/ledger/event-targets';
import { deleteOrganization } from '~/services/organizations/deletion';
import { changeOrganization } from '~/services/organizations/details';
import { purgeOrganization } from '~/services/organizations/purge';
import { fireDueSchedules } from '~/services/triggers/schedules';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { addLargeFile, countFiles } from '../../support/large-files';
import { listMail } from '../../support/mail';
import { createTestExecution, createTestIntegration } from '../../support/executions';
import { seedIntegration, webhookTrigger } from '../../support/seed';
import { countInFile, executionsEach, fillOrganization, mark } from './full-organization';

const name = 'analytical engines';
const { signal: never } = new AbortController();

let context: TestContext;
let actor: Actor & { address: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
});

const tables = [
  'integrations',
  'integration_versions',
  'samples',
  'rejected_deliveries',
  'webhook_keys',
  'executions',
  'payloads',
].concat([
  'steps',
  'attempts',
  'execution_index',
  'execution_days',
  'jobs',
  'emails',
  'tokens',
  'incidents',
  'alert_messages',
  'alert_channels',
  'billing_details',
  'connections',
  'organization_values',
  'stores',
  'records',
  'saved_files',
  'saved_file_parts',
  'saved_file_uses',
  'schedules',
]);

function count(table: string): number {
  return Number(context.db.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
}

function countRows(): Record<string, number> {
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}

async function claim(more: { room?: ClaimCapacity } = {}) {
  const { db, now } = context;
  return (await claimJobs(db, { owner: 'r', limit: 1000, now: now(), leaseMs: 30_000, ...more })).jobs;
}

/** For the product's own jobs alone. */
const noRuns: ClaimCapacity = {
  has: () => false,
  take: () => {},
  hasSystem: () => true,
  takeSystem: () => {},
};

describe('deleting an organization', () => {
  it.each(['ADMIN', 'MEMBER'] as const)('is not for %s', async (role) => {
    const { organizationId } = actor;
    const { user } = await createTestUser(context, { organizationId, role });
    expect(await deleteOrganization(context, { ...actor, userId: user.id }, name)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner.",
    });
    const stranger = (await createTestUser(context)).user.id;
    expect(await deleteOrganization(context, { ...actor, userId: stranger }, name)).toEqual({
      kind: 'not-found',
    });
    expect(await listMemberships(context.db, actor.userId)).toHaveLength(1);
  });

  it('asks for its name', async () => {
    for (const typed of ['', 'DELETE', 'Analytical Engines', 'analytical engine']) {
      expect(await deleteOrganization(context, actor, typed)).toMatchObject({
        kind: 'invalid',
        fields: { confirmation: ['Type analytical engines to confirm'] },
      });
    }
    expect(await listMemberships(context.db, actor.userId)).toHaveLength(1);
  });

  it('takes its name as a screen draws it, and mails the stored one', async () => {
    const { organizationId } = actor;
    const drawn = 'acme gmbh';
    const stored = 'acme\u00a0gmbh';
    await changeOrganization(context, actor, { name: stored });
    expect(await deleteOrganization(context, actor, drawn, proven)).toMatchObject({ kind: 'deleted' });
    const [entry] = await listAuditEntries(context.db, { organizationId, limit: 1 });
    expect(entry).toMatchObject({ kind: 'organization-deleted', detail: stored });
  });

  it('asks for a proof, and mails each member who deleted it, when, and what that means', async () => {
    const { organizationId } = actor;
    for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
      await createTestUser(context, { organizationId, role, email: `${role.toLowerCase()}@example.com` });
    }
    await createTestUser(context, { email: 'stranger@example.com' });
    expect(await deleteOrganization(context, actor, name)).toEqual({ kind: 'no-password' });
    expect(await listMemberships(context.db, actor.userId)).toHaveLength(1);
    await deleteOrganization(context, actor, name, proven);
    await purgeOrganization(context, organizationId, never);
    const by = (await findUser(context.db, actor.userId))?.email ?? '';
    const mails = await listMail(context.db);
    const recipients = mails.map(({ recipient }) => recipient);
    expect(recipients.toSorted()).toEqual(
      [by, 'owner@example.com', 'admin@example.com', 'member@example.com'].toSorted(),
    );
    const on = new Date(context.now()).toISOString().slice(0, 19).replace('T', ' ');
    for (const { recipient, subject, body_text: text } of mails) {
      expect(subject).toBe('“analytical engines” was deleted');
      expect(text).toContain(
        `${recipient === by ? 'You' : by} deleted the organization “analytical engines”, with its integrations, executions and logs, on ${on} UTC.`,
      );
      expect(text).toContain('You are no longer a member of it');
    }
  });

  it('ends every membership and every integration at once', async () => {
    const { organizationId } = actor;
    const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
    const [first] = await fillOrganization(context, actor);
    const wakes = context.wakes();
    expect(await deleteOrganization(context, actor, ` ${name} `, proven)).toEqual({
      kind: 'deleted',
      unrevoked: [],
    });
    for (const id of [actor.userId, user.id]) expect(await listMemberships(context.db, id)).toEqual([]);
    expect(await findIntegrationState(context.db, first?.integrationId ?? '')).toBeUndefined();
    expect(context.wakes()).toBeGreaterThan(wakes);
    expect(context.notified).toContain(first?.integrationId);
    expect(await deleteOrganization(context, actor, name)).toEqual({ kind: 'not-found' });
  });
});

describe('before its rows are gone', () => {
  it('nothing of it begins: no delivery, no attempt that waits, no schedule, nothing that waits for another', async () => {
    const seed = { context, ...actor };
    const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
    const first = await seedIntegration(seed, { triggerConfig: webhookTrigger(), apiCalls });
    await seedIntegration(seed, {
      triggerConfig: { type: 'event', event: { integrationId: first } },
      apiCalls,
    });
    await seedIntegration(seed, {
      triggerConfig: { type: 'cron', cron: { cronExpression: '* * * * *' } },
      apiCalls,
    });
    const owner = { organizationId: actor.organizationId, integrationId: first };
    const ended = await createTestExecution(context, owner);
    await createTestExecution(context, owner);
    const [running, retry] = await claim();
    if (!retry || !running) throw new Error('There was nothing to claim');
    await context.db.run(releaseJobQuery(retry, context.now() + 1_000, false));
    await createTestExecution(context, owner);
    const before = count('executions');

    await deleteOrganization(context, actor, name, proven);
    context.clock.advance(120_000);
    expect(await fireDueSchedules(context)).toBe(0);
    const { organizationId, integrationId } = owner;
    const end = { integrationId, organizationId, executionId: ended, status: 'completed' as const };
    expect(
      await context.db.transaction((tx) =>
        queueEventTargets(tx, { ...end, errorMessage: null, hops: 0, now: context.now() }),
      ),
    ).toEqual([]);
    expect((await claim()).map(({ kind }) => kind).toSorted()).toEqual(['email', 'purge-organization']);
    expect(count('executions')).toBe(before);
  });
});

describe('what is left of a deleted organization', () => {
  it('goes when the runner comes to it; the audit stays, and the others keep all of theirs', async () => {
    const other = await createTestUser(context);
    const { build } = context.db;
    const [theirs] = await fillOrganization(context, {
      userId: other.user.id,
      organizationId: other.organizationId,
    });
    // It can be restored for some days.
    const restorable = build.updateTable('integrations').set({ deleted_at: 1 });
    await context.db.run(restorable.where('id', '=', theirs?.integrationId ?? ''));
    const before = countRows();
    expect(Object.values(before).every((rows) => rows > 0)).toBe(true);
    await fillOrganization(context, actor);

    await deleteOrganization(context, actor, name, proven);
    const work = await claim({ room: noRuns });
    const job = work.find(({ kind }) => kind === 'purge-organization');
    if (!job) throw new Error('Nothing was queued');
    await handlers[job.kind](context, job, never, never);

    // The job of its mail finds no mail when its turn comes; the owner's mail about the deletion stays until it is sent.
    const { emails = 0, jobs = 0 } = before;
    expect(countRows()).toEqual({ ...before, emails: emails + 1, jobs: jobs + 2 });
    expect([count('organizations'), count('users')]).toEqual([1, 2]);
    expect(await listMemberships(context.db, other.user.id)).toHaveLength(1);
    const kept = await context.db.all(
      build.selectFrom('integrations').select('deleted_at').orderBy('deleted_at'),
    );
    expect(kept).toEqual([{ deleted_at: null }, { deleted_at: 1 }]);
    const { organizationId } = actor;
    const audit = await context.db.all(
      build.selectFrom('audit').selectAll().where('organization_id', '=', organizationId),
    );
    expect(audit.filter(({ kind }) => kind !== 'integration-created')).toMatchObject([
      { kind: 'organization-deleted', user_id: actor.userId, detail: name, address: '192.0.2.1' },
    ]);
    expect(context.db.sqlite.pragma('foreign_key_check')).toEqual([]);
  });

  describe('with large files', () => {
    let organizationId: string;

    beforeEach(async () => {
      ({ organizationId } = actor);
      const owner = await createTestIntegration(context, organizationId);
      const executionId = await createTestExecution(context, owner);
      await addLargeFile(context, { organizationId, executionId }, Buffer.alloc(600_000));
      const { sqlite } = context.db;
      sqlite.prepare('delete from integrations where id = ?').run(owner.integrationId);
      sqlite.exec(`create temp trigger no_cascade before delete on organizations
        when exists (select 1 from saved_files where organization_id = old.id)
        begin select raise(abort, 'The files are deleted in one go'); end`);
      expect(countFiles(context)).toEqual({ files: 1, parts: 3 });
      await deleteOrganization(context, actor, name, proven);
    });

    it('loses them a part at a time, also those that no execution has, before its row goes with the rest', async () => {
      expect(await purgeOrganization(context, organizationId, never)).toBe(true);
      expect(countFiles(context)).toEqual({ files: 0, parts: 0 });
    });

    it('stays until the next time when the removal is stopped among their parts', async () => {
      const { sqlite } = context.db;
      const stopping = new AbortController();
      sqlite.function('stop', () => {
        stopping.abort();
        return null;
      });
      sqlite.exec(`create temp trigger stopped after delete on saved_file_parts begin select stop(); end`);
      expect(await purgeOrganization(context, organizationId, stopping.signal)).toBe(false);
      expect([countFiles(context), count('organizations')]).toEqual([{ files: 1, parts: 2 }, 1]);
      expect(await purgeOrganization(context, organizationId, never)).toBe(true);
      expect([countFiles(context), count('organizations')]).toEqual([{ files: 0, parts: 0 }, 0]);
    });

    it('stays until those are removed, too, that a run stored meanwhile', async () => {
      // Its id is before the one that the removal has just looked at.
      context.db.sqlite.exec(`create temp trigger late after delete on saved_files when old.id <> '0' begin
        insert into saved_files (id, organization_id, execution_id, call_key, sealed_key, size, created_at)
          values ('0', old.organization_id, old.execution_id, '', '', 1, 1);
        insert into saved_file_parts values ('0', 0, x'00'); end`);
      expect(await purgeOrganization(context, organizationId, never)).toBe(true);
      expect([countFiles(context), count('organizations')]).toEqual([{ files: 0, parts: 0 }, 0]);
    });
  });

  it('leaves no word of it in the file', async () => {
    await fillOrganization(context, actor);
    const taken = (await claim()).filter(({ kind }) => kind === 'execution');
    expect(taken).toHaveLength(2);
    await createTestExecution(
      context,
      { organizationId: actor.organizationId, integrationId: 'x' },
      `"${mark}"`,
    );
    context.db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    expect(countInFile(context, mark)).toBeGreaterThan(executionsEach);
    const { organizationId } = actor;
    expect(countInFile(context, organizationId)).toBeGreaterThan(0);
    await deleteOrganization(context, actor, name, proven);
    expect(await purgeOrganization(context, organizationId, never)).toBe(true);
    expect(countInFile(context, mark)).toBe(0);
    // The entries of the audit log: of the deletion, twice in it, and of two integrations, and their index.
    expect(countInFile(context, organizationId)).toBeLessThanOrEqual(12);

    // Of jobs there is the one of the purge, called here by hand, and the mail's, which finds no mail.
    const none = Object.fromEntries(tables.map((table) => [table, 0]));
    // The owner's mail about the deletion stays until it is sent.
    expect({ ...countRows(), jobs: 0 }).toEqual({ ...none, emails: 1 });
  });

  it('is removed in the end when the removal is stopped and goes on', async () => {
    await fillOrganization(context, actor);
    await deleteOrganization(context, actor, name, proven);
    const stopping = new AbortController();
    const removal = purgeOrganization(context, actor.organizationId, stopping.signal);
    stopping.abort();
    expect(await removal).toBe(false);
    expect(count('organizations')).toBe(1);
    expect(await purgeOrganization(context, actor.organizationId, never)).toBe(true);
    expect([count('organizations'), count('executions')]).toEqual([0, 0]);
    expect(await purgeOrganization(context, actor.organizationId, never)).toBe(true);
  });
});
