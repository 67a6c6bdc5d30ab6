import { expect, it } from 'vitest';
import { action, loader } from '~/routes/oauth.callback';
import { beginAuthorization } from '~/services/connections/authorization';
import { createConnection } from '~/services/connections/connections';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

it('finishes nothing for an organization that asks for a second factor, without one', async () => {
  const app = await createTestContext();
  const { user, organizationId } = await createTestUser(app, { passwordHash: 'a hash' });
  const actor = { userId: user.id, organizationId };
  const made = await createConnection(app, actor, {
    name: 'Shop',
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.example.com',
    config: {
      authorizationUrl: 'https://id.example.com/auth',
      tokenUrl: 'https://id.example.com/token',
      clientId: 'a',
      clientSecret: 'b',
    },
  });
  if (made.kind !== 'connection') throw new Error(made.kind);
  // By a program, whose token needs no second factor.
  const begun = await beginAuthorization(app, actor, made.connection.id, null);
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  await app.db.run(app.db.build.updateTable('organizations').set({ requires_second_factor: 1 }));

  const state = new URL(begun.address).searchParams.get('state') ?? '';
  const url = `http://localhost:3000/oauth/callback?state=${state}&code=x`;
  const Cookie = await signInAs(app, user.id);
  const argsOf = (init: RequestInit) => ({
    request: new Request(url, { ...init, headers: { Cookie } }),
    params: {},
    context: { app, nonce: '', address: '192.0.2.1' },
  });
  const body = new URLSearchParams({ state, error: 'access_denied' });
  for (const work of [loader(argsOf({})), action(argsOf({ method: 'POST', body }))]) {
    const thrown: unknown = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect((thrown as Response | undefined)?.headers.get('Location')).toBe('/profile/two-factor');
  }
});
