// Client certificates, at a TLS server that lets nobody in without one (RFC 8446 §4.3.2).
import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import type { Config } from '~/config';
import type { Lookup } from '~/outbound/target';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnectionCache } from '~/services/connections/connection-secrets';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { runExecution } from '~/services/runs/run-execution';
import { testConnection } from '~/services/test-runs/connection-test';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createCertificate } from '../../support/certificate';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

interface Pair {
  key: string;
  cert: string;
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const passphrase = 'open the drawer';

const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe.skipIf(!hasOpenssl)('a client certificate', () => {
  let own: Pair;
  let other: Pair;
  let served: Pair;
  let setup: RunSetup;

  beforeAll(() => {
    [own, other, served] = [
      createCertificate('shop'),
      createCertificate('other'),
      createCertificate('*.bank.test'),
    ];
  });

  beforeEach(async () => {
    setup = await createRunSetup();
    setup.context.outbound = makeOutbound({ lookup });
  });

  /** Takes the connections of those with our certificate alone, unless it is `open`; tells whom each request came from. */
  async function startServer({ open = false, location = '' } = {}) {
    const seen: string[] = [];
    const policy = { requestCert: true, rejectUnauthorized: !open, ca: [own.cert] };
    const server = createServer({ ...served, ...policy }, (request, response) => {
      seen.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN?.toString() ?? 'nobody');
      if (location) response.writeHead(307, { Location: location });
      response.end(request.method === 'POST' ? '{"access_token":"token-of-bank"}' : '{}');
    });
    const port = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port, seen, url: `https://api.bank.test:${port}` };
  }

  function readConfig(config: object = {}) {
    return { certificate: own.cert, privateKey: own.key, ca: served.cert, ...config };
  }

  function create(baseUrl: string, config: object = {}, more: object = {}) {
    const about = { name: 'Bank', kind: 'client_certificate', baseUrl, config: readConfig(config), ...more };
    return createConnection(setup.context, setup.actor, about);
  }

  async function connect(baseUrl: string, config: object = {}, more: object = {}) {
    const outcome = await create(baseUrl, config, more);
    if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
    return outcome.connection;
  }

  /** The server's certificate is trusted by calls without one of ours, too. */
  function trustServed() {
    setup.context.outbound = makeOutbound({ lookup, ca: served.cert });
  }

  async function connectWithout(baseUrl: string): Promise<string> {
    const about = { name: 'Bank', kind: 'bearer', baseUrl, config: { token: 'a-token' } };
    const outcome = await createConnection(setup.context, setup.actor, about);
    return outcome.kind === 'connection' ? outcome.connection.id : '';
  }

  function send(id: string) {
    return testConnection(setup.context, setup.actor, id, '');
  }

  async function run(connectionId: string, call: object) {
    const authConfig = { type: 'connection', connectionId };
    const apiCalls = [{ id: 'call', method: 'GET', authConfig, ...call }];
    const id = await setup.accept(await setup.seed({ apiCalls }));
    await runExecution(setup.context, await setup.claim(), never);
    return {
      ...(await setup.findExecution(id)),
      rows: JSON.stringify(await listAttempts(setup.context.db, [id])),
    };
  }

  test('is shown to the server, and neither key nor passphrase stands in the log', async () => {
    const { url, seen } = await startServer();
    const { id } = await connect(url);
    const { status, rows } = await run(id, { url: '/accounts' });
    expect([status, seen]).toEqual(['completed', ['shop']]);
    expect(rows).toContain('Bank (Client certificate (mTLS))');
    expect(rows).not.toContain('PRIVATE KEY');
  });

  // RFC 8705 §2, §3: the certificate proves the client to the provider, and the token is bound to it.
  test('is shown to the token URL and to the API, beside OAuth 2.0', async () => {
    const { url, seen } = await startServer();
    const config = {
      tokenUrl: `${url}/token`,
      clientId: 'my-client',
      clientAuth: 'none',
      clientCertificate: own.cert,
      clientKey: own.key,
      serverCa: served.cert,
    };
    const kind = 'oauth2_client_credentials';
    const make = (more: object = {}) =>
      createConnection(setup.context, setup.actor, {
        name: 'Bank',
        kind,
        baseUrl: url,
        config: { ...config, ...more },
      });
    expect(await make({ clientKey: other.key })).toMatchObject({
      fields: { 'config.clientKey': ['This key is not that of the certificate'] },
    });
    const made = await make();
    const id = made.kind === 'connection' ? made.connection.id : '';
    expect(made).toMatchObject({
      connection: {
        config: { clientCertificate: own.cert.trim(), clientKey: expect.stringMatching(/^••••/) },
      },
    });
    const { status, rows } = await run(id, { url: '/accounts' });
    expect([status, seen]).toEqual(['completed', ['shop', 'shop']]);
    expect(rows).not.toMatch(/PRIVATE KEY|token-of-bank/);
  });

  test('opens an encrypted key', async () => {
    const { url, seen } = await startServer();
    const key = createPrivateKey(own.key);
    const privateKey = key
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
      .toString();
    const { id, config } = await connect(url, { privateKey, passphrase });
    expect(config).toMatchObject({ privateKey: expect.stringMatching(/^••••/), passphrase: '••••awer' });
    expect(await send(id)).toMatchObject({ test: { success: true } });
    expect(seen).toEqual(['shop']);
  });

  test.each([
    [
      'none',
      'requires a client certificate, and was not shown one (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
    ],
    ['another', 'closed the connection before its response was complete (UND_ERR_SOCKET).'],
  ])('is missed by a server, which a line says: %s', async (shown, message) => {
    const { url, seen } = await startServer();
    trustServed();
    const foreign = { certificate: other.cert, privateKey: other.key };
    const id = shown === 'none' ? await connectWithout(url) : (await connect(url, foreign)).id;
    expect(await send(id)).toMatchObject({
      test: { success: false, error: `${new URL(url).host} ${message}` },
    });
    expect(seen).toEqual([]);
  });

  test('stays with its hosts: neither a redirect nor a call without the connection shows it', async () => {
    const foreign = await startServer({ open: true });
    const { url, seen } = await startServer({ location: foreign.url.replace('api.bank', 'other.bank') });
    const there = await startServer({ open: true });
    trustServed();
    const { id } = await connect(url);
    await run(id, { url: '/from', followRedirects: true });
    expect([seen, foreign.seen]).toEqual([['shop'], ['nobody']]);

    const allowed = await connect(there.url, {}, { name: 'There' });
    await run(allowed.id, { url: '/with' });
    await run(allowed.id, { url: `${there.url}/without`, authConfig: { type: 'none' } });
    await run(allowed.id, { url: '/again' });
    expect(there.seen).toEqual(['shop', 'nobody', 'shop']);
  });

  test('goes along with a redirect to a host that the connection allows', async () => {
    const to = await startServer();
    const { url } = await startServer({ location: to.url });
    const { id } = await connect(url, {}, { allowedHosts: [`api.bank.test:${to.port}`] });
    await run(id, { url: '/from', followRedirects: true });
    expect(to.seen).toEqual(['shop']);
  });

  test('says whom it names and until when it is good, and what is secret of it is sealed', async () => {
    const made = await connect('https://api.bank.test');
    expect(made).toMatchObject({
      config: { certificate: own.cert.trim(), privateKey: '••••----' },
      certificate: { subject: 'CN=shop', validUntil: expect.stringMatching(/^20\d\d-.*Z$/) },
    });
    const { db } = setup.context;
    const rows = JSON.stringify(await db.all(db.build.selectFrom('connections').selectAll()));
    expect(rows).not.toMatch(/PRIVATE KEY|CERTIFICATE/);
    // The clock of the test stands before the certificate began; two years on it has ended.
    setup.context.clock.advance(10 * 365 * 86_400_000);
    const later = await readConnectionById(setup.context, setup.actor.organizationId, made.id);
    expect(later).toMatchObject({ connection: { certificate: { isExpired: true } } });
  });

  test('survives a new APP_KEY', async () => {
    const { id } = await connect('https://api.bank.test');
    const { db, config: former } = setup.context;
    const config: Config = { ...former, appKey: Buffer.alloc(32, 7) };
    await rotateAppKey(db, { former: former.appKey, next: config.appKey }, setup.context.now());
    const rotated = { ...setup.context, config, connections: createConnectionCache(config) };
    expect(await authorizeConnection(rotated, setup.actor.organizationId, id)).toMatchObject({
      grant: { clientCertificate: { privateKey: own.key.trim() } },
    });
  });

  test('keeps its key behind the mask, and asks for it where it could go elsewhere or does not fit', async () => {
    const { id } = await connect('https://api.bank.test');
    const { context, actor } = setup;
    expect(await changeConnection(context, actor, id, { name: 'Other bank' })).toMatchObject({
      kind: 'connection',
    });
    expect(await changeConnection(context, actor, id, { allowedHosts: ['b.test'] })).toMatchObject({
      fields: { 'config.privateKey': ['Enter this again: it could now go to another server.'] },
    });
    expect(await changeConnection(context, actor, id, { config: { certificate: other.cert } })).toMatchObject(
      {
        fields: { 'config.privateKey': ['This key is not that of the certificate'] },
      },
    );
  });

  const rows: [string, () => object, string, string][] = [
    ['no certificate', () => ({ certificate: '' }), 'certificate', 'Certificate is required'],
    ['no key', () => ({ privateKey: '' }), 'privateKey', 'Private key is required'],
    ['a text', () => ({ certificate: 'secret' }), 'certificate', 'Write the whole certificate'],
    [
      'a broken certificate',
      () => ({ certificate: own.cert.replace(/M/g, 'N') }),
      'certificate',
      'Write the whole',
    ],
    [
      'a broken key',
      () => ({ privateKey: own.key.replace(/M/g, 'N') }),
      'privateKey',
      'Write the whole private key',
    ],
    [
      'the key of another',
      () => ({ privateKey: other.key }),
      'privateKey',
      'This key is not that of the certificate',
    ],
    ['a broken authority', () => ({ ca: own.cert.replace(/M/g, 'N') }), 'ca', 'Write the whole certificate'],
    [
      'a broken chain',
      () => ({ certificate: `${own.cert}${own.cert.replace(/M/g, 'N')}` }),
      'certificate',
      'This cert',
    ],
  ];
  test.each(rows)('is checked as it is saved: %s', async (_name, config, field, message) => {
    expect(await create('https://api.bank.test', config())).toMatchObject({
      kind: 'invalid',
      fields: { [`config.${field}`]: [expect.stringContaining(message)] },
    });
  });

  test('is checked with its passphrase, and goes over https alone', async () => {
    const exported = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
    const privateKey = createPrivateKey(own.key).export(exported).toString();
    expect(await create('https://api.bank.test', { privateKey })).toMatchObject({
      fields: { 'config.privateKey': ['This key is encrypted: enter its passphrase'] },
    });
    expect(await create('https://api.bank.test', { privateKey, passphrase: 'wrong' })).toMatchObject({
      fields: { 'config.passphrase': ['This passphrase does not open the private key'] },
    });
    const many = [
      'pkcs8',
      '-topk8',
      '-v2',
      'aes-256-cbc',
      '-iter',
      '200000',
      '-passout',
      `pass:${passphrase}`,
    ];
    const costly = spawnSync('openssl', many, { input: own.key }).stdout.toString();
    expect(await create('https://api.bank.test', { privateKey: costly, passphrase })).toMatchObject({
      fields: { 'config.privateKey': [expect.stringContaining('more than 100000 rounds')] },
    });
    expect(await create('http://api.bank.test')).toMatchObject({
      fields: { baseUrl: ['A client certificate is shown over https alone'] },
    });
  });
});
