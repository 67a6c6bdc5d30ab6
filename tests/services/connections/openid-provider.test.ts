// The same against a provider of others: node-oidc-provider, which is certified for OpenID Connect.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { expect, onTestFinished, test } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnection } from '~/services/connections/connections';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { Memory } from './provider-memory';

const clientSecret = 'a secret: with %, & and +';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Answers the address of the token endpoint, and whether a token is one that it gave. */
async function startProvider(clientAuth: 'basic' | 'post') {
  const server = createServer();
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: 'shop: worker',
        client_secret: clientSecret,
        token_endpoint_auth_method: `client_secret_${clientAuth}`,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    adapter: Memory,
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key for tests'] },
    scopes: ['orders'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: 300 },
  });
  server.on('request', provider.callback());
  return {
    tokenUrl: `http://127.0.0.1:${port}/token`,
    findToken: (access: string) => provider.ClientCredentials.find(access),
  };
}

test.each(['basic', 'post'] as const)(
  'gives a token to a client that proves itself by %s',
  async (clientAuth) => {
    const { tokenUrl, findToken } = await startProvider(clientAuth);
    const context = await createTestContext({ outbound: makeOutbound() });
    const { user, organizationId } = await createTestUser(context);
    const connect = async (name: string, secret: string) => {
      const config = {
        tokenUrl,
        clientId: 'shop: worker',
        clientSecret: secret,
        scope: 'orders',
        clientAuth,
      };
      const made = await createConnection(
        context,
        { userId: user.id, organizationId },
        { name, kind: 'oauth2_client_credentials', baseUrl: 'https://api.example.com', config },
      );
      if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
      return authorizeConnection(context, organizationId, made.connection.id);
    };
    const granted = await connect('Right', clientSecret);
    if (granted.kind !== 'granted') throw new Error(JSON.stringify(granted));
    const [access = ''] = granted.grant.secrets;
    expect(await findToken(access)).toMatchObject({ clientId: 'shop: worker', scope: 'orders' });
    expect(granted.grant.label).toBe('Right (OAuth 2.0, token until 12:05 UTC)');
    expect(await connect('Wrong', 'another secret')).toEqual({
      kind: 'refused',
      message: expect.stringMatching(
        /^Nothing was sent: the connection Wrong has no token\. The provider refused \(HTTP 401\): invalid_client: client authentication failed\. Check the connection: \S+$/,
      ),
    });
  },
);
