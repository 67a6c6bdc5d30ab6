// The second steps of a login: who comes too late reads so, and the way back to the screen they wanted stays.
import { expect, it } from 'vitest';
import { serializePendingLogin } from '~/auth/login/pending-login-cookie';
import { attemptCookie, unprovenIdentityCookie } from '~/auth/login/single-sign-on-cookies';
import { takeToast } from '~/auth/toast-cookie';
import { action as typeSecondFactor } from '~/routes/login_.code/route';
import { action as signByPasskey } from '~/routes/login_.passkey/route';
import { loader as comeBack } from '~/routes/login_.sso_.callback/route';
import { action as typeMailedCode, loader as showMailedCode } from '~/routes/login_.sso_.code/route';
import { countSingleSignOn } from '~/services/limits/account-limits';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { listMail } from '../support/mail';

const issuer = 'https://id.example.com';
const provider = { issuer, clientId: 'a', clientSecret: 'b', name: 'Example ID', domains: [] };
const query = '?returnTo=%2Forganization%2Fsettings';
const quarter = 15 * 60_000;

const prepare = () => createTestContext({ config: { singleSignOn: provider } });

function argsOf(app: TestContext, path: string, cookie = '', body?: Record<string, string>) {
  const request = new Request(`http://localhost:3000${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie },
    body: body && new URLSearchParams(body),
  });
  return { request, params: {}, context: { app, nonce: '', address: '192.0.2.1' } };
}

async function cookieOfIdentity(app: TestContext): Promise<string> {
  const who = { email: 'ada@example.com', emailVerified: false, firstName: 'Ada', lastName: 'Lovelace' };
  const identity = { issuer, subject: 'ada', ...who };
  const unproven = { identity, code: '12345678', returnTo: '/organization/settings' };
  return readCookies([await unprovenIdentityCookie.serialize(app.config, unproven, app.now())]);
}

/** Returns a response, also a thrown one. */
async function respond(work: Promise<unknown>): Promise<Response> {
  const response = await work.catch((thrown: unknown) => thrown);
  if (response instanceof Response) return response;
  throw new Error(`No response: ${JSON.stringify(response)}`);
}

async function readToast(app: TestContext, { headers }: Response) {
  const Cookie = readCookies(headers.getSetCookie());
  return (await takeToast(app, new Request('http://localhost/', { headers: { Cookie } }))).toast;
}

it.each([
  ['typed', typeMailedCode, { code: '12345678' }],
  ['asked for again', typeMailedCode, { intent: 'resend' }],
  ['asked for by the link of the mail', showMailedCode, undefined],
])('a mailed code that is %s too late, or in another browser, says so', async (_what, send, body) => {
  const app = await prepare();
  const cookie = await cookieOfIdentity(app);
  app.clock.advance(quarter);
  const response = await respond(send(argsOf(app, `/login/sso/code${query}`, cookie, body)));
  expect(response.headers.get('Location')).toBe(`/login${query}`);
  expect(await readToast(app, response)).toMatchObject({
    tone: 'destructive',
    description: expect.stringContaining('15 minutes'),
  });
});

it('the same code is sent again, three times an hour, and works from then on', async () => {
  const app = await prepare();
  let cookie = await cookieOfIdentity(app);
  const send = (body: Record<string, string>) =>
    respond(typeMailedCode(argsOf(app, `/login/sso/code${query}`, cookie, body)));
  app.clock.advance(quarter - 1000);
  for (let time = 0; time < 3; time += 1) {
    const response = await send({ intent: 'resend' });
    expect(response.headers.get('Location')).toBe(`/login/sso/code${query}`);
    expect(await readToast(app, response)).toMatchObject({ tone: 'success' });
    cookie = readCookies(response.headers.getSetCookie());
  }
  expect(await readToast(app, await send({ intent: 'resend' }))).toMatchObject({
    tone: 'destructive',
    description: expect.stringContaining('Too many'),
  });
  const mails = await listMail(app.db);
  expect(mails.map(({ body_text }) => body_text?.includes('1234 5678'))).toEqual([true, true, true]);
  app.clock.advance(quarter - 1000);
  const response = await send({ code: '1234 5678' });
  expect(response.headers.get('Location')).toBe('/organization/settings');
});

it('a login whose password was changed meanwhile keeps its way back', async () => {
  const app = await prepare();
  const { user } = await createTestUser(app);
  const pending = { userId: user.id, passwordMark: 'former' };
  const cookie = readCookies([await serializePendingLogin(app.config, pending, app.now())]);
  const response = await respond(
    typeSecondFactor(argsOf(app, `/login/code${query}`, cookie, { code: '123456' })),
  );
  expect(response.headers.get('Location')).toBe(`/login${query}`);
});

it('a passkey that script did not send leads back to the page with its way back', async () => {
  const app = await prepare();
  const response = await respond(signByPasskey(argsOf(app, `/login/passkey${query}`, '', {})));
  expect(response.headers.get('Location')).toBe(`/login${query}`);
});

it('an older tab that comes back from the provider leaves the newer attempt as it is', async () => {
  const app = await prepare();
  const proves = { userId: 'ada', since: app.now() };
  const newer = { state: 'newer', nonce: 'a', verifier: 'a', returnTo: '/profile', connectTo: null, proves };
  const cookie = readCookies([await attemptCookie.serialize(app.config, newer, app.now())]);
  const response = await respond(comeBack(argsOf(app, '/login/sso/callback?code=a&state=older', cookie)));
  expect(response.headers.get('Location')).toBe('/profile/proof?returnTo=%2Fprofile');
  expect(await readToast(app, response)).toMatchObject({
    description: expect.stringContaining('another tab'),
  });
  expect(response.headers.getSetCookie().filter((each) => each.startsWith('single_sign_on'))).toEqual([]);
});

it('who is signed in and comes back too late reads no page that says they are not logged in', async () => {
  const app = await prepare();
  const { user } = await createTestUser(app);
  const args = argsOf(app, '/login/sso/callback?code=a&state=a', await signInAs(app, user.id));
  const response = await respond(comeBack(args));
  expect(response.headers.get('Location')).toBe('/');
  expect(await readToast(app, response)).toMatchObject({ description: expect.stringContaining('too long') });
});

it('too many returns from the provider are answered with 429, not as if the person were refused', async () => {
  const app = await prepare();
  const attempt = { state: 'a', nonce: 'a', verifier: 'a', returnTo: '/', connectTo: null };
  const cookie = readCookies([await attemptCookie.serialize(app.config, attempt, app.now())]);
  const ask = () => comeBack(argsOf(app, '/login/sso/callback?error=access_denied&state=a', cookie));
  expect(await ask()).toMatchObject({ init: { status: 403 } });
  for (let each = 0; each < 120; each += 1) countSingleSignOn(app, 'back', '192.0.2.1');
  expect(await ask()).toMatchObject({
    data: { message: expect.stringContaining('Too many') },
    init: { status: 429 },
  });
});
