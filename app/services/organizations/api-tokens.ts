import type { AppContext } from '~/context';
import { deleteApiToken, findOwnApiToken, type MadeApiToken } from '~/db/organizations/api-tokens';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { describeRights } from './chosen-rights';

/** Revokes a token at once, the caller's own or another member's. Problems: forbidden, not-found. */
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

/** Revokes tokens that the person may revoke, and writes to the audit log who did. */
export async function revokeApiTokens(
  tx: Queries,
  tokens: Pick<MadeApiToken, 'id' | 'organizationId' | 'name' | 'role' | 'access'>[],
  by: { userId: string; address?: string; now: number },
): Promise<void> {
  for (const { id, organizationId, name, role, access } of tokens) {
    await deleteApiToken(tx, { id, organizationId });
    const detail = `${name}: ${describeRights({ role, access })}`;
    await insertAuditEntry(tx, { ...by, kind: 'api-token-revoked', organizationId, subjectId: id, detail });
  }
}
