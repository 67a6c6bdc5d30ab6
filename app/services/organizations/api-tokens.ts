import { createApiToken as makeToken } from '~/auth/api-token';
import { isAtMost } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import {
  deleteApiToken,
  findOwnApiToken,
  insertApiToken,
  type MadeApiToken,
} from '~/db/organizations/api-tokens';
import { insertAudit } from '~/db/organizations/audit';
import { newId } from '~/db/core/id';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import type { ApiTokenDetails } from '~/fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';

const onlyPeople = 'An API token cannot create another one. Create it when you are signed in.';

/**
 * Makes a token for the JSON API, which nobody can read again afterwards. Nobody makes one that may do more than they, and
 * no token makes another: with a token all that came of it is revoked. It stops working with the membership of the
 * person who made it. Problems: forbidden, not-found.
 */
export function createApiToken(
  context: AppContext,
  actor: Actor,
  input: ApiTokenDetails,
): Promise<{ kind: 'created'; id: string; token: string } | Problem> {
  const { userId, organizationId, address } = actor;
  const now = context.now();
  const { token, tokenHash, lastFour } = makeToken();
  return context.db.transaction(
    async (tx): Promise<{ kind: 'created'; id: string; token: string } | Problem> => {
      const refusal = await checkPermission(tx, actor, 'manage-tokens');
      if (refusal) return refusal;
      if (actor.atMost !== undefined) return { kind: 'forbidden', message: onlyPeople };
      const membership = await findMembership(tx, userId, organizationId);
      if (!membership || !isAtMost(input.role, membership.role)) return { kind: 'forbidden' };
      const id = newId();
      await insertApiToken(tx, { id, tokenHash, lastFour, organizationId, userId, ...input, now });
      const detail = `${input.name}: ${input.role}`;
      await insertAudit(tx, {
        kind: 'api-token-created',
        organizationId,
        userId,
        subjectId: id,
        detail,
        address,
        now,
      });
      return { kind: 'created', id, token };
    },
  );
}

/** Makes a token stop working at once, one's own or another member's. Problems: forbidden, not-found. */
export function revokeApiToken(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'revoked' } | Problem> {
  const { userId, organizationId, address } = actor;
  const now = context.now();
  return context.db.transaction(async (tx): Promise<{ kind: 'revoked' } | Problem> => {
    const refusal = await checkPermission(tx, actor, 'manage-tokens');
    if (refusal) return refusal;
    const key = { id, organizationId };
    const token = await findOwnApiToken(tx, key);
    if (!token) return { kind: 'not-found' };
    await revokeApiTokens(tx, [{ ...token, organizationId }], { userId, ...(address && { address }), now });
    return { kind: 'revoked' };
  });
}

/** Ends tokens that the person may end, and writes down who did. */
export async function revokeApiTokens(
  tx: Queries,
  tokens: Pick<MadeApiToken, 'id' | 'organizationId' | 'name' | 'role'>[],
  by: { userId: string; address?: string; now: number },
): Promise<void> {
  for (const { id, organizationId, name, role } of tokens) {
    await deleteApiToken(tx, { id, organizationId });
    const detail = `${name}: ${role}`;
    await insertAudit(tx, { ...by, kind: 'api-token-revoked', organizationId, subjectId: id, detail });
  }
}
