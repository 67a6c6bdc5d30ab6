import type { Config } from '~/config';

/**
 * Returns the https address of the login or sign-up screen for a person who opened the server by plain http, past the proxy
 * that speaks https; null where logging in works. At the http address the browser drops the `Secure` cookie, so that even the
 * right password leads back to the login. Browsers send `Sec-Fetch-*` only to potentially trustworthy addresses, which are
 * https and localhost (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/#framework). The host decides for old browsers,
 * which never send it.
 */
export function findSecureAddress(
  { appUrl }: Pick<Config, 'appUrl'>,
  { headers }: Request,
  path: '/login' | '/signup',
): string | null {
  const { protocol, host } = new URL(appUrl);
  if (protocol !== 'https:' || headers.has('Sec-Fetch-Site') || headers.get('Host') === host) return null;
  return `${appUrl}${path}`;
}
