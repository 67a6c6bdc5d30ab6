// What an administrator does to an account, and what of it asks them first who they are.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { insertTwoFactor } from '~/db/accounts/two-factor';
import { administersInstallation } from '~/services/installation/administrators';
import { performAccountAction, type AccountAction } from '~/services/administration/account-actions';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { listMail } from '../../support/mail';
import { createCheapPasswords } from '../../support/passwords';

const password = 'Correct-horse-7';
const address = '192.0.2.1';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

let context: TestContext;
let ada: string;
let grace: string;
beforeEach(async () => {
  context = await createTestContext();
  ada = (await createTestUser(context, { passwordHash })).user.id;
  context.clock.advance(1);
  grace = (await createTestUser(context)).user.id;
});

const act = (action: AccountAction, options: { proof?: object; atMost?: object; by?: string } = {}) => {
  const { proof, atMost, by = ada } = options;
  const actor = {
    userId: by,
    address,
    ...(atMost && { atMost: { role: 'OWNER', access: 'edit' } as const }),
  };
  return performAccountAction(context, actor, { action, userId: grace, ...(proof && { proof }) });
};
const host = () => new URL(context.config.appUrl).host;
const administers = (userId: string) => administersInstallation(context.db, context.config, userId);

test('the office is given and taken by who proves who they are', async () => {
  expect(await act('make-administrator')).toMatchObject({ kind: 'proof-needed' });
  expect(await act('make-administrator', { proof: { password: 'Another-horse-7' } })).toEqual({
    kind: 'wrong-password',
  });
  expect(await administers(grace)).toBe(false);
  expect(await act('make-administrator', { proof: { password } })).toEqual({ kind: 'done' });
  expect(await administers(grace)).toBe(true);
  expect(await act('remove-administrator')).toMatchObject({ kind: 'proof-needed' });
  expect(await administers(grace)).toBe(true);
  expect(await act('remove-administrator', { proof: { isFresh: true } })).toEqual({ kind: 'done' });
  expect(await administers(grace)).toBe(false);
});

test('a second factor is removed by who proves who they are', async () => {
  await insertTwoFactor(context.db, { userId: grace, secret: 'sealed', lastStep: 0, now: context.now() });
  expect(await act('remove-two-factor')).toMatchObject({ kind: 'proof-needed' });
  expect(await act('remove-two-factor', { proof: { password } })).toEqual({ kind: 'done' });
  expect(await act('remove-two-factor', { proof: { password } })).toMatchObject({ kind: 'conflict' });
});

test('what cannot be done asks nobody for a password, and counts no try', async () => {
  const removal = { action: 'remove-administrator', userId: ada } as const;
  const actor = { userId: ada, address };
  expect(await performAccountAction(context, actor, removal)).toEqual({ kind: 'last-administrator' });
  const proof = { password: 'Another-horse-7' };
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const outcome = await performAccountAction(context, actor, { ...removal, proof });
    expect(outcome).toEqual({ kind: 'last-administrator' });
  }
  const unverified = (await createTestUser(context, { verified: false })).user.id;
  const making = { action: 'make-administrator', userId: unverified } as const;
  expect(await performAccountAction(context, actor, making)).toMatchObject({ kind: 'conflict' });
});

test('all administrators and the person concerned are mailed who administers the installation', async () => {
  await act('make-administrator', { proof: { password } });
  await act('make-administrator', { proof: { password } });
  const made = await listMail(context.db);
  const names = { ada: `${ada}@example.com`, grace: `${grace}@example.com` };
  expect(made.map(({ recipient, subject }) => [recipient, subject]).toSorted()).toEqual(
    [
      [names.ada, `${names.grace} is now an administrator of the installation at ${host()}`],
      [names.grace, `You are now an administrator of the installation at ${host()}`],
    ].toSorted(),
  );
  expect(made.find(({ recipient }) => recipient === names.grace)?.body_text).toContain(
    `${names.ada} made you an administrator`,
  );
  await act('remove-administrator', { atMost: {} });
  const removed = (await listMail(context.db)).slice(2);
  expect(removed.map(({ recipient }) => recipient).toSorted()).toEqual([names.ada, names.grace].toSorted());
  expect(removed.find(({ recipient }) => recipient === names.grace)?.body_text).toContain(
    `An API token of ${names.ada} removed you from the administrators`,
  );
});

test('an API token changes the administrators a hundred times in an hour', async () => {
  const kinds: string[] = [];
  for (let n = 0; n < 51; n += 1) {
    kinds.push((await act('make-administrator', { atMost: {} })).kind);
    kinds.push((await act('remove-administrator', { atMost: {} })).kind);
  }
  expect(kinds.slice(0, 100).every((kind) => kind === 'done')).toBe(true);
  expect(kinds.slice(100)).toEqual(['too-many-requests', 'too-many-requests']);
});

test('an administrator without a password confirms by another way', async () => {
  await act('make-administrator', { proof: { password } });
  expect(await act('remove-two-factor', { by: grace, proof: { password } })).toEqual({ kind: 'no-password' });
  expect(await act('remove-administrator', { by: grace, proof: { isFresh: true } })).toEqual({
    kind: 'done',
  });
});

test('passwords are tried five times, and who administers nothing tries none', async () => {
  const wrong = { proof: { password: 'Another-horse-7' } };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await act('make-administrator', wrong)).toEqual({ kind: 'wrong-password' });
  }
  expect(await act('make-administrator', { proof: { password } })).toMatchObject({ kind: 'too-many-logins' });
  expect(await act('make-administrator', { by: grace })).toMatchObject({ kind: 'forbidden' });
  expect(await administers(grace)).toBe(false);
});

test('an API token, and what helps a person into their account, need no proof', async () => {
  expect(await act('end-sessions')).toEqual({ kind: 'done' });
  expect(await act('reset-link')).toEqual({ kind: 'done' });
  expect(await act('make-administrator', { atMost: {} })).toEqual({ kind: 'done' });
  expect(await administers(grace)).toBe(true);
});
