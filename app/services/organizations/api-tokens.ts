import { createApiToken as makeToken } from '~/auth/api-token';
import { isAtMost } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import {
  deleteApiToken,
  findOwnApiToken,
  insertApiToken,
  type MadeApiToken,
} from '~/db/organizations/api-tokens';
import { findUser, type User } from '~/db/accounts/users';
import { insertAudit } from '~/db/organizations/audit';
import { newId } from '~/db/core/id';
import { findMembership } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import type { Queries } from '~/db/core/queries';
import { apiTokenMessage } from '~/email/messages';
import type { ApiTokenDetails } from '~/fields';
import type { Problem } from '~/problem';
import { changeByPassword, type OwnerProof } from '../accounts/password-proof';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { queueEmail } from '../mail';

const onlyPeople = 'An API token cannot create another one. Create it when you are signed in.';

type Created = { kind: 'created'; id: string; token: string };

/**
 * Makes a token for the JSON API, which nobody can read again afterwards, and mails the person who made it. Nobody makes one that
 * may do more than they, and no token makes another: with a token all that came of it is revoked. It outlives the session, so a person
 * proves who they are. It stops working with the membership of the person who made it. Problems: forbidden, not-found; those of
 * `provePassword`.
 */
export async function createApiToken(
  context: AppContext,
  actor: Actor,
  input: ApiTokenDetails,
  proof: OwnerProof,
): Promise<Created | Problem> {
  // Who may not make it is not asked for a password.
  const refusal = await checkCreation(context.db, actor, input);
  const user = await findUser(context.db, actor.userId);
  if (refusal || !user) return refusal ?? { kind: 'not-found' };
  return changeByPassword(
    context,
    user,
    proof,
    async (tx) => (await checkCreation(tx, actor, input)) ?? insertAndTell(context, tx, user, actor, input),
  );
}

async function checkCreation(
  db: Queries,
  actor: Actor,
  { role }: ApiTokenDetails,
): Promise<Problem | undefined> {
  const { userId, organizationId, atMost } = actor;
  const refusal = await checkPermission(db, actor, 'manage-tokens');
  if (refusal) return refusal;
  if (atMost !== undefined) return { kind: 'forbidden', message: onlyPeople };
  const membership = await findMembership(db, userId, organizationId);
  return membership && isAtMost(role, membership.role) ? undefined : { kind: 'forbidden' };
}

async function insertAndTell(
  context: AppContext,
  tx: Queries,
  user: User,
  { userId, organizationId, address }: Actor,
  input: ApiTokenDetails,
): Promise<Created> {
  const now = context.now();
  const { token, tokenHash, lastFour } = makeToken();
  const id = newId();
  await insertApiToken(tx, { id, tokenHash, lastFour, organizationId, userId, ...input, now });
  const { name, role } = input;
  const detail = `${name}: ${role}`;
  await insertAudit(tx, {
    kind: 'api-token-created',
    organizationId,
    userId,
    subjectId: id,
    detail,
    address,
    now,
  });
  const organizationName = (await findOrganization(tx, organizationId))?.name ?? '';
  const { appUrl } = context.config;
  const message = apiTokenMessage({ name, organizationName }, `${appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
  return { kind: 'created', id, token };
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
