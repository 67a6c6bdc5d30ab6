import { createApiToken as makeToken } from '~/auth/api-token';
import { isAtMost } from '~/auth/roles';
import type { AppContext } from '~/context';
import { deleteApiToken, findOwnApiToken, insertApiToken } from '~/db/api-tokens';
import { insertAudit } from '~/db/audit';
import { newId } from '~/db/id';
import { findMembership } from '~/db/memberships';
import type { ApiTokenDetails } from '~/fields';
import type { Problem } from '~/problem';
import type { Actor } from './integrations';
import { checkPermission } from './permission';

/**
 * Makes a token for the JSON API, which nobody can read again afterwards. Nobody makes one that may do more than they.
 * It stops working with the membership of whoever made it. Problems: forbidden, not-found.
 */
export function createApiToken(
  context: AppContext,
  actor: Actor,
  input: ApiTokenDetails,
): { kind: 'created'; id: string; token: string } | Problem {
  const { userId, organizationId, address } = actor;
  const now = context.now();
  const { token, tokenHash, lastFour } = makeToken();
  return context.db.transaction((tx): { kind: 'created'; id: string; token: string } | Problem => {
    const refusal = checkPermission(tx, actor, 'manage-tokens');
    if (refusal) return refusal;
    const membership = findMembership(tx, userId, organizationId);
    if (!membership || !isAtMost(input.role, membership.role)) return { kind: 'forbidden' };
    const id = newId();
    insertApiToken(tx, { id, tokenHash, lastFour, organizationId, userId, ...input, now });
    const detail = `${input.name}: ${input.role}`;
    insertAudit(tx, {
      kind: 'api-token-created',
      organizationId,
      userId,
      subjectId: id,
      detail,
      address,
      now,
    });
    return { kind: 'created', id, token };
  });
}

/** Makes a token stop working at once, whoever made it. Problems: forbidden, not-found. */
export function revokeApiToken(context: AppContext, actor: Actor, id: string): { kind: 'revoked' } | Problem {
  const { userId, organizationId, address } = actor;
  const now = context.now();
  return context.db.transaction((tx): { kind: 'revoked' } | Problem => {
    const refusal = checkPermission(tx, actor, 'manage-tokens');
    if (refusal) return refusal;
    const key = { id, organizationId };
    const token = findOwnApiToken(tx, key);
    if (!token) return { kind: 'not-found' };
    deleteApiToken(tx, key);
    const detail = `${token.name}: ${token.role}`;
    insertAudit(tx, {
      kind: 'api-token-revoked',
      organizationId,
      userId,
      subjectId: id,
      detail,
      address,
      now,
    });
    return { kind: 'revoked' };
  });
}
