import type { Config } from '~/config';

/**
 * The https address at which a person has to log in or sign up who opened the server by plain http, past the proxy that speaks
 * https. At the http address the browser drops the `Secure` cookie, so that even the right password leads back to the login. Null
 * where logging in works. Browsers send `Sec-Fetch-*` to addresses that are potentially trustworthy, as by https and of this
 * machine, and to no others (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/#framework); an old one that sends it nowhere
 * is told apart by the host.
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
