// What runs and deliveries wait for is requested at once, also from a host that is busy with calls of the organization.
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnection } from '~/services/connections/connections';
import { createSenderKeys } from '~/services/webhooks/proof/sender-keys';
import { makeOutbound, makeRequest } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { startTarget, type Target } from '../../support/target';

let context: TestContext;
let actor: { userId: string; organizationId: string };
let host: Target;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound({ callsPerHost: 1 }) });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  host = await startTarget((request, response) => {
    if (request.url !== '/slow') response.writeHead(503).end();
  });
  onTestFinished(() => host.close());
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const slow = { organizationId, signal: leave.signal, timeoutMs: 120_000 };
  void context.outbound.send(makeRequest(`${host.url}/slow`, slow));
  await host.arrived(1);
});

async function connect(kind: string, config: Record<string, unknown>): Promise<string> {
  const made = await createConnection(context, actor, { name: 'API', kind, baseUrl: host.url, config });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

test('the token of a GitHub App', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs1' }).toString();
  const app = { apiUrl: host.url, clientId: 'Iv23liABC', installationId: '77', privateKey: pem };
  const id = await connect('github_app', app);
  const authorized = authorizeConnection(context, actor.organizationId, id);
  expect((await host.arrived(2))[1]?.url).toBe('/app/installations/77/access_tokens');
  expect(await authorized).toMatchObject({ kind: 'unobtained' });
});

test('the credentials of an AWS role', async () => {
  const id = await connect('aws_role', {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret-access-key-77',
    roleArn: 'arn:aws:iam::123456789012:role/team/integrations',
    region: 'eu-central-1',
    service: 's3',
    stsUrl: `${host.url}/sts`,
  });
  const authorized = authorizeConnection(context, actor.organizationId, id);
  expect((await host.arrived(2))[1]?.url).toBe('/sts');
  expect(await authorized).toMatchObject({ kind: 'unobtained' });
});

test('the public keys of a sender', async () => {
  const about = { organizationId: actor.organizationId, integrationId: 'integration', network: '192.0.2.0' };
  const fetched = createSenderKeys(context).refresh(`${host.url}/keys`, about);
  expect((await host.arrived(2))[1]?.url).toBe('/keys');
  expect(await fetched).toBe(60);
});
