// Reads the URL of a cURL command: its scheme, and the braces and brackets that curl expands to several URLs.
import { cleanLine, toVariableName } from '../draft/draft';
import { truncate } from '../../texts/truncate';

/** Adds http as curl does when there is no scheme; a placeholder at the beginning may hold one. */
export function completeUrl(url: string, notes: string[]): string {
  if (/^https?:\/\//i.test(url) || url.startsWith('{{')) return url;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url)) {
    notes.push('Only http and https addresses can be called.');
    return url;
  }
  notes.push('The address has no scheme, so http:// was put before it, as curl does.');
  return `http://${url}`;
}

/**
 * Reads the patterns of curl. Documentation writes `{account_id}` or `<account-id>` for a value to fill in, so a name in braces
 * or angle brackets becomes a placeholder; lists and ranges stay as written.
 */
export function readPatterns(url: string, notes: string[]): string {
  const parts = url.split(/(\{\{[^{}]*\}\})/);
  const filled = parts.map((part, index) => {
    if (index % 2 === 1) return part;
    return part.replace(/\{([A-Za-z_]\w{0,99})\}|<([A-Za-z_][\w -]{0,99})>/g, (...found) =>
      nameFound(found, notes),
    );
  });
  const pattern = parts
    .filter((_part, index) => index % 2 === 0)
    .map((part) => /\{[^{},]*,[^{}]*\}|\[[a-z\d]+-[a-z\d]+(?::\d+)?\]/i.exec(part)?.[0])
    .find((found) => found !== undefined);
  if (pattern) {
    const shown = truncate(cleanLine(pattern), 60);
    notes.push(
      `curl makes several requests of “${shown}”. It stays as written: add a call for each you need.`,
    );
  }
  return filled.join('');
}

/** Replaces the names in `{email}/token:{token}` by placeholders; braces within a word are literal. */
export function readPlaces(credentials: string, notes: string[]): string {
  return credentials.replace(
    /(?<![^:/])(?:\{([A-Za-z_]\w{0,99})\}|<([A-Za-z_][\w -]{0,99})>)(?![^:/])/g,
    (...found) => nameFound(found, notes),
  );
}

function nameFound([whole, braced, pointed]: unknown[], notes: string[]): string {
  const name = typeof braced === 'string' ? braced : toVariableName(String(pointed));
  notes.push(
    `“${String(whole)}” became the placeholder {{${name}}}. Give it a value in the trigger or an earlier call.`,
  );
  return `{{${name}}}`;
}

/** Removes user and password from a URL; curl sends them as Basic authentication, percent-decoded. */
export function splitCredentials(
  url: string,
  { isGlobbing, notes }: { isGlobbing: boolean; notes: string[] },
): { url: string; credentials?: string } {
  const [, scheme = '', userinfo = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)?([^/?#@]*)@(.*)$/is.exec(url) ?? [];
  if (userinfo === '') return { url };
  const [user = '', ...password] = userinfo.split(':');
  const credentials = `${decodePart(user)}:${decodePart(password.join(':'))}`;
  return { url: scheme + rest, credentials: isGlobbing ? readPlaces(credentials, notes) : credentials };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
