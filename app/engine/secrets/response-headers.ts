// Credentials that a target gives in headers of its response: cookies of a session, CSRF tokens, keys.
import { isCredentialName } from './credential-names';
import { mask } from './mask-secrets';

const setCookie = /^set-cookie2?$/i;
/** A cookie's name and value (RFC 6265 §4.1.1); several may be joined by commas. */
const cookiePair = /((?:^|,)\s*[^\s=;,]+\s*=\s*)("[^"]*"|[^;,]*)/g;

/** As a log shows it: a credential by its name is masked, of a cookie the value alone. Everything else stays as it is. */
export function hideResponseHeader(name: string, value: string): string {
  if (!isCredentialName(name) || value === '') return value;
  if (!setCookie.test(name) || !value.includes('=')) return mask;
  return value.replace(cookiePair, (_, before: string) => before + mask);
}

/** A shorter value of a cookie is a choice or a count, which occurs elsewhere too: no session's id is as short. */
const shortestCookie = 8;

/** What of a header's value must be masked wherever it occurs; nothing of one that is no credential. */
export function listHeaderSecrets(name: string, value: string): string[] {
  if (!isCredentialName(name)) return [];
  if (!setCookie.test(name) || !value.includes('=')) return [value];
  const values = Array.from(value.matchAll(cookiePair), ([, , of = '']) => of.replaceAll('"', ''));
  return values.filter((each) => each.length >= shortestCookie);
}
