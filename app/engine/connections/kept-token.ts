// What a change of a connection leaves of its token. A provider that replaces each refresh token by the next one accepts the
// newest alone, so none is given up that is still good.
import type { ConnectionConfig } from './connection';
import { findRevocation, isRevocable } from './revocation';

/** `all`: nothing changed; `token`: the token is still good; `refresh`: only its refresh token is; `nothing`: neither is. */
export type Kept = 'all' | 'token' | 'refresh' | 'nothing';

interface TokenFields {
  /** What a refresh token was issued for: another value needs another refresh token. */
  ofRefresh: readonly string[];
  /** What only the access token depends on: another value needs another access token. */
  ofAccess: readonly string[];
}

const tokenFields: Partial<Record<ConnectionConfig['kind'], TokenFields>> = {
  oauth2_authorization_code: {
    ofRefresh: ['authorizationUrl', 'tokenUrl', 'clientId', 'scope', 'extra'],
    ofAccess: ['sentToken', 'tokenExtra'],
  },
  oauth2_refresh_token: {
    ofRefresh: ['refreshToken', 'tokenUrl', 'clientId'],
    ofAccess: ['sentToken', 'extra'],
  },
};

/** Says what of a token that was obtained with the config `before` can be used with the config `after`. */
export function findKept(before: ConnectionConfig | undefined, after: ConnectionConfig | undefined): Kept {
  if (!before || before.kind !== after?.kind) return 'nothing';
  const former = new Map(Object.entries(before.config));
  const changed = Object.entries(after.config).flatMap(([name, value]) =>
    former.get(name) === value ? [] : [name],
  );
  if (changed.length === 0) return 'all';
  const fields = tokenFields[before.kind];
  if (!fields || changed.some((name) => fields.ofRefresh.includes(name))) return 'nothing';
  // Otherwise a person who may change the connection could have a token of others sent to their own server.
  if (changed.includes('revocationUrl') && isRevokedElsewhere(after)) return 'nothing';
  return changed.some((name) => fields.ofAccess.includes(name)) ? 'refresh' : 'token';
}

/** Checks whether tokens are revoked by another server than the one that issues them. */
function isRevokedElsewhere(connection: ConnectionConfig): boolean {
  if (!isRevocable(connection)) return false;
  const { config } = connection;
  const revocation = findRevocation(config);
  return revocation !== undefined && new URL(revocation.url).origin !== new URL(config.tokenUrl).origin;
}
