// Credentials in the headers of a target's response: session cookies, CSRF tokens, keys.
import { isCredentialName } from './credential-names';
import { mask } from './mask-secrets';

const setCookie = /^set-cookie2?$/i;
/** A cookie's name and value (RFC 6265 §4.1.1); several may be joined by commas. */
const cookiePair = /((?:^|,)\s*[^\s=;,]+\s*=\s*)("[^"]*"|[^;,]*)/g;

/** Returns a header's value as a log shows it: credentials are masked by name; in a cookie only the value is masked. */
export function maskResponseHeader(name: string, value: string): string {
  if (!isCredentialName(name) || value === '') return value;
  if (!setCookie.test(name) || !value.includes('=')) return mask;
  return value.replace(cookiePair, (_, before: string) => before + mask);
}

/** The least length of a masked cookie value. Shorter ones are choices or counts, which occur elsewhere, never session ids. */
const shortestCookie = 8;

/** Lists the parts of a header's value that must be masked wherever they occur; none if the header is no credential. */
export function listHeaderSecrets(name: string, value: string): string[] {
  if (!isCredentialName(name)) return [];
  if (!setCookie.test(name) || !value.includes('=')) return [value];
  const values = Array.from(value.matchAll(cookiePair), ([, , of = '']) => of.replaceAll('"', ''));
  return values.filter((each) => each.length >= shortestCookie);
}
