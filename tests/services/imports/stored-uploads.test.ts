import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  importStoredIntegration,
  importStoredIntegrations,
  readStoredIntegration,
  storeCalls,
  storeIntegration,
} from '~/services/imports/imports';
import { importStoredCalls, listStoredCalls } from '~/services/imports/stored-calls';
import { createIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { deleteExpiredUploads, deleteUploadsOf } from '~/services/imports/stored-uploads';
import { newUnguessableId } from '~/db/core/id';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  actor = await addMember();
});

async function addMember(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context, { role: 'MEMBER' });
  return { userId: user.id, organizationId, address: '192.0.2.1' };
}

const secret = 'a-secret-that-was-pasted';
const text = `curl https://a.test/1 -H 'X-Api-Key: ${secret}'`;

async function keep(who = actor): Promise<string> {
  const kept = await storeCalls(context, who, await sendForm({ text }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  return kept.id;
}

async function isKept(id: string, who = actor): Promise<boolean> {
  const listing = await listStoredCalls(context, who, id, { search: '', page: 1, keys: undefined });
  return listing.kind === 'listing';
}

const listFiles = () => readdirSync(join(context.config.dataDir, 'imports'));

it('is sealed in a file that only the server reads', async () => {
  await keep();
  const [name = ''] = listFiles();
  const directory = join(context.config.dataDir, 'imports');
  const file = join(directory, name);
  expect([statSync(directory).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readFileSync(file, 'utf8')).toMatch(/^v1\./);
});

it('of calls is no longer kept where integrations are imported', async () => {
  const id = await keep();
  const named = { keptId: id, name: 'Orders', connections: {} };
  const wished = { choose: () => 'create' as const, connections: {} };
  const outcomes = [
    await readStoredIntegration(context, actor, id),
    await importStoredIntegration(context, actor, named),
    await importStoredIntegrations(context, actor, id, wished),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(['not-found', 'not-found', 'not-found']);
  expect(await isKept(id)).toBe(true);
});

it.each(['one', 'many'])('of integrations (%s) is no longer kept where calls are imported', async (count) => {
  const file = { format: 'wicked-integration', version: 7, name: 'Orders', definition: { apiCalls: [] } };
  const sent = await sendForm({ text: JSON.stringify(count === 'one' ? file : [file]) });
  const kept = await storeIntegration(context, actor, sent);
  const keptId = kept.kind === 'kept' ? kept.id : '';
  const created = await createIntegration(context, actor, { name: 'Invoices' });
  if (created.kind !== 'integration') throw new Error(JSON.stringify(created));
  expect(await isKept(keptId)).toBe(false);
  const picked = await importStoredCalls(context, actor, created.integration.id, { keptId, keys: ['0'] });
  expect(picked.kind).toBe('not-found');
  expect((await readStoredIntegration(context, actor, keptId)).kind).not.toBe('not-found');
});

it('is its owner’s alone, in that organization', async () => {
  const id = await keep();
  const colleague = { ...(await addMember()), organizationId: actor.organizationId };
  const elsewhere = { ...actor, organizationId: (await addMember()).organizationId };
  expect(await Promise.all([isKept(id), isKept(id, colleague), isKept(id, elsewhere)])).toEqual([
    true,
    false,
    false,
  ]);
  expect(await isKept('../wicked.db')).toBe(false);
});

it('lasts an hour, and is removed after that', async () => {
  const id = await keep();
  context.clock.advance(3_599_999);
  expect([await isKept(id), await deleteExpiredUploads(context)]).toEqual([true, 0]);
  context.clock.advance(1);
  expect([await isKept(id), await deleteExpiredUploads(context), listFiles()]).toEqual([false, 1, []]);
});

it('makes room: three of one person, the oldest goes', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await keep());
    context.clock.advance(1);
  }
  expect(await Promise.all(ids.map((id) => isKept(id)))).toEqual([false, true, true, true]);
});

it('makes room only for what can be kept', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.push(await keep());
    context.clock.advance(1);
  }
  expect(await storeCalls(context, actor, await sendForm({ text: 'nothing' }))).toMatchObject({
    kind: 'nothing',
  });
  expect(await storeIntegration(context, actor, await sendForm({ text }))).toMatchObject({ kind: 'invalid' });
  const broken = { body: new Blob(['no form']).stream(), type: 'text/plain' };
  expect(await storeCalls(context, actor, broken)).toMatchObject({ kind: 'unparsable' });
  context.disk.isLow = () => true;
  expect(await storeCalls(context, actor, await sendForm({ text }))).toMatchObject({ kind: 'unavailable' });
  expect(await Promise.all(ids.map((id) => isKept(id)))).toEqual([true, true, true]);
});

it('makes room: 512 MiB in all, the oldest goes of who keeps most', async () => {
  const small = await keep();
  context.clock.advance(1);
  const largest = (await addMember()).userId;
  /** Stands for a kept upload; a file with a hole takes no room of the disk. */
  const keepLarge = (userId: string, mebibytes: number) => {
    const name = [context.now() + 3_600_000, actor.organizationId, userId, newUnguessableId()].join('.');
    const path = join(context.config.dataDir, 'imports', name);
    writeFileSync(path, '');
    truncateSync(path, mebibytes * 1024 * 1024);
    context.clock.advance(1);
    return name;
  };
  for (let n = 0; n < 20; n += 1) keepLarge((await addMember()).userId, 20);
  const [first, second] = [keepLarge(largest, 60), keepLarge(largest, 60)];
  const member = await addMember();
  const latest = await keep(member);
  const names = listFiles();
  expect([await isKept(small), await isKept(latest, member)]).toEqual([true, true]);
  expect([names.includes(first), names.includes(second), names.length]).toEqual([false, true, 23]);
});

it('is not displaced by many small ones of others', async () => {
  const first = await keep();
  for (let n = 0; n < 30; n += 1) {
    context.clock.advance(1);
    await keep(await addMember());
  }
  expect([await isKept(first), listFiles().length]).toEqual([true, 31]);
});

it('goes with the calls that are added, with the organization, and with another key', async () => {
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  const added = await importStoredCalls(context, actor, made.integration.id, {
    keptId: await keep(),
    keys: ['0'],
  });
  expect([added.kind, listFiles()]).toEqual(['integration', []]);

  const stranger = await addMember();
  const other = await keep(stranger);
  const own = await keep();
  await deleteUploadsOf(context, stranger.organizationId);
  expect([await isKept(other, stranger), await isKept(own)]).toEqual([false, true]);

  context.config.appKey = Buffer.alloc(32, 8);
  expect(await isKept(own)).toBe(false);
});

it('is not made while the disk is nearly full', async () => {
  context.disk.isLow = () => true;
  expect(await storeCalls(context, actor, await sendForm({ text }))).toMatchObject({ kind: 'unavailable' });
});

it('was added to an integration: a second press adds nothing, and returns the integration as the first does', async () => {
  const id = await keep();
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const { id: integrationId, version } = made.integration;
  const press = (keys: string[]) =>
    importStoredCalls(context, actor, integrationId, { keptId: id, keys, version });
  const pressed = await Promise.all([press(['0']), press(['0'])]);
  const outcomes = [...pressed, await press(['0'])];
  expect(
    outcomes.map((outcome) =>
      outcome.kind === 'integration' ? outcome.integration.apiCalls.length : outcome.kind,
    ),
  ).toEqual([1, 1, 1]);
  expect((await press(['1'])).kind).toBe('not-found');
  expect((await press([])).kind).toBe('not-found');
});
