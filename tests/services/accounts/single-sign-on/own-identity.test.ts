// What a signed-in person may change about the identity of their account.
import { expect, it } from 'vitest';
import {
  connectIdentity,
  describeOwnIdentity,
  disconnectIdentity,
} from '~/services/accounts/single-sign-on/own-identity';
import { createTestUser, proven } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';

const issuer = 'https://id.example.com';
const provider = { issuer, clientId: 'a', clientSecret: 'b', name: 'Example ID', domains: [] };
const named = { email: 'ada@corp.example', emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' };

it('an account stays connected where its password logs nobody in', async () => {
  const context = await createTestContext({ config: { passwordLogin: false } });
  const { user } = await createTestUser(context, { passwordHash: 'of former days' });
  const identity = { issuer, subject: 'ada', ...named };
  await connectIdentity(context, provider, user, identity, proven.address);
  const disconnect = () =>
    disconnectIdentity(context, provider, user, { ...proven, sessionToken: undefined });
  expect(await disconnect()).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('nothing else would log you in'),
  });
  expect(await describeOwnIdentity(context, provider, user)).not.toBeNull();
  context.config.passwordLogin = true;
  expect(await disconnect()).toEqual({ kind: 'disconnected' });
});
