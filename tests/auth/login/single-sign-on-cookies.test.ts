import { expect, it } from 'vitest';
import { attemptCookie, cutReturnPath, unprovenIdentityCookie } from '~/auth/login/single-sign-on-cookies';
import { loader } from '~/routes/login_.sso/route';
import { makeOutbound, startHttp } from '../../outbound/loopback';
import { createTestContext } from '../../support/context';

/** Of name and value together, which is what browsers take. */
const maxBytes = 4_096;
const readPair = (cookie: string | null) => cookie?.split(';')[0] ?? '';

it('a login that is to lead far away begins all the same', async () => {
  const { url: issuer } = await startHttp((_, response) => {
    const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
  });
  const singleSignOn = { issuer, clientId: 'a', clientSecret: 'b', name: 'Example ID', domains: [] };
  const app = await createTestContext({ outbound: makeOutbound(), config: { singleSignOn } });
  const leave = async (returnTo: string) => {
    const query = new URLSearchParams({ returnTo });
    const request = new Request(`http://localhost:3000/login/sso?${query.toString()}`);
    const context = { app, nonce: '', address: '192.0.2.1' };
    const pair = readPair((await loader({ request, params: {}, context })).headers.get('Set-Cookie'));
    expect(pair.length).toBeLessThanOrEqual(maxBytes);
    const back = new Request('http://localhost:3000/login/sso/callback', { headers: { Cookie: pair } });
    return (await attemptCookie.read(app.config, back, app.now()))?.returnTo;
  };
  expect(await leave('/integration/1/logs?search=a')).toBe('/integration/1/logs?search=a');
  expect(await leave(`/?search=${'a'.repeat(3_000)}`)).toBe('/');
});

it('the longest identity and way back fit into a cookie', async () => {
  const { config, now } = await createTestContext();
  const identity = {
    issuer: `https://id.example.com/${'a'.repeat(60)}`,
    subject: 'a'.repeat(255),
    email: 'a'.repeat(254),
    emailVerified: false,
    firstName: '語'.repeat(100),
    lastName: '語'.repeat(100),
  };
  const unproven = { identity, code: '12345678', returnTo: cutReturnPath(`/${'a'.repeat(749)}`) };
  const cookie = await unprovenIdentityCookie.serialize(config, unproven, now());
  expect(readPair(cookie).length).toBeLessThanOrEqual(maxBytes);
});
