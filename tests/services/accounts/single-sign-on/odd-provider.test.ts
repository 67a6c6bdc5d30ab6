// Providers that answer what they should not: a server of ours that signs with a key of its own.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SingleSignOnAttempt } from '~/auth/login/single-sign-on-cookies';
import { readIdentity } from '~/services/accounts/single-sign-on/claims';
import type { SingleSignOn } from '~/setting-groups';
import { beginSingleSignOn, finishSingleSignOn } from '~/services/accounts/single-sign-on/provider';
import { listen, makeOutbound, startHttp } from '../../../outbound/loopback';
import { createCertificate } from '../../../support/certificate';
import { createTestContext } from '../../../support/context';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const clientSecret = 'the secret of the client';
const address = '192.0.2.1';
const minute = 60;

interface Oddity {
  alg?: 'RS256' | 'HS256' | 'none';
  /** In the place of right ones; undefined: left out. */
  claims?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** What the endpoint for user info answers. */
  more?: Record<string, unknown>;
  keys?: object[];
  /** The claim that names roles. */
  roles?: SingleSignOn['roles'];
  /** The login is to prove who is signed in. */
  proves?: SingleSignOnAttempt['proves'];
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function sign(alg: string, claims: object): string {
  const signed = `${encode({ alg, kid: 'a' })}.${encode(claims)}`;
  if (alg === 'none') return `${signed}.`;
  const signature =
    alg === 'HS256'
      ? createHmac('sha256', clientSecret).update(signed).digest('base64url')
      : createSign('sha256').update(signed).sign(privateKey, 'base64url');
  return `${signed}.${signature}`;
}

/** There and back again: who came, or why nobody did. */
async function visit({ alg = 'RS256', claims, metadata, more, keys, roles, proves }: Oddity) {
  let nonce = '';
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' };
  const { url: issuer } = await startHttp((request, response) => {
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, sub: 'ada', aud: 'shop', exp: now + minute, iat: now, nonce };
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/me`,
        ...metadata,
      },
      '/token': {
        access_token: 'a',
        token_type: 'Bearer',
        id_token: sign(alg, { ...right, email: 'ada@example.com', ...claims }),
      },
      '/keys': { keys: keys ?? [key] },
      '/me': more ?? {},
    };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[request.url ?? '']));
  });
  const context = await createTestContext({ outbound: makeOutbound(), now: Date.now });
  const provider = { issuer, clientId: 'shop', clientSecret, name: 'Example ID', domains: [], roles };
  const begun = await beginSingleSignOn(
    context,
    provider,
    { returnTo: '/', connectTo: null, proves },
    address,
  );
  if (begun.kind !== 'begun') return begun;
  ({ nonce } = begun.attempt);
  const query = new URLSearchParams({ code: 'a', state: begun.attempt.state });
  return finishSingleSignOn(context, provider, begun.attempt, query, address);
}

describe('a person', () => {
  it('is believed when all is right', async () => {
    expect(await visit({})).toMatchObject({ kind: 'identity', identity: { subject: 'ada' } });
  });

  it('proves something by a login of that moment alone, of which the provider says when it was', async () => {
    const since = Date.now();
    const prove = (auth_time?: unknown) => visit({ proves: { userId: 'ada', since }, claims: { auth_time } });
    expect(await prove(Math.floor(since / 1_000))).toMatchObject({ kind: 'identity' });
    expect(await prove(Math.floor(since / 1_000) - 2 * minute)).toMatchObject({
      kind: 'failed',
      message: 'Example ID did not ask you to log in again, which is needed here.',
    });
    expect(await prove()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Example ID does not say when you logged in there'),
    });
    // A login proves nothing of the kind.
    expect(await visit({})).toMatchObject({ kind: 'identity' });
  });

  it.each<[string, Oddity]>([
    ['nobody signed for', { alg: 'none' }],
    [
      'nobody signed for, as is usual there',
      {
        alg: 'none',
        metadata: { id_token_signing_alg_values_supported: ['none'] },
      },
    ],
    [
      'is signed for with the secret',
      {
        alg: 'HS256',
        metadata: { id_token_signing_alg_values_supported: ['HS256'] },
      },
    ],
    ['is signed for with a key that is not published', { keys: [] }],
    ['was signed for long ago', { claims: { exp: 1 } }],
    ['is meant for another client', { claims: { aud: 'other' } }],
    ['is meant for others, too', { claims: { aud: ['shop', 'other'] } }],
    ['is of another provider', { claims: { iss: 'https://id.example.com' } }],
    ['came in another attempt', { claims: { nonce: undefined } }],
    ['has no subject', { claims: { sub: undefined } }],
    ['has an empty subject, as all have there', { claims: { sub: '' } }],
    ['has a blank subject', { claims: { sub: ' ' } }],
    ['has a subject that no provider may give', { claims: { sub: 'a'.repeat(256) } }],
    [
      'is another at the endpoint for user info',
      {
        claims: { email: undefined },
        more: { sub: 'eve', email: 'eve@example.com' },
      },
    ],
  ])('who %s is not', async (_, oddity) => {
    expect(await visit(oddity)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('did not confirm who you are'),
    });
  });
});

const roles = { claim: 'realm_access.roles', names: [{ value: 'boss', role: 'OWNER' as const }] };

describe('what is said of a person at the endpoint for user info', () => {
  it('verifies the address that is named there, and no other', async () => {
    const here = { sub: 'ada', email: 'ada@example.org', email_verified: true };
    expect(await visit({ roles, more: here })).toMatchObject({
      identity: { email: 'ada@example.com', emailVerified: false },
    });
    const there = { email: undefined, email_verified: true };
    expect(await visit({ claims: there, more: { ...here, email_verified: false } })).toMatchObject({
      identity: { email: 'ada@example.org', emailVerified: false },
    });
    expect(await visit({ claims: { email: undefined }, more: here })).toMatchObject({
      identity: { email: 'ada@example.org', emailVerified: true },
    });
  });

  it('gives the role that the ID token does not name, also where that has a part of the path', async () => {
    const more = { sub: 'ada', realm_access: { roles: ['boss'] } };
    expect(await visit({ roles, claims: { realm_access: {} }, more })).toMatchObject({
      identity: { role: 'OWNER' },
    });
    expect(await visit({ roles, claims: { realm_access: { roles: [] } }, more })).toMatchObject({
      identity: { role: 'MEMBER' },
    });
  });
});

it.each(['javascript:alert(1)//', 'data:text/html,a', '/auth', '', undefined])(
  'a browser is not sent to %s',
  async (authorization_endpoint) => {
    expect(await visit({ metadata: { authorization_endpoint } })).toMatchObject({ kind: 'failed' });
  },
);

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'the secret of a provider that has TLS goes nowhere without',
  async () => {
    const asked: string[] = [];
    const plain = await startHttp((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const { key, cert } = createCertificate('id.example.com');
    const server = createServer({ key, cert }, (_, response) => {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${plain.url}/token`,
      };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
    });
    const issuer = `https://id.example.com:${await listen(server)}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const outbound = makeOutbound({ ca: cert, lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
    const context = await createTestContext({ outbound, now: Date.now });
    const provider = { issuer, clientId: 'shop', clientSecret, name: 'Example ID', domains: [] };
    const begun = await beginSingleSignOn(context, provider, { returnTo: '/', connectTo: null }, address);
    if (begun.kind !== 'begun') throw new Error(begun.message);
    const query = new URLSearchParams({ code: 'a', state: begun.attempt.state });
    expect(await finishSingleSignOn(context, provider, begun.attempt, query, address)).toMatchObject({
      kind: 'failed',
    });
    expect(asked).toEqual([]);
  },
);

const known = { issuer: 'https://id.example.com', clientId: 'a', clientSecret: 'b', name: 'ID', domains: [] };

function read(email: unknown, email_verified: unknown = true) {
  return readIdentity(known, { sub: 'ada', email, email_verified });
}

describe('an address', () => {
  it.each([true, 'true'])('is proven when the provider says so (%j)', (verified) => {
    const proven = { email: 'ada@example.com', emailVerified: true };
    expect(read(' Ada@Example.com', verified)).toMatchObject(proven);
  });

  it.each([false, 'false', 1, undefined, null, ['true']])('is not proven otherwise (%j)', (verified) => {
    expect(
      readIdentity(known, { sub: 'ada', email: 'ada@example.com', email_verified: verified }),
    ).toMatchObject({
      emailVerified: false,
    });
  });

  // U+FF41 and U+212A look like a and K, and are stored as a and k: those are other people's letters.
  it.each(['\uFF41da@example.com', 'fran\u212A@example.com'])(
    'of other letters is not proven (%s)',
    (email) => {
      expect(read(email)).toMatchObject({ emailVerified: false });
    },
  );

  it.each([['ada@example.com'], null, 5, 'ada', `${'a'.repeat(250)}@example.com`])('is not %j', (email) => {
    expect(read(email)).toBeUndefined();
  });
});
