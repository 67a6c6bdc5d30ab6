// Tokens with which programs call the JSON API: `wk_` and 256 random bits. Only the hash is stored.
import { findApiToken, updateApiTokenUsed } from '~/db/organizations/api-tokens';
import type { Queries } from '~/db/core/queries';
import type { Role } from '~/db/core/schema';
import type { User } from '~/db/accounts/users';
import { createToken, hashToken } from './token';

const minuteMs = 60_000;

/** A new token, and what is stored of it. */
export function createApiToken(): { token: string; tokenHash: string; lastFour: string } {
  const token = `wk_${createToken()}`;
  return { token, tokenHash: hashToken(token), lastFour: token.slice(-4) };
}

/** The token in `Authorization: Bearer …` (RFC 6750 §2.1): '' when it is empty, undefined for other schemes and none. */
export function readBearerToken(request: Request): string | undefined {
  const found = /^Bearer(?: +(.*))?$/i.exec(request.headers.get('Authorization') ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

/** What a token opens: one organization, with one role at most, in the name of the user who made it. */
export interface TokenGrant {
  id: string;
  user: User;
  organizationId: string;
  role: Role;
}

export async function findTokenGrant(
  db: Queries,
  token: string,
  now: number,
  isUse = true,
): Promise<TokenGrant | undefined> {
  const found = await findApiToken(db, hashToken(token));
  if (!found) return undefined;
  const { id, user, organizationId, role, lastUsedAt } = found;
  // A write for each request would cost a sync to disk for each; a minute is exact enough to find unused ones.
  if (isUse && now - (lastUsedAt ?? 0) >= minuteMs) await updateApiTokenUsed(db, id, now);
  return { id, user, organizationId, role };
}
