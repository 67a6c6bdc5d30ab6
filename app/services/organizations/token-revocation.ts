// The tokens of an organization that is deleted: each provider is asked to revoke them, as when one connection is deleted.
import type { AppContext } from '~/context';
import { listConnections } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Actor } from '../actor';
import { findRevocableToken, type RevocableToken, revokeToken } from '../connections/revocation';

/** A token of a connection that is about to be deleted with its organization; in the clear. */
export interface LeftToken {
  organizationId: string;
  connectionId: string;
  /** The connection's name. */
  name: string;
  token: RevocableToken;
}

/** Returns the tokens of the organization that can be revoked. To be called in the transaction that deletes it, before. */
export async function listLeftTokens(
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  organizationId: string,
): Promise<LeftToken[]> {
  const left: LeftToken[] = [];
  for (const stored of await listConnections(tx, organizationId)) {
    const token = await findRevocableToken(context, tx, stored);
    if (token) left.push({ organizationId, connectionId: stored.id, name: stored.name, token });
  }
  return left;
}

/**
 * Asks the providers once, all of them at the same time, for five seconds at most. The audit log notes each answer. Returns the
 * names of the connections whose tokens may still be valid. To be called after the deletion is committed. `by` without a
 * `userId` is the operator of the machine.
 */
export async function revokeLeftTokens(
  context: Pick<AppContext, 'db' | 'now' | 'outbound'>,
  by: Partial<Omit<Actor, 'organizationId'>>,
  left: LeftToken[],
): Promise<string[]> {
  const answers = await Promise.all(
    left.map(({ organizationId, token }) => revokeToken(context, organizationId, token)),
  );
  const unrevoked: string[] = [];
  for (const [at, { organizationId, connectionId: subjectId, name }] of left.entries()) {
    const answer = answers[at];
    if (!answer) continue;
    if (answer.kind === 'not-revoked') unrevoked.push(name);
    const detail = answer.kind === 'revoked' ? name : `${name}: ${answer.message}`;
    const entry = { kind: `token-${answer.kind}`, subjectId, detail } as const;
    await insertAuditEntry(context.db, { ...by, ...entry, organizationId, now: context.now() });
  }
  return unrevoked;
}

/** How many connections a message names: it travels in a cookie. */
const maxNamed = 5;

/** Adds to the description of a deletion what a person can do about the tokens that may still be valid. */
export function describeUnrevoked(
  deleted: string,
  unrevoked: readonly string[],
): { description: string; durationMs?: number } {
  if (unrevoked.length === 0) return { description: deleted };
  const more = unrevoked.length > maxNamed ? ` and ${unrevoked.length - maxNamed} more` : '';
  const named = unrevoked.slice(0, maxNamed).join(', ') + more;
  // A toast may cut its end: the advice comes before the names.
  const advice = `Remove the access at the provider of these connections, whose tokens may still be valid: ${named}.`;
  return { description: `${deleted} ${advice}`, durationMs: 20_000 };
}
