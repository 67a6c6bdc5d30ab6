// Further headers that a connection of any kind sends beside its credentials: the second key that an API wants, or the number
// of an account. They are secrets: their values are sealed, masked, and sent only to the hosts of the connection.
import type { ConnectionConfig } from './connection';
import type { ConnectionGrant } from './grant';
import { listHeaders, writeHeaderLines } from './header-lines';

/** Adds the further headers of a config to what its kind adds to a call. */
export function addExtraHeaders(
  grant: ConnectionGrant,
  { config }: { config: { extraHeaders?: string | undefined } },
): ConnectionGrant {
  if (!config.extraHeaders) return grant;
  const added = listHeaders(config.extraHeaders);
  return {
    ...grant,
    headers: [...grant.headers, ...added],
    secrets: [...grant.secrets, ...added.map(([, value]) => value)],
  };
}

/** Explains why a config's further headers would replace what its kind sends; undefined when they do not. */
export function findReplacedHeader(connection: ConnectionConfig): string | undefined {
  const own = new Set(listOwnHeaders(connection).map((name) => name.toLowerCase()));
  const replaced = listHeaders(connection.config.extraHeaders ?? '').find(([name]) =>
    own.has(name.toLowerCase()),
  );
  return replaced && `${replaced[0]} is already sent`;
}

function listOwnHeaders({ kind, config }: ConnectionConfig): string[] {
  switch (kind) {
    case 'api_key':
      return config.in === 'header' ? [config.name] : [];
    case 'hmac':
      return listHeaders(config.headers).map(([name]) => name);
    case 'aws_sigv4':
    case 'aws_role':
      return ['Authorization', 'X-Amz-Date', 'X-Amz-Security-Token', 'X-Amz-Content-Sha256'];
    case 'client_certificate':
    case 'none':
      return [];
    default:
      return [('tokenHeader' in config && config.tokenHeader) || 'Authorization'];
  }
}

/** Returns the text with each header's value changed. */
export function mapHeaderValues(text: string, change: (value: string, name: string) => string): string {
  return writeHeaderLines(listHeaders(text).map(([name, value]) => [name, change(value, name)]));
}

/** Returns the value of a header in a text; undefined when it does not list the header. */
export function findHeaderValue(text: string, wanted: string): string | undefined {
  return listHeaders(text).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}
