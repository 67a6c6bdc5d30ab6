// Private keys that a connection was saved with before their bounds: no run signs with them.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { findConnection } from '~/db/connections/connections';
import { configShapes, type ConnectionConfig } from '~/engine/connections/connection';
import { authorizeConnection } from '~/services/connections/authorize';
import { sealConfig } from '~/services/connections/connection-secrets';
import { createConnection } from '~/services/connections/connections';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

function generate(modulusLength: number): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' })).trim();
}
const short = generate(1_024);
const secret = { issuer: 'me', key: short, algorithm: 'HS256' };
const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
const oauth = { tokenUrl: 'https://api.example.com/token', clientId: 'a' };

test.each([
  ['signed_jwt', { ...secret, algorithm: 'RS256' }],
  [
    'hmac',
    { secret: short, hash: 'rsa-v1_5-sha256', headers: 'X-Signature: {{signature}}', text: '{{body}}' },
  ],
  ['oauth1', { consumerKey: 'a', consumerSecret: short, signatureMethod: 'RSA-SHA256' }],
  ['client_certificate', { certificate, privateKey: short }],
  ['oauth2_jwt', { ...oauth, privateKey: short, issuer: 'a' }],
  [
    'oauth2_client_credentials',
    { ...oauth, clientSecret: 'b', clientCertificate: certificate, clientKey: short },
  ],
] as const)('a connection of the kind %s gives a call nothing', async (kind, config) => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const about = {
    name: 'Shop',
    kind: 'bearer',
    baseUrl: 'https://api.example.com',
    config: { token: 't' },
  } as const;
  const made = await createConnection(context, { userId: user.id, organizationId }, about);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const { id } = made.connection;
  const stored = { kind, config: configShapes[kind].parse(config) } as ConnectionConfig;
  const change = { kind, ...sealConfig(context.config, id, stored) };
  await context.db.run(context.db.build.updateTable('connections').set(change).where('id', '=', id));
  expect(await findConnection(context.db, { id, organizationId })).toBeDefined();
  expect(await authorizeConnection(context, organizationId, id)).toEqual({
    kind: 'refused',
    message: `Nothing was sent: the private key of the connection Shop is not used. An RSA key must have 2048 to 4096 bits; this one has 1024: http://localhost:3000/organization/settings/connections/${id}`,
  });
});
