// What a change of a connection leaves of its token. A provider that replaces each refresh token by the next one accepts the
// newest alone, so none is given up that is still good.
import type { ConnectionConfig } from './connection';

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
  return changed.some((name) => fields.ofAccess.includes(name)) ? 'refresh' : 'token';
}
