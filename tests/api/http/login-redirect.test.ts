import { beforeEach, expect, test } from 'vitest';
import { createTestUser, readCookies, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { connection, createWholeApp } from '../whole-app';

const opening = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html,*/*;q=0.8' };
const screen = 'http://localhost:3000/organization/settings/data?from=menu';
const back = '/login?returnTo=%2Forganization%2Fsettings%2Fdata%3Ffrom%3Dmenu';

let context: TestContext;
let address: string;

beforeEach(async () => {
  context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  address = `/api/organizations/${organizationId}/export`;
});

function ask(headers: Record<string, string>) {
  return createWholeApp(context).request(address, { headers }, connection);
}

async function ended(): Promise<string> {
  const { user } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  context.clock.advance(365 * 24 * 3600 * 1000);
  return cookie;
}

test('a guest who opens a file in a browser goes to log in, and knows the way back', async () => {
  const { status, headers } = await ask({ ...opening, Referer: screen });
  expect([status, headers.get('Location')]).toEqual([302, back]);
});

test('the log-in page says that the session has ended', async () => {
  const { status, headers } = await ask({ ...opening, Referer: screen, Cookie: await ended() });
  expect([status, headers.get('Location')]).toEqual([302, back]);
  expect(readCookies(headers.getSetCookie())).toMatch(/^toast=.+/);
});

test('whose email is not verified goes where screens send them', async () => {
  const { user } = await createTestUser(context, { verified: false });
  const { headers } = await ask({ ...opening, Cookie: await signInAs(context, user.id) });
  expect(headers.get('Location')).toBe('/email-not-verified');
});

test.each([
  ['an older browser that only says what it reads', { Accept: 'text/html,*/*;q=0.8' }],
  ['a link from another site', { ...opening, Referer: 'https://elsewhere.example/page' }],
  ['a Referer that is no address', { ...opening, Referer: 'nowhere' }],
])('%s leads to log in without a way back', async (_, headers) => {
  const response = await ask(headers);
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/login']);
});

test.each([
  ['a program', { Accept: '*/*' }],
  ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', Accept: 'text/html' }],
  ['a link that saves what it leads to', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'empty' }],
  ['a browser that sends a token', { ...opening, Authorization: 'Bearer wrong' }],
])('%s gets the 401', async (_, headers) => {
  expect((await ask(headers)).status).toBe(401);
});

test('who may not have the file gets the 403, in a browser, too', async () => {
  const organizationId = address.split('/')[3] ?? '';
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  expect((await ask({ ...opening, Cookie: await signInAs(context, user.id) })).status).toBe(403);
});
