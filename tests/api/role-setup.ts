// An organization with somebody of each role, things that belong to it, and people who do not.
import type { Database } from '~/db/core/open';
import type { Access } from '~/db/core/tables';
import { takeToast } from '~/auth/toast-cookie';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createChannel } from '~/services/alerts/channels';
import { insertRecordedTest } from '~/db/integrations/recorded-tests';
import { createConnection } from '~/services/connections/connections';
import { createValue } from '~/services/values/values';
import { saveBilling } from '~/services/billing/details';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { inviteMember } from '~/services/organizations/invitations';
import { runManually } from '~/services/runs/control';
import { createTestUser, proven, readCookies, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { findMailedToken } from '../support/mail';
import { openTestDatabase } from '../support/database';
import { createDataDir } from '../support/server';
import { insertTestIncident } from '../support/incidents';
import { insertTestRecord } from '../support/records';

/** In this order stand the answers of each row. */
export const everybody = ['guest', 'unverified', 'other', 'member', 'admin', 'owner'] as const;
export type Who = (typeof everybody)[number];

/** Members who run integrations, and who only look at them. */
export const limited = ['runner', 'reader'] as const;
export type Limited = (typeof limited)[number];
export type Everybody = Who | Limited;

export interface House {
  context: TestContext;
  /** The session's cookie of each; a guest has none. */
  cookies: Record<Everybody, string>;
  /** Fills `:organization`, `:integration` and the like; `:foreign` is the organization of the other. */
  fill: (text: string) => string;
}

/** A new house, as the first one was when nothing had been done in it. */
export async function createHouse(): Promise<House> {
  const { content, cookies, names } = await (built ??= build());
  const db = await takeDatabase(content);
  return {
    context: await createTestContext({ db, config: { dataDir: createDataDir() } }),
    cookies,
    fill: (text) => text.replace(/:([a-z]+)/g, (whole, name: string) => names[name] ?? whole),
  };
}

interface OpenedDatabase {
  database: Database;
  remove: () => Promise<void>;
  /** How often a row had been written in it when it was new. */
  writes: unknown;
}

let last: OpenedDatabase | undefined;

/** Most people of most rows change nothing: the next ones get the same database, as to make one takes longer than to ask. */
async function takeDatabase(content: Buffer): Promise<Database> {
  if (last && countWrites(last.database) === last.writes) return last.database;
  await closeHouse();
  const opened = openTestDatabase(content);
  last = { ...opened, writes: countWrites(opened.database) };
  return opened.database;
}

/** Closes the last house, after the last test. */
export async function closeHouse(): Promise<void> {
  await last?.remove();
  last = undefined;
}

/** Also counts those that were rolled back. */
function countWrites({ sqlite }: Database): unknown {
  return sqlite.prepare('select total_changes()').pluck().get();
}

interface BuiltHouse {
  /** Of the database. */
  content: Buffer;
  cookies: Record<Everybody, string>;
  /** What stands for `:organization`, `:integration` and the like. */
  names: Record<string, string>;
}

function recordedTest(integrationId: string) {
  return {
    id: 'test-1',
    integration_id: integrationId,
    name: 'Order 1',
    execution_id: 'gone',
    requests: 1,
    ignored: '[]',
    conditions: '[]',
    created_at: 1,
    updated_at: 1,
  };
}

let built: Promise<BuiltHouse> | undefined;

async function build(): Promise<BuiltHouse> {
  const context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user: owner, organizationId } = await createTestUser(context, { email: 'owner@example.com' });
  const stranger = await createTestUser(context);
  const join = async (role: 'ADMIN' | 'MEMBER', { verified = true, access = 'edit' as Access } = {}) =>
    (await createTestUser(context, { organizationId, role, access, verified })).user.id;
  const member = await join('MEMBER');
  const runner = await join('MEMBER', { access: 'run' });
  const reader = await join('MEMBER', { access: 'read' });
  const actor = { userId: owner.id, organizationId, address: '192.0.2.1' };
  const integration = await createIntegration(context, actor, {
    name: 'Orders',
    triggerConfig: { type: 'webhook', webhook: { secret: 'a webhook secret', headers: {}, variables: [] } },
    apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/' }],
  });
  if (integration.kind !== 'integration') throw new Error(integration.kind);
  const { id: integrationId } = integration.integration;
  await updateIntegration(context, actor, integrationId, { isActive: true });
  const deleted = await createIntegration(context, actor, { name: 'Returns' });
  if (deleted.kind !== 'integration') throw new Error(deleted.kind);
  const { id: deletedId } = deleted.integration;
  await deleteIntegration(context, actor, deletedId);
  const execution = await runManually(context, actor, { integrationId, triggerData: null });
  if (execution.kind !== 'queued') throw new Error(execution.kind);
  await insertRecordedTest(context.db, recordedTest(integrationId), 'nothing to be opened');
  const token = await createApiToken(context, actor, { name: 'Deployment', role: 'MEMBER' }, proven);
  if (token.kind !== 'created') throw new Error(token.kind);
  const connection = await createConnection(context, actor, {
    name: 'Shop API',
    kind: 'bearer',
    baseUrl: 'https://api.example.com',
    config: { token: 'the-token' },
  });
  if (connection.kind !== 'connection') throw new Error(connection.kind);
  const value = await createValue(context, actor, { name: 'shop_url', value: 'https://shop.example.com' });
  if (value.kind !== 'value') throw new Error(value.kind);
  await insertTestRecord(context, { organizationId, store: 'orders', key: '1042' });
  const channel = await createChannel(context, actor, channelInput);
  if (channel.kind !== 'channel') throw new Error(channel.kind);
  const ofInstallation = await createChannel(
    context,
    { ...actor, organizationId: null },
    { name: 'Operators', kind: 'email', recipients: 'administrators', events: { disk: 1 } },
  );
  if (ofInstallation.kind !== 'channel') throw new Error(ofInstallation.kind);
  const { db } = context;
  await insertTestIncident(db, { id: 'incident-1', organizationId, integrationId });
  const ofServer = { id: 'incident-2', organizationId: null, integrationId: null };
  await insertTestIncident(db, ofServer, { event: 'disk' });
  await saveBilling(context, actor, { company }, 'none');
  await inviteMember(context, actor, { email: 'invited@example.com', role: 'MEMBER' });

  const names: Record<string, string> = {
    organization: organizationId,
    foreign: stranger.organizationId,
    owner: owner.id,
    member,
    runner,
    reader,
    integration: integrationId,
    deleted: deletedId,
    recorded: 'test-1',
    execution: execution.executionId,
    token: token.id,
    connection: connection.connection.id,
    value: value.value.id,
    channel: channel.channel.id,
    operators: ofInstallation.channel.id,
    incident: 'incident-1',
    trouble: 'incident-2',
    invitation: await findMailedToken(context.db, 'invited@example.com', '/invitation'),
  };
  const cookies = {
    guest: '',
    unverified: await signInAs(context, await join('ADMIN', { verified: false })),
    other: await signInAs(context, stranger.user.id),
    member: await signInAs(context, member),
    admin: await signInAs(context, await join('ADMIN')),
    owner: await signInAs(context, owner.id),
    runner: await signInAs(context, runner),
    reader: await signInAs(context, reader),
  };
  return { content: context.db.sqlite.serialize(), cookies, names };
}

export const channelInput = { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } };

export const company = {
  companyName: 'Analytical Engines',
  taxId: 'GB-1815',
  address: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'United Kingdom',
};

/** A status; where a redirect leads; and 'refused' behind it when the toast there tells of a failure. */
export type Answer = number | string;

/** What a loader or an action answers, or throws. */
export async function describeAnswer({ config }: TestContext, run: () => Promise<unknown>): Promise<Answer> {
  const answer = await run().catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (!(answer instanceof Response)) return readStatus(answer);
  const location = answer.headers.get('Location');
  if (location === null) return answer.status;
  const { pathname } = new URL(location, config.appUrl);
  const Cookie = readCookies(answer.headers.getSetCookie());
  const { toast } = await takeToast({ config }, new Request(config.appUrl, { headers: { Cookie } }));
  return toast?.tone === 'destructive' ? `${pathname} refused` : pathname;
}

/** Of what Remix's `data()` made, or of a plain value. */
function readStatus(answer: unknown): number {
  const init = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'init');
  return (init && Reflect.get(init, 'status')) || 200;
}
