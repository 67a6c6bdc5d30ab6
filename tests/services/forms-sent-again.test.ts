// What a form creates or starts is there once, however often the form is sent.
import { beforeEach, describe, expect, test } from 'vitest';
import { findTokenGrant } from '~/auth/api-token';
import { createToken } from '~/auth/token';
import { newUnguessableId } from '~/db/core/id';
import { deleteMembership } from '~/db/organizations/members';
import { createChannel } from '~/services/alerts/channels';
import { createConnection } from '~/services/connections/connections';
import { inviteMember, readInvitation, revokeInvitation } from '~/services/organizations/invitations';
import { createValue } from '~/services/values/values';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { deleteIntegration } from '~/services/integrations/deletion';
import { duplicateIntegration } from '~/services/integrations/duplicate';
import { createIntegration } from '~/services/integrations/integrations';
import { createOrganization } from '~/services/organizations/creation';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { startTest } from '~/services/test-runs/whole-chain';
import { recordTest } from '~/services/test-runs/recorded-tests';
import { createTestUser, proven } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { findMailedToken, listMail } from '../support/mail';
import { createRunSetup, never, type RunSetup } from './runs/run-setup';

const formId = newUnguessableId();
const createdToken = createToken();
const shopConnection = {
  name: 'Shop',
  kind: 'bearer',
  baseUrl: 'https://api.example.com',
  allowedHosts: [],
  config: { token: 'secret-token-1' },
};
const shopChannel = {
  name: 'Chat',
  kind: 'slack',
  url: 'https://hooks.example.com/1',
  events: { failing: 1 },
};

async function countAudit({ db }: TestContext, kind: string): Promise<number> {
  const rows = db.build.selectFrom('audit').select('kind');
  return (await db.all(rows)).filter((row) => row.kind === kind).length;
}

/** Returns the id of what an outcome made or started. */
function idOf(outcome: object): string {
  const {
    integration,
    test: recorded,
    executionId,
    organizationId,
  } = outcome as {
    integration?: { id: string };
    test?: { id: string };
    executionId?: string;
    organizationId?: string;
  };
  const id = integration?.id ?? recorded?.id ?? executionId ?? organizationId;
  if (id === undefined) throw new Error(JSON.stringify(outcome));
  return id;
}

describe('what is created', () => {
  let context: TestContext;
  let actor: { userId: string; organizationId: string; address: string };

  beforeEach(async () => {
    context = await createTestContext();
    const { user, organizationId } = await createTestUser(context);
    actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  });

  async function works(token: string): Promise<boolean> {
    return (await findTokenGrant(context, token, context.now())) !== undefined;
  }

  function create() {
    return createIntegration(context, actor, { name: 'Orders' }, formId);
  }

  test('is one integration, also when the forms arrive at once', async () => {
    const outcomes = await Promise.all([create(), create(), create()]);
    outcomes.push(await create());
    expect(outcomes.map(idOf)).toEqual([formId, formId, formId, formId]);
    expect(await countAudit(context, 'integration-created')).toBe(1);
    expect(
      await context.db.all(context.db.build.selectFrom('integration_versions').select('version')),
    ).toEqual([{ version: 1 }]);
  });

  test('is another integration when the first one was deleted, and where its id belongs to others', async () => {
    const first = idOf(await create());
    await deleteIntegration(context, actor, first);
    const second = idOf(await create());
    expect(second).not.toBe(first);
    const { user, organizationId } = await createTestUser(context);
    const stranger = { userId: user.id, organizationId };
    const theirs = await createIntegration(context, stranger, { name: 'Theirs' }, formId);
    expect(theirs).toMatchObject({ kind: 'integration', integration: { name: 'Theirs' } });
    expect(idOf(theirs)).not.toBe(formId);
  });

  test('is nothing for a former member', async () => {
    await create();
    await deleteMembership(context.db, actor.userId, actor.organizationId);
    expect(await create()).toMatchObject({ kind: 'not-found' });
  });

  test('is one copy', async () => {
    const original = idOf(await createIntegration(context, actor, { name: 'Orders' }));
    const copy = () => duplicateIntegration(context, actor, original, formId);
    expect(idOf(await copy())).toBe(idOf(await copy()));
    expect(await countAudit(context, 'integration-created')).toBe(2);
  });

  test('is one organization, and another one for a person who has left it', async () => {
    const make = () => createOrganization(context, actor, { name: 'looms' }, formId);
    const [one, other] = await Promise.all([make(), make()]);
    expect([idOf(one), idOf(other)]).toEqual([formId, formId]);
    expect(await countAudit(context, 'organization-created')).toBe(1);
    await deleteMembership(context.db, actor.userId, formId);
    expect(idOf(await make())).not.toBe(formId);
  });

  test.each([
    [
      'value',
      () =>
        createValue(
          context,
          actor,
          { name: 'shop', format: 'text', value: 'x', isSecret: false, allowedHosts: [] },
          formId,
        ),
    ],
    ['connection', () => createConnection(context, actor, shopConnection, formId)],
    ['channel', () => createChannel(context, actor, shopChannel, formId)],
  ])('is one %s, whose name the second form does not find taken', async (kind, make) => {
    const [one, other] = await Promise.all([make(), make()]);
    expect([one, other]).toMatchObject(Array.from({ length: 2 }, () => ({ kind, [kind]: { id: formId } })));
    expect(await countAudit(context, `${kind}-created`)).toBe(1);
  });

  describe('as an invitation', () => {
    const email = 'grace@example.com';
    const invite = (token = createdToken) =>
      inviteMember(context, actor, { email, role: 'MEMBER' }, proven, token);

    test('is one mail, with a link that works', async () => {
      expect([...(await Promise.all([invite(), invite()])), await invite()]).toEqual(
        Array.from({ length: 3 }, () => ({ kind: 'invited' })),
      );
      expect(await listMail(context.db)).toHaveLength(1);
      expect(await countAudit(context, 'member-invited')).toBe(1);
      const token = await findMailedToken(context.db, email, '/invitation');
      expect(await readInvitation(context.db, token, context.now())).toMatchObject({ kind: 'invitation' });
    });

    test('uses up none of the mails that an address may get', async () => {
      for (let time = 0; time < 5; time += 1) await invite();
      expect(await invite(createToken())).toEqual({ kind: 'invited' });
      expect(await listMail(context.db)).toHaveLength(2);
    });

    test('is another mail once the first link was revoked', async () => {
      await invite();
      await revokeInvitation(context, actor, email);
      expect(await invite()).toEqual({ kind: 'invited' });
      expect(await listMail(context.db)).toHaveLength(2);
      const token = await findMailedToken(context.db, email, '/invitation');
      expect(await readInvitation(context.db, token, context.now())).toMatchObject({ kind: 'invitation' });
    });

    test('is sent by another organization, whose form cannot have this token', async () => {
      await invite();
      const { user, organizationId } = await createTestUser(context);
      const stranger = { userId: user.id, organizationId, address: '192.0.2.1' };
      const theirs = await inviteMember(context, stranger, { email, role: 'MEMBER' }, proven, createdToken);
      expect(theirs).toEqual({ kind: 'invited' });
      expect(await listMail(context.db)).toHaveLength(2);
    });
  });

  describe('as an API token', () => {
    const details = { name: 'Deployment', role: 'MEMBER' as const };

    async function makeToken() {
      const outcome = await createApiToken(context, actor, details, proven, formId);
      if (outcome.kind !== 'created') throw new Error(outcome.kind);
      return outcome;
    }

    test('is one token: the last one that was shown', async () => {
      const [first, second] = [await makeToken(), await makeToken()];
      expect([first.id, second.id]).toEqual([formId, formId]);
      expect([await works(first.token), await works(second.token)]).toEqual([false, true]);
      const { db } = context;
      expect(await db.all(db.build.selectFrom('api_tokens').select('last_four'))).toEqual([
        { last_four: second.token.slice(-4) },
      ]);
      expect(await countAudit(context, 'api-token-created')).toBe(1);
      expect(await listMail(context.db)).toHaveLength(1);
    });

    test('is another token when a program has used the first one, or it was revoked', async () => {
      const first = await makeToken();
      expect(await works(first.token)).toBe(true);
      // The use is written in the group before this one.
      await context.db.groupCommit(async () => undefined);
      const second = await makeToken();
      expect(second.id).not.toBe(first.id);
      expect([await works(first.token), await works(second.token)]).toEqual([true, true]);
      await revokeApiToken(context, actor, first.id);
      expect(await works((await makeToken()).token)).toBe(true);
      expect(await works(first.token)).toBe(false);
    });
  });
});

describe('what is started', () => {
  let setup: RunSetup;
  let integrationId: string;

  beforeEach(async () => {
    setup = await createRunSetup();
    integrationId = await setup.seed();
  });

  const countExecutions = async () =>
    (await setup.context.db.all(setup.context.db.build.selectFrom('executions').select('id'))).length;

  test.each([
    ['test', startTest],
    ['run', runManually],
  ])('is one %s, which is still the same after it has ended, for an hour', async (_kind, start) => {
    const ask = () => start(setup.context, setup.actor, { integrationId, triggerData: { n: 7 }, formId });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(idOf(one)).toBe(idOf(other));
    await runExecution(setup.context, await setup.claim(), never);
    const sent = setup.target.received.length;
    expect(idOf(await ask())).toBe(idOf(one));
    expect([await countExecutions(), setup.target.received.length]).toEqual([1, sent]);
    expect(await countAudit(setup.context, 'integration-run')).toBe(1);
    setup.context.clock.advance(60 * 60 * 1000 + 1);
    expect(idOf(await ask())).not.toBe(idOf(one));
  });

  test('is another run for another form, and for none', async () => {
    const ids: string[] = [];
    for (const each of [formId, newUnguessableId(), undefined, undefined]) {
      const asked = { integrationId, triggerData: null, formId: each };
      ids.push(idOf(await runManually(setup.context, setup.actor, asked)));
    }
    expect(new Set(ids).size).toBe(4);
  });

  test('is one replay', async () => {
    const executionId = await setup.accept(integrationId);
    await runExecution(setup.context, await setup.claim(), never);
    const replay = () =>
      replayExecution(setup.context, setup.actor, { integrationId, executionId, from: 'start', formId });
    expect(idOf(await replay())).toBe(idOf(await replay()));
    expect(await countAudit(setup.context, 'execution-replayed')).toBe(1);
  });

  test('is one recorded test', async () => {
    const executionId = await setup.accept(integrationId);
    await runExecution(setup.context, await setup.claim(), never);
    const record = () =>
      recordTest(setup.context, setup.actor, integrationId, { executionId, name: 'Kept' }, formId);
    expect(idOf(await record())).toBe(idOf(await record()));
    expect(await countAudit(setup.context, 'test-recorded')).toBe(1);
  });
});
