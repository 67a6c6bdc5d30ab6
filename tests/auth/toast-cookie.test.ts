import { expect, test } from 'vitest';
import { redirectWithToast, takeToast } from '~/auth/toast-cookie';
import { readCookies } from '../support/accounts';
import { createTestContext } from '../support/context';

function createRequest(cookie?: string) {
  return new Request('http://localhost:3000/', { headers: cookie ? { Cookie: cookie } : {} });
}

test('a toast is carried over a redirect, once, beside other cookies', async () => {
  const context = await createTestContext();
  const toast = { tone: 'success', title: 'Welcome back!', description: 'Ünïcode “too”; really' } as const;
  const response = await redirectWithToast(context, '/', toast, new Headers({ 'Set-Cookie': 'a=1' }));
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toBe('/');
  const [other, carried] = response.headers.getSetCookie();
  expect(other).toBe('a=1');
  expect(carried).toMatch(/HttpOnly; SameSite=Lax/);

  const taken = await takeToast(context, createRequest(readCookies([carried!])));
  expect(taken.toast).toEqual({ ...toast, id: expect.any(String) });
  expect(taken.headers.get('Set-Cookie')).toMatch(/^toast=;.*Max-Age=0/);
});

test('without one nothing is shown and no cookie is set', async () => {
  const { toast, headers } = await takeToast(await createTestContext(), createRequest());
  expect(toast).toBeNull();
  expect([...headers]).toEqual([]);
});

test('a toast with a wrong signature is not shown', async () => {
  const context = await createTestContext();
  const theirs = await createTestContext({
    config: { sessionSecret: 'another secret, also long enough for it' },
  });
  const toast = { tone: 'destructive', title: 'Call this number' } as const;
  const response = await redirectWithToast(theirs, '/', toast);
  const taken = await takeToast(context, createRequest(readCookies(response.headers.getSetCookie())));
  expect(taken.toast).toBeNull();
});

test.each(['a', 'ü', '漢', '🙂'])(
  'a long description, such as the reason that another server gives, is cut: %s',
  async (character) => {
    const context = await createTestContext();
    const toast = { tone: 'destructive', title: 'Test failed', description: character.repeat(9000) } as const;
    const response = await redirectWithToast(context, '/', toast);
    const [carried] = response.headers.getSetCookie();
    expect(carried!.length).toBeLessThan(4096);
    const taken = await takeToast(context, createRequest(readCookies([carried!])));
    expect(taken.toast?.description).toBe(`${character.repeat(500)}…`);
  },
);
