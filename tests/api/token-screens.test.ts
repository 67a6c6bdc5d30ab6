import { expect, test } from 'vitest';
import { createTestContext } from '../support/context';
import { connection, createWholeApp } from './whole-app';

async function ask(path: string, init?: RequestInit) {
  return createWholeApp(await createTestContext()).request(path, init, connection);
}

test.each([
  '/reset-password',
  '/verify-email',
  '/restore-email',
  '/invitation',
  '/reset-password.data',
  // The same screens to the router.
  '/restore-email/',
  '/Reset-Password',
  '/restore-email/.data',
])('%s?token=… is kept by nobody, guests included, and named to no other site', async (path) => {
  const { headers } = await ask(`${path}?token=secret`);
  expect(headers.get('Cache-Control')).toBe('no-store');
  // Stricter for others than the rule of all pages. Under no-referrer the page's own form would be posted with
  // `Origin: null`, which is refused; under same-origin it is sent with our origin.
  expect(headers.get('Referrer-Policy')).toBe('same-origin');
});

test('other pages keep the rule of all pages', async () => {
  const { headers } = await ask('/login');
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
});

function post(origin: string) {
  return ask('/reset-password?token=secret', {
    method: 'POST',
    headers: { Origin: origin, Cookie: 'toast=1', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '',
  });
}

test('the form of such a page can be sent, and one from nowhere cannot', async () => {
  expect([(await post('http://localhost:3000')).status, (await post('null')).status]).toEqual([200, 403]);
});
