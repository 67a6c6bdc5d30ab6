import { expect, it } from 'vitest';
import { loader } from '~/routes/organization.settings.connections._index/route';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { makeOutbound } from '../outbound/loopback';
import { startProvider } from '../services/connections/token-provider';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

it('calls no connection ready that obtains tokens and has none for its present credentials', async () => {
  const app = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(app);
  const provider = await startProvider();
  const actor = { userId: user.id, organizationId };
  const connect = async (name: string, more: object) => {
    const made = await createConnection(app, actor, { name, baseUrl: provider.api.url, ...more });
    if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
    return made.connection.id;
  };
  const plain = await connect('Bearer', { kind: 'bearer', config: { token: 'secret-token-7' } });
  const id = await connect('OAuth', {
    kind: 'oauth2_client_credentials',
    config: { tokenUrl: provider.tokenUrl, clientId: 'me', clientSecret: 'open-sesame-77' },
  });
  const show = async () => {
    const Cookie = await signInAs(app, user.id);
    const request = new Request('http://localhost/organization/settings/connections', {
      headers: { Cookie },
    });
    const { connections } = await loader({
      request,
      params: {},
      context: { app, nonce: '', address: '192.0.2.1' },
    });
    return connections.map(({ name, status }) => [name, status.name]);
  };
  const readHasToken = async (each: string) => {
    const found = await readConnectionById(app, organizationId, each);
    return found.kind === 'connection' ? found.connection.hasToken : found.kind;
  };
  const withoutToken = [
    ['Bearer', 'Ready'],
    ['OAuth', 'No token yet'],
  ];
  expect(await show()).toEqual(withoutToken);
  expect(await readHasToken(id)).toBe(false);
  expect(await readHasToken(plain)).toBeUndefined();
  expect(await authorizeConnection(app, organizationId, id)).toMatchObject({ kind: 'granted' });
  expect(await show()).toEqual([
    ['Bearer', 'Ready'],
    ['OAuth', 'Ready'],
  ]);
  expect(await readHasToken(id)).toBe(true);
  await changeConnection(app, actor, id, { config: { clientSecret: 'another-secret-77' } });
  expect(await show()).toEqual(withoutToken);
  expect(await readHasToken(id)).toBe(false);
});
