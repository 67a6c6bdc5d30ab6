// After a whole life of an account nothing of its secrets stands anywhere: not in the database, its WAL, or the log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import Database from '~/db/core/sqlite';
import { readCookies } from '../support/accounts';
import { createDataDir, startServer, type TestServer } from '../support/server';

const passwords = ['Difference-Engine-1', 'Jacquard-Loom-1804', 'Wrong-Loom-1805'] as const;
const [first, second, wrong] = passwords;
const email = 'ada@example.com';

/** Reads the links off standard output, where the console transport prints its mails. */
async function waitForToken(server: TestServer, screen: string, earlier: string[]): Promise<string> {
  const link = new RegExp(`(?<=${screen}\\?token=)[\\w-]{43}`, 'g');
  const findNew = () =>
    server
      .output()
      .match(link)
      ?.find((token) => !earlier.includes(token));
  await expect.poll(findNew).toBeDefined();
  return findNew() ?? '';
}

/** As it is, in hex and in base64 at each of the three offsets at which it may lie in a longer text. */
function spellings(secret: string): string[] {
  const raw = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), raw]);
    // The first and the last letters also hold bits of the neighbours.
    return [shifted.toString('base64'), shifted.toString('base64url')].map((text) =>
      text.replace(/=+$/, '').slice(offset === 0 ? 0 : 4, -2),
    );
  });
  return [secret, raw.toString('hex'), raw.toString('hex').toUpperCase(), ...inBase64];
}

test('no password, token or session value is written down', async () => {
  const dataDir = createDataDir();
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'trace' } });
  onTestFinished(() => void server.kill('SIGKILL'));
  const sessions: string[] = [];
  const tokens: string[] = [];
  const call = async (path: string, body: object, cookie = '', method = 'POST') => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: server.url, ...(cookie && { Cookie: cookie }) },
      body: JSON.stringify(body),
    });
    const cookies = readCookies(response.headers.getSetCookie());
    const raw = /session_token=([^;]+)/.exec(cookies)?.[1];
    // The cookie's value is the token as JSON in base64.
    if (raw) sessions.push(raw, String(JSON.parse(atob(decodeURIComponent(raw)))));
    return { status: response.status, cookies, body: await response.json() };
  };

  const person = { firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Engines' };
  await call('/auth/register/user', { email, password: first, ...person });
  tokens.push(await waitForToken(server, '/verify-email', tokens));
  expect((await call('/auth/verify-email', { token: tokens[0] })).status).toBe(200);
  await call('/auth/login/user', { email, password: wrong });
  expect((await call('/auth/login/user', { email, password: first })).status).toBe(200);
  await call('/auth/forgot-password', { email });
  const reset = await waitForToken(server, '/reset-password', tokens);
  tokens.push(reset);
  await fetch(`${server.url}/auth/validate-reset-token/${reset}`);
  await fetch(`${server.url}/reset-password?token=${reset}`);
  const newPassword = second;
  const body = { token: reset, newPassword, confirmPassword: newPassword };
  expect((await call('/auth/reset-password', body)).status).toBe(200);
  const { cookies, body: answer } = await call('/auth/login/user', { email, password: second });
  const change = { currentPassword: second, newPassword: first };
  expect((await call(`/api/users/${answer.user.id}/password`, change, cookies, 'PUT')).status).toBe(200);
  expect(sessions).toHaveLength(6);

  // Killed, so that the WAL stays as it is.
  await server.kill('SIGKILL');
  const names = readdirSync(dataDir).filter((name) => name.startsWith('wicked.db'));
  expect(names).toContain('wicked.db-wal');
  const everything = names.map((name) => readFileSync(join(dataDir, name)).toString('latin1')).join('\n');
  expect(everything).toContain(email);
  // What stands for the passwords is hashed at the cost that tests/auth/password.test.ts names, and no lower one.
  const costs = [...everything.matchAll(/\$argon2id\$v=\d+(\$[\w=,]+\$)/g)].map(([, cost]) => cost);
  expect(new Set(costs)).toEqual(new Set(['$m=19456,t=2,p=1$']));
  const log = server
    .output()
    .split('\n')
    // A mail that nobody sends is printed with its link, for whoever runs the server.
    .filter((line) => line.startsWith('{') && !line.includes('"mail":'))
    .join('\n');
  for (const secret of [...passwords, ...sessions]) {
    for (const spelling of spellings(secret)) {
      expect(everything).not.toContain(spelling);
      expect(server.output()).not.toContain(spelling);
    }
  }
  for (const token of tokens) {
    for (const spelling of spellings(token)) {
      expect(everything).not.toContain(spelling);
      expect(log).not.toContain(spelling);
    }
  }
});

test('no card number or CVV is written down or stands in a response', async () => {
  const dataDir = createDataDir();
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'trace' } });
  onTestFinished(() => void server.kill('SIGKILL'));
  const answers: string[] = [];
  const send = async (
    method: string,
    path: string,
    body?: BodyInit,
    cookie = '',
    type = 'application/json',
  ) => {
    const headers = { Origin: server.url, Cookie: cookie, ...(body && { 'Content-Type': type }) };
    const response = await fetch(server.url + path, { method, headers, body, redirect: 'manual' });
    const text = await response.text();
    if (cookie) answers.push(text, JSON.stringify([...response.headers]));
    return { status: response.status, text, cookies: readCookies(response.headers.getSetCookie()) };
  };
  const person = { firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Engines', email };
  await send('POST', '/auth/register/user', JSON.stringify({ ...person, password: first }));
  const token = await waitForToken(server, '/verify-email', []);
  await send('POST', '/auth/verify-email', JSON.stringify({ token }));
  const { text, cookies } = await send(
    'POST',
    '/auth/login/user',
    JSON.stringify({ email, password: first }),
  );
  const user = JSON.parse(text).user.id;
  const memberships = await send('GET', `/api/organization-memberships/${user}`, undefined, cookies);
  const path = `/api/billing-details/${JSON.parse(memberships.text)[0].organizationId}`;

  const company = {
    companyName: 'Engines',
    taxId: 'GB-1815',
    address: '12 St James Square',
    city: 'London',
    postalCode: 'SW1Y 4JH',
    country: 'United Kingdom',
  };
  const card = { expiryDate: '12/77', cvv: '9876', cardholderName: 'Ada Lovelace' };
  const numbers = ['4242 4242 4242 4242', '5555 5555 5555 4444', '3782 8224 6310 005', '4000 0566 5566 5556'];
  const [viaPost, viaPut, viaForm, refused] = numbers as [string, string, string, string];
  const save = (method: string, cardNumber: string) =>
    send(method, path, JSON.stringify({ ...company, paymentConfig: { ...card, cardNumber } }), cookies);
  expect((await save('POST', viaPost)).status).toBe(201);
  expect((await save('PUT', viaPut.replaceAll(' ', ''))).status).toBe(200);
  const submit = (fields: Record<string, string>) => {
    const form = new URLSearchParams({ intent: 'payment', returnTo: '/', ...fields }).toString();
    return send('POST', '/billing', form, cookies, 'application/x-www-form-urlencoded');
  };
  expect((await submit({ ...card, cardNumber: refused, expiryDate: '13/77' })).status).toBe(422);
  expect((await submit({ ...card, cardNumber: viaForm })).status).toBe(302);
  const read = await send('GET', path, undefined, cookies);
  expect(JSON.parse(read.text).paymentConfig.cardNumber).toBe('**** **** **** 0005');
  await send('GET', '/?dialog=billing', undefined, cookies);

  await server.kill('SIGKILL');
  const names = readdirSync(dataDir).filter((name) => name.startsWith('wicked.db'));
  expect(names).toContain('wicked.db-wal');
  const everything = names.map((name) => readFileSync(join(dataDir, name)).toString('latin1')).join('\n');
  expect(everything).toContain('Ada Lovelace');
  const places = [everything, server.output(), answers.join('\n')];
  for (const number of numbers) {
    for (const spelling of [number, number.replaceAll(' ', '')].flatMap(spellings)) {
      for (const place of places) expect(place).not.toContain(spelling);
    }
  }
  // Four digits alone stand in many an id; the log and the rows that a save writes have few others.
  const sqlite = new Database(join(dataDir, 'wicked.db'));
  onTestFinished(() => void sqlite.close());
  const rows = sqlite.prepare('select * from billing_details').all() as Record<string, unknown>[];
  expect(rows).toHaveLength(1);
  const { organization_id: _id, created_at: _created, updated_at: _updated, ...stored } = rows[0] ?? {};
  expect(stored).toMatchObject({ card_last_four: '0005', card_brand: 'American Express' });
  for (const spelling of spellings(card.cvv).filter(({ length }) => length > 3)) {
    expect(JSON.stringify(stored)).not.toContain(spelling);
  }
  expect(JSON.stringify(stored).toLowerCase()).not.toContain('cvv');
  // As a key with its value, for three letters alone stand in random bytes every now and then.
  const named = /\bcvv[\\"']*\s*[:=]/i;
  expect(JSON.stringify({ paymentConfig: JSON.stringify(card) })).toMatch(named);
  expect(everything).not.toMatch(named);
  expect(server.output()).not.toMatch(named);
});
