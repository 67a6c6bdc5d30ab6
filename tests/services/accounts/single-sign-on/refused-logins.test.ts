// Single sign-ons that are refused: the audit log names them, and no flood of them fills the disk.
import { expect, it } from 'vitest';
import { logInByIdentity } from '~/services/accounts/single-sign-on/identity-login';
import { createTestUser } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';

const issuer = 'https://id.example.com';
const named = { email: 'ada@example.com', emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' };

it.each([
  ['of another domain', ['example.org'], 'example.com'],
  ['without an invitation', [], 'example.net'],
])('those %s are counted beyond the bound of an hour', async (_who, domains, domain) => {
  const provider = { issuer, clientId: 'a', clientSecret: 'b', name: 'Example ID', domains };
  const context = await createTestContext({ config: { signUp: 'invite', singleSignOn: provider } });
  const { user } = await createTestUser(context, { email: named.email });
  const identity = { issuer, subject: 'ada', ...named, email: `ada@${domain}` };
  const bound = domain === 'example.com' ? 20 : 500;
  for (let time = 0; time < bound + 3; time += 1) {
    const caller = { address: '192.0.2.1', userAgent: null };
    expect(await logInByIdentity(context, provider, identity, caller)).toMatchObject({ kind: 'failed' });
  }
  const entries = await context.db.all(
    context.db.build.selectFrom('audit').select(['kind', 'detail', 'user_id']).orderBy('id'),
  );
  const userId = domain === 'example.com' ? user.id : null;
  const first = { kind: 'login-failed', detail: `Single sign-on: ${identity.email}`, user_id: userId };
  expect(entries).toHaveLength(bound + 1);
  expect(entries[0]).toEqual(first);
  expect(entries.at(-1)).toEqual({ ...first, detail: '3 more within an hour' });
});
