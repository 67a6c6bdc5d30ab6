// Tokens with which programs call the JSON API: `wk_` and 256 random bits. Only the hash is stored.
import { findApiToken, updateApiTokenUsed } from '~/db/organizations/api-tokens';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import type { Rights } from './role-permissions';
import { noteUse, notedUseMs } from './note-use';
import { createToken, hashToken } from './token';

/** Makes a new token, and returns what is stored of it beside it. */
export function createApiToken(): { token: string; tokenHash: string; lastFour: string } {
  const token = `wk_${createToken()}`;
  return { token, tokenHash: hashToken(token), lastFour: token.slice(-4) };
}

/** Reads the token in `Authorization: Bearer …` (RFC 6750 §2.1): '' when it is empty, undefined without that scheme. */
export function readBearerToken(request: Request): string | undefined {
  const found = /^Bearer(?: +(.*))?$/i.exec(request.headers.get('Authorization') ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

/** What a token opens: one organization, with these rights at most, in the name of the user who made it. */
export interface ApiTokenGrant {
  id: string;
  user: User;
  organizationId: string;
  rights: Rights;
}

/** Finds what a token that has not ended grants. `isUse`: whether this counts as a use of it. */
export async function findTokenGrant(
  app: Pick<AppContext, 'db' | 'log'>,
  token: string,
  now: number,
  isUse = true,
): Promise<ApiTokenGrant | undefined> {
  const found = await findApiToken(app.db, hashToken(token));
  if (!found) return undefined;
  const { id, user, organizationId, role, access, lastUsedAt } = found;
  if (isUse && now - (lastUsedAt ?? 0) >= notedUseMs) noteUse(app, (tx) => updateApiTokenUsed(tx, id, now));
  return { id, user, organizationId, rights: { role, access } };
}
