// Credentials that were typed into a URL: a user name and password before the host, and query parameters that are named like
// credentials. Texts may hold placeholders, so they are not parsed as URLs.
import { isCredentialName } from './credential-names';
import { mask } from './mask-secrets';

const userinfo = /^([a-z][a-z\d+.-]*:[/\\]{2})[^/?#\\]*@/i;

/**
 * Returns the URL without user name and password, and with each credential of its query changed. `change` receives the value as
 * written, percent-encoded, and the decoded name.
 */
export function replaceUrlCredentials(
  url: string,
  change: (value: string, name: string) => string,
  named: readonly string[] = [],
): string {
  const bare = url.includes('@') ? url.replace(userinfo, '$1') : url;
  const start = bare.indexOf('?') + 1;
  if (start === 0) return bare;
  const end = bare.indexOf('#', start);
  const query = bare.slice(start, end === -1 ? undefined : end);
  // Pair by pair: a single pattern would scan a long query without an equals sign again from each of its characters.
  const changed = query.replace(/[^&]+/g, (pair) => {
    const [, before = '', name, value = ''] = /^(=*)([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) return pair;
    const decoded = decode(name);
    const isSecret = isCredentialName(decoded) || named.includes(decoded);
    return isSecret ? `${before}${name}=${change(value, decoded)}` : pair;
  });
  return changed === query ? bare : bare.slice(0, start) + changed + (end === -1 ? '' : bare.slice(end));
}

/** Returns the URL as logs show it. `named` lists parameters that are secret whatever their names say. */
export function maskUrlCredentials(url: string, named?: readonly string[]): string {
  return replaceUrlCredentials(url, (value) => (value ? mask : ''), named);
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
