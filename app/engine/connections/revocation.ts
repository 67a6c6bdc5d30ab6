// How a provider is asked to revoke a token: as RFC 7009 §2.1 says, or as GitHub and Slack want it instead.
import type { ConnectionConfig } from './connection';

/** A connection whose tokens a person was granted, and which may name an address that revokes them. */
export type RevocableConfig = Extract<
  ConnectionConfig,
  { kind: 'oauth2_authorization_code' | 'oauth2_refresh_token' }
>;

export function isRevocable<Connection extends { kind: ConnectionConfig['kind'] }>(
  connection: Connection,
): connection is Extract<Connection, { kind: RevocableConfig['kind'] }> {
  return connection.kind === 'oauth2_authorization_code' || connection.kind === 'oauth2_refresh_token';
}

/**
 * `form`: RFC 7009; `json`: GitHub deletes the token in a JSON object; `bearer`: Slack and Dropbox revoke the token that asks.
 */
export type RevocationForm = 'form' | 'json' | 'bearer';

/** Returns the address that revokes tokens; undefined when the connection names none. */
export function findRevocation({
  revocationUrl,
  clientId,
}: Pick<RevocableConfig['config'], 'revocationUrl' | 'clientId'>):
  | { url: string; form: RevocationForm }
  | undefined {
  if (!revocationUrl) return undefined;
  const url = revocationUrl.replace('{client_id}', encodeURIComponent(clientId));
  const { pathname } = new URL(url);
  if (/\/applications\/[^/]+\/(?:token|grant)$/.test(pathname)) return { url, form: 'json' };
  return { url, form: /\/auth(?:\.|\/token\/)revoke$/.test(pathname) ? 'bearer' : 'form' };
}
