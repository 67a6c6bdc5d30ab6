import { expect, test } from 'vitest';
import { hasProof, redirectProven } from '~/auth/login/proof-cookie';
import { serializeSessionCookie } from '~/auth/session';
import { readCookies } from '../../support/accounts';
import { createTestContext } from '../../support/context';

test('a proof counts for five minutes, in the session in which it was made', async () => {
  const context = await createTestContext();
  const { config } = context;
  const response = await redirectProven(context, 'mine', '//example.com');
  expect(response.headers.get('Location')).not.toContain('//');
  const proof = readCookies(response.headers.getSetCookie());
  const ask = async (token: string, now = context.now(), cookie = proof) => {
    const session = readCookies([await serializeSessionCookie(config, token)]);
    const headers = { Cookie: [session, cookie].join('; ') };
    return hasProof(config, new Request('http://localhost:3000/profile', { headers }), now);
  };
  expect(await ask('mine')).toBe(true);
  expect(await ask('another')).toBe(false);
  expect(await ask('mine', context.now() + 5 * 60_000)).toBe(false);
  expect(await ask('mine', context.now(), 'fresh_proof=made-up')).toBe(false);
});
