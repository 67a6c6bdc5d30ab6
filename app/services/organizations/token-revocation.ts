// The tokens of an organization that is deleted: each provider is asked to revoke them, as when one connection is deleted.
import type { AppContext } from '~/context';
import { listConnections } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import type { Actor } from '../actor';
import { findLeftToken, type LeftToken, noteRevocation, revokeToken } from '../connections/revocation';

export type { LeftToken };

/** Returns the tokens of the organization that can be revoked. To be called in the transaction that deletes it, before. */
export async function listLeftTokens(
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  organizationId: string,
): Promise<LeftToken[]> {
  const left: LeftToken[] = [];
  for (const stored of await listConnections(tx, organizationId)) {
    const token = await findLeftToken(context, tx, stored);
    if (token) left.push(token);
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
    left.map(async (token) => ({ token, answer: await revokeToken(context, token) })),
  );
  for (const { token, answer } of answers) await noteRevocation(context, by, token, answer);
  return answers.flatMap(({ token, answer }) => (answer.kind === 'not-revoked' ? [token.name] : []));
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
