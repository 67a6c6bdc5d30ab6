import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  clearSessionCookie,
  createSession,
  endSession,
  findSessionUser,
  resumeSession,
  serializeSessionCookie,
  readSessionToken,
} from '~/auth/session';
import { createTestUser, readCookies } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';

const hourMs = 60 * 60_000;

async function startSession() {
  const context = await createTestContext();
  const { user } = await createTestUser(context);
  const token = await createSession(context.db, {
    userId: user.id,
    userAgent: 'Test',
    address: '::1',
    now: context.now(),
  });
  return { context, user, token };
}

async function countSeen(context: TestContext) {
  return (await context.db.first(context.db.build.selectFrom('sessions').select('last_seen_at')))!
    .last_seen_at;
}

/** Waits for the writes that were handed over before. */
function passGroup({ db }: TestContext): Promise<void> {
  return db.groupCommit(async () => undefined);
}

test('a session finds its user, and the database holds only a hash of its token', async () => {
  const { context, user, token } = await startSession();
  expect(await findSessionUser(context.db, token, context.now())).toEqual(user);
  const rows = await context.db.all(context.db.build.selectFrom('sessions').selectAll());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a session that was idle for 24 hours is over', async () => {
  const { context, token } = await startSession();
  context.clock.advance(24 * hourMs - 1);
  expect(await findSessionUser(context.db, token, context.now())).toBeDefined();
  context.clock.advance(1);
  expect(await findSessionUser(context.db, token, context.now())).toBeUndefined();
});

test('a session in use is over after 14 days', async () => {
  const { context, token } = await startSession();
  for (let hour = 12; hour < 14 * 24; hour += 12) {
    context.clock.advance(12 * hourMs);
    expect(await resumeSession(context, token, context.now())).toBeDefined();
    await passGroup(context);
  }
  context.clock.advance(12 * hourMs);
  expect(await resumeSession(context, token, context.now())).toBeUndefined();
});

test('that it was seen is written at most once a minute', async () => {
  const { context, token } = await startSession();
  const startedAt = context.now();
  context.clock.advance(59_999);
  await resumeSession(context, token, context.now());
  await passGroup(context);
  expect(await countSeen(context)).toBe(startedAt);
  context.clock.advance(1);
  await resumeSession(context, token, context.now());
  await passGroup(context);
  expect(await countSeen(context)).toBe(startedAt + 60_000);
});

test('a disk that takes no write keeps nobody out, and the log says so', async () => {
  const { context, user, token } = await startSession();
  context.db.sqlite.exec(
    "create trigger full before update on sessions begin select raise(abort, 'no room'); end",
  );
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  context.clock.advance(60_000);
  expect(await resumeSession({ ...context, log }, token, context.now())).toEqual(user);
  await passGroup(context);
  expect(lines.join('')).toContain('the last use of a session or an API token could not be stored');
});

test('an ended session is nobody’s, and the next one sweeps away those that are over', async () => {
  const { context, user, token } = await startSession();
  await endSession(context.db, token);
  expect(await findSessionUser(context.db, token, context.now())).toBeUndefined();
  const session = { userId: user.id, userAgent: null, address: null };
  await createSession(context.db, { ...session, now: context.now() });
  const count = async () =>
    (await context.db.all(context.db.build.selectFrom('sessions').selectAll())).length;
  // For a day more, a form that its user sends is kept for them.
  context.clock.advance(15 * 24 * hourMs - 1);
  await createSession(context.db, { ...session, now: context.now() });
  expect(await count()).toBe(2);
  context.clock.advance(1);
  await createSession(context.db, { ...session, now: context.now() });
  expect(await count()).toBe(2);
});

test('the cookie is HttpOnly and SameSite=Lax, and Secure when the address is https', async () => {
  const { config } = await createTestContext();
  const plain = await serializeSessionCookie(config, 'a');
  expect(plain).toMatch(/^session_token=.*; Max-Age=1296000; Path=\/; HttpOnly; SameSite=Lax$/);
  await expect(
    serializeSessionCookie({ ...config, appUrl: 'https://hooks.example.com' }, 'a'),
  ).resolves.toContain('; Secure');
  await expect(clearSessionCookie(config)).resolves.toContain('Max-Age=0');
});

test('a session outlives another SESSION_SECRET: its token is known by its hash, and not signed', async () => {
  const { config } = await createTestContext();
  const Cookie = (await serializeSessionCookie(config, 'a-token')).split(';')[0] ?? '';
  const request = new Request(config.appUrl, { headers: { Cookie } });
  const changed = { ...config, sessionSecret: 'another session secret, long enough as well' };
  expect(await readSessionToken(changed, request)).toBe('a-token');
});

test('a cookie without a token is distinguished from no cookie', async () => {
  const { config } = await createTestContext();
  const read = (cookie?: string) =>
    readSessionToken(config, new Request('http://localhost/', { headers: cookie ? { Cookie: cookie } : {} }));
  await expect(read()).resolves.toBeUndefined();
  await expect(read('other=1')).resolves.toBeUndefined();
  await expect(read(readCookies([await serializeSessionCookie(config, 'token')]))).resolves.toBe('token');
  await expect(read('session_token=%%%')).resolves.toBe('');
  await expect(read('session_token=')).resolves.toBe('');
});
